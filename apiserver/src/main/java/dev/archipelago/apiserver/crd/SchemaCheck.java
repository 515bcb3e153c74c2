package dev.archipelago.apiserver.crd;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.cel.CelRules;
import dev.archipelago.apiserver.structural.StructuralSchema;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Checks the schema of a version: that it is one, that it is structural, and that its defaults and rules work.
final class SchemaCheck {
    private static final Set<String> ALLOWED_AT_ROOT = Set.of(
            "description",
            "type",
            "format",
            "title",
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
            "maxLength",
            "minLength",
            "pattern",
            "maxItems",
            "minItems",
            "uniqueItems",
            "multipleOf",
            "required",
            "items",
            "properties",
            "externalDocs",
            "example",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-validations");

    private SchemaCheck() {}

    static void check(String path, JsonNode schema, boolean hasStatus, Errors errors) {
        List<FieldError> malformed = KeywordTypes.check(path, schema);
        if (!malformed.isEmpty()) {
            errors.addAll(malformed);
            return;
        }
        int before = errors.size();
        if (hasStatus) {
            checkRoot(path, schema, errors);
        }
        if (Json.isTrue(schema, "nullable")) {
            errors.forbidden(path + ".nullable", "nullable cannot be true at the root");
        }
        List<FieldError> unstructural = StructuralSchema.checkStructural(path, schema);
        errors.addAll(
                unstructural.isEmpty()
                        ? StructuralSchema.checkDefaults(path, schema, CelRules.factory())
                        : unstructural);
        KeywordCheck.check(path, schema, errors);
        if (errors.size() == before) {
            errors.addAll(CelRules.check(
                    path, StructuralSchema.of(schema, CelRules.factory()).root()));
        }
    }

    /// The schema of the status is cut out of the whole, so nothing at the root may speak of it.
    private static void checkRoot(String path, JsonNode schema, Errors errors) {
        String type = Json.text(schema, "type");
        if (!type.isEmpty() && !type.equals("object")) {
            errors.invalid(
                    path + ".type",
                    type,
                    "only \"object\" is allowed as the type at the root of the schema if the status subresource is"
                            + " enabled");
            return;
        }
        for (String keyword : schema.propertyNames()) {
            if (!ALLOWED_AT_ROOT.contains(keyword)) {
                errors.invalid(
                        path,
                        schema,
                        "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength"
                                + " MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties"
                                + " ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the"
                                + " root of the schema if the status subresource is enabled");
                return;
            }
        }
    }
}
