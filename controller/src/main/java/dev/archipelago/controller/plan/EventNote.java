package dev.archipelago.controller.plan;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;

/// A report about an object, which becomes an Event.
///
/// @param reason one word, in camel case
public record EventNote(Kind<?> kind, ApiObject about, boolean warning, String reason, String message) {

    public static EventNote normal(Kind<?> kind, ApiObject about, String reason, String message) {
        return new EventNote(kind, about, false, reason, message);
    }

    public static EventNote warning(Kind<?> kind, ApiObject about, String reason, String message) {
        return new EventNote(kind, about, true, reason, message);
    }
}
