package dev.archipelago.apiserver.validation;

import dev.archipelago.api.errors.FieldError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects complaints about one object, up to a limit: an object can be wrong in any number of places.
final class FieldErrors {
    private static final int ERRORS_MAX = 500;

    private @Nullable List<FieldError> list;

    void add(FieldError error) {
        if (list == null) {
            list = new ArrayList<>();
        }
        if (list.size() < ERRORS_MAX) {
            list.add(error);
        }
    }

    int count() {
        return list == null ? 0 : list.size();
    }

    List<FieldError> list() {
        return list == null ? List.of() : list;
    }
}
