package dev.archipelago.apiserver.authz;

import java.util.function.Supplier;

/// The answer to [Attributes]. There is no "denied": what nobody allows is not allowed.
public sealed interface Decision {
    /// Why, worded as Kubernetes words it; may be empty.
    String reason();

    default boolean isAllowed() {
        return switch (this) {
            case Allowed _ -> true;
            case NoOpinion _ -> false;
        };
    }

    /// Somebody allows it. The reason is put together when asked for, since most requests never ask.
    final class Allowed implements Decision {
        private final Supplier<String> source;

        Allowed(Supplier<String> source) {
            this.source = source;
        }

        @Override
        public String reason() {
            return source.get();
        }

        @Override
        public String toString() {
            return "Allowed[" + reason() + "]";
        }
    }

    /// Nobody allows it.
    record NoOpinion(String reason) implements Decision {}
}
