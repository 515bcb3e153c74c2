package dev.archipelago.apiserver.crd;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.SchemaText;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Collects what is wrong with a definition.
final class Errors {
    private final List<FieldError> found = new ArrayList<>();

    List<FieldError> found() {
        return found;
    }

    int size() {
        return found.size();
    }

    void addAll(List<FieldError> more) {
        found.addAll(more);
    }

    void required(String field) {
        required(field, "");
    }

    void required(String field, String detail) {
        found.add(FieldError.required(field, detail));
    }

    void forbidden(String field, String detail) {
        found.add(FieldError.forbidden(field, detail));
    }

    void invalid(String field, String text, String detail) {
        found.add(FieldError.invalid(field, SchemaText.quoted(text), detail));
    }

    void invalid(String field, JsonNode value, String detail) {
        found.add(FieldError.invalid(field, SchemaText.value(value), detail));
    }

    /// Checks a text with a rule that answers what is wrong, or nothing.
    void check(String field, String text, String complaint) {
        if (!complaint.isEmpty()) {
            invalid(field, text, complaint);
        }
    }

    void notSupported(String field, String value, List<String> supported) {
        found.add(FieldError.notSupported(field, value, supported));
    }

    void oneOf(String field, String value, List<String> supported) {
        if (value.isEmpty()) {
            required(field);
        } else if (!supported.contains(value)) {
            notSupported(field, value, supported);
        }
    }
}
