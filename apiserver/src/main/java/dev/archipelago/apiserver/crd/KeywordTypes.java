package dev.archipelago.apiserver.crd;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.SchemaText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Checks that the keywords of a schema hold values of their types. Where a schema may also be a boolean, decoding
/// takes anything, so this is where it is found out.
final class KeywordTypes {
    private final List<FieldError> errors = new ArrayList<>();

    private KeywordTypes() {}

    static List<FieldError> check(String path, JsonNode schema) {
        KeywordTypes types = new KeywordTypes();
        types.visit(path, schema);
        return types.errors;
    }

    private void visit(String path, JsonNode schema) {
        if (!schema.isObject()) {
            add(path, schema, "object");
            return;
        }
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            if (!keyword.getValue().isNull()) {
                visitKeyword(path + '.' + keyword.getKey(), keyword.getKey(), keyword.getValue());
            }
        }
    }

    private void visitKeyword(String path, String keyword, JsonNode value) {
        switch (keyword) {
            case "type",
                    "format",
                    "pattern",
                    "title",
                    "description",
                    "x-kubernetes-list-type",
                    "x-kubernetes-map-type" -> want(path, value, value.isString(), "string");
            case "nullable",
                    "uniqueItems",
                    "exclusiveMinimum",
                    "exclusiveMaximum",
                    "x-kubernetes-int-or-string",
                    "x-kubernetes-embedded-resource",
                    "x-kubernetes-preserve-unknown-fields" -> want(path, value, value.isBoolean(), "boolean");
            case "maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties" ->
                want(path, value, value.isIntegralNumber(), "integer");
            case "maximum", "minimum", "multipleOf" -> want(path, value, value.isNumber(), "number");
            case "enum", "x-kubernetes-validations" -> want(path, value, value.isArray(), "array");
            case "required", "x-kubernetes-list-map-keys" -> visitTexts(path, value);
            case "allOf", "anyOf", "oneOf" -> visitSchemas(path, value);
            case "properties" -> visitProperties(path, value);
            case "not" -> visit(path, value);
            case "items" -> {
                if (!value.isArray()) {
                    visit(path, value);
                }
            }
            case "additionalProperties" -> {
                if (!value.isBoolean()) {
                    visit(path, value);
                }
            }
            default -> {}
        }
    }

    private void visitTexts(String path, JsonNode value) {
        want(path, value, value.isArray(), "array");
        for (int i = 0; i < value.size(); i++) {
            want(path + '[' + i + ']', value.path(i), value.path(i).isString(), "string");
        }
    }

    private void visitSchemas(String path, JsonNode value) {
        want(path, value, value.isArray(), "array");
        for (int i = 0; i < value.size(); i++) {
            visit(path + '[' + i + ']', value.path(i));
        }
    }

    private void visitProperties(String path, JsonNode value) {
        want(path, value, value.isObject(), "object");
        for (Map.Entry<String, JsonNode> property : value.properties()) {
            visit(path + '[' + property.getKey() + ']', property.getValue());
        }
    }

    private void want(String path, JsonNode value, boolean right, String type) {
        if (!right) {
            add(path, value, type);
        }
    }

    private void add(String path, JsonNode value, String type) {
        errors.add(
                new FieldError(FieldError.Type.TYPE_INVALID, path, SchemaText.value(value), "must be of type " + type));
    }
}
