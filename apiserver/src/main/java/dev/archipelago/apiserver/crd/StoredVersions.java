package dev.archipelago.apiserver.crd;

import dev.archipelago.api.errors.FieldError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Checks that a definition keeps every version that objects are stored in.
final class StoredVersions {
    private static final String FIELD = "status.storedVersions";

    private StoredVersions() {}

    static void check(JsonNode stored, JsonNode versions, Errors errors) {
        if (stored.isEmpty()) {
            errors.addAll(List.of(FieldError.invalid(
                    FIELD, stored.isArray() ? "[]" : "null", "must have at least one stored version")));
            return;
        }
        Map<String, Integer> left = new LinkedHashMap<>();
        for (int i = 0; i < stored.size(); i++) {
            left.put(stored.get(i).asString(""), i);
        }
        for (JsonNode version : versions) {
            String name = Json.text(version, "name");
            boolean known = left.remove(name) != null;
            if (Json.isTrue(version, "storage") && !known) {
                errors.invalid(FIELD, stored, "must have the storage version " + name);
            }
        }
        left.forEach((name, index) -> errors.invalid(
                FIELD + '[' + index + ']',
                name,
                ("missing from spec.versions; %1$s was previously a storage version, and must remain in spec.versions until"
                                + " a storage migration ensures no data remains persisted in %1$s and removes %1$s from"
                                + " status.storedVersions")
                        .formatted(name)));
    }
}
