package dev.archipelago.api.patch;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import org.jspecify.annotations.Nullable;

/// Where in the object a patch is being merged, for messages.
///
/// @param step a field name, or an index in brackets
record PatchTarget(@Nullable PatchTarget parent, String step) {
    static final PatchTarget ROOT = new PatchTarget(null, "");

    PatchTarget field(String name) {
        return new PatchTarget(this, name);
    }

    PatchTarget item(int index) {
        return new PatchTarget(this, "[" + index + "]");
    }

    /// The patch cannot be understood, whatever the object.
    ApiException malformed(String what) {
        return ApiException.badRequest(message(what));
    }

    /// The patch is well formed but does not fit the object.
    ApiException doesNotFit(String what) {
        return new ApiException(Reason.INVALID, message(what));
    }

    private String message(String what) {
        String path = toString();
        return path.isEmpty() ? what : path + ": " + what;
    }

    @Override
    public String toString() {
        if (parent == null) {
            return step;
        }
        String before = parent.toString();
        return before.isEmpty() || step.startsWith("[") ? before + step : before + "." + step;
    }
}
