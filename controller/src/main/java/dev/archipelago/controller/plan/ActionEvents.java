package dev.archipelago.controller.plan;

import dev.archipelago.api.errors.ApiException;
import java.util.Optional;
import java.util.function.Function;

/// The Events that report the success or the failure of an action.
public record ActionEvents(Optional<EventNote> success, Function<ApiException, Optional<EventNote>> failure) {
    public static final ActionEvents NONE = new ActionEvents(Optional.empty(), reason -> Optional.empty());

    public static ActionEvents of(EventNote success, Function<ApiException, EventNote> failure) {
        return new ActionEvents(Optional.of(success), reason -> Optional.of(failure.apply(reason)));
    }
}
