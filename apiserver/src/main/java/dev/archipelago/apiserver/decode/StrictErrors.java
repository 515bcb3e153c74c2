package dev.archipelago.apiserver.decode;

import java.util.ArrayList;
import java.util.List;

/// Collects unknown and duplicate fields, up to a limit, and decides what becomes of them.
final class StrictErrors {
    private static final int ERRORS_MAX = 100;

    private final FieldValidation validation;
    private final List<String> unknown = new ArrayList<>(0);
    private final List<String> texts = new ArrayList<>(0);

    StrictErrors(FieldValidation validation) {
        this.validation = validation;
    }

    void unknownField(Position position) {
        if (validation != FieldValidation.IGNORE && texts.size() < ERRORS_MAX) {
            unknownField(position.path());
        }
    }

    void unknownField(String path) {
        if (validation != FieldValidation.IGNORE && texts.size() < ERRORS_MAX) {
            unknown.add(path);
            texts.add("unknown field \"" + path + '"');
        }
    }

    /// Adds a fault that the syntax of the body knows by itself.
    void add(String fault) {
        if (validation != FieldValidation.IGNORE) {
            texts.add(fault);
        }
    }

    void addDuplicates(List<String> duplicates) {
        if (validation == FieldValidation.IGNORE) {
            return;
        }
        for (String path : duplicates) {
            if (texts.size() < ERRORS_MAX && !insideUnknown(path)) {
                texts.add("duplicate field \"" + path + '"');
            }
        }
    }

    /// What is inside a field that is dropped as a whole is not looked at.
    private boolean insideUnknown(String path) {
        for (String prefix : unknown) {
            if (path.startsWith(prefix)
                    && (path.length() == prefix.length() || ".[".indexOf(path.charAt(prefix.length())) >= 0)) {
                return true;
            }
        }
        return false;
    }

    List<String> warnings() {
        if (texts.isEmpty()) {
            return List.of();
        }
        if (validation == FieldValidation.STRICT) {
            throw UnfitException.strict("strict decoding error: " + String.join(", ", texts));
        }
        return List.copyOf(texts);
    }
}
