package dev.archipelago.apiserver.authz;

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

    record Allowed(String reason) implements Decision {}

    record NoOpinion(String reason) implements Decision {}
}
