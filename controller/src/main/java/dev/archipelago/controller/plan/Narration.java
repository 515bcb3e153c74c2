package dev.archipelago.controller.plan;

import dev.archipelago.api.errors.ApiException;
import java.util.Optional;
import java.util.function.Function;

/// What people are told of an action in an Event, when it has succeeded and when it has failed.
public record Narration(Optional<Remark> success, Function<ApiException, Optional<Remark>> failure) {
    public static final Narration NONE = new Narration(Optional.empty(), reason -> Optional.empty());

    public static Narration of(Remark success, Function<ApiException, Remark> failure) {
        return new Narration(Optional.of(success), reason -> Optional.of(failure.apply(reason)));
    }
}
