package dev.archipelago.apiserver.crd;

import dev.archipelago.apiserver.cel.CelRules;
import dev.archipelago.apiserver.structural.StructuralSchema;
import tools.jackson.databind.JsonNode;

/// Checks what the CEL rules of a definition could cost.
final class RuleCosts {
    private RuleCosts() {}

    /// Checks the versions whose schemas are new: one that was accepted once is not refused when something else of its
    /// definition changes.
    ///
    /// @param before the versions that there were
    static void check(JsonNode versions, JsonNode before, Errors errors) {
        if (errors.size() > 0) {
            // The rules may not even compile.
            return;
        }
        for (int i = 0; i < versions.size(); i++) {
            JsonNode schema = schema(versions.get(i));
            if (schema.isObject() && !isAmong(schema, before)) {
                String path = "spec.versions[" + i + "].schema.openAPIV3Schema";
                errors.addAll(CelRules.checkCost(
                        path, StructuralSchema.of(schema, CelRules.factory()).root()));
            }
        }
    }

    private static JsonNode schema(JsonNode version) {
        return version.path("schema").path("openAPIV3Schema");
    }

    private static boolean isAmong(JsonNode schema, JsonNode versions) {
        for (JsonNode version : versions) {
            if (schema.equals(schema(version))) {
                return true;
            }
        }
        return false;
    }
}
