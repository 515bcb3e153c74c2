package dev.archipelago.apiserver.structural;

import dev.archipelago.api.errors.FieldError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks that a schema is structural: that it gives every field a type outside of `allOf`, `anyOf`, `oneOf` and
/// `not`, and says nothing within those that would change the shape.
final class StructuralCheck {
    private static final List<String> JUNCTORS = List.of("anyOf", "allOf", "oneOf");

    private final List<FieldError> errors = new ArrayList<>();

    private enum Level {
        ROOT("must not be empty at the root"),
        ITEM("must not be empty for specified array items"),
        FIELD("must not be empty for specified object fields");

        private final String untyped;

        Level(String untyped) {
            this.untyped = untyped;
        }
    }

    private StructuralCheck() {}

    static List<FieldError> check(String path, JsonNode schema) {
        StructuralCheck check = new StructuralCheck();
        check.checkNode(path, schema, Level.ROOT);
        check.checkComplete(path, path, schema, schema);
        check.errors.sort(Comparator.comparing(FieldError::toString));
        return check.errors;
    }

    private void checkNode(String path, JsonNode schema, Level level) {
        if (is(schema, "type", "array") && !schema.path("items").isObject()) {
            required(path + ".items", "must be specified");
        }
        if (schema.path("items").isObject()) {
            checkNode(path + ".items", schema.path("items"), Level.ITEM);
        }
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            checkNode(path + ".properties[" + property.getKey() + "]", property.getValue(), Level.FIELD);
        }
        if (schema.has("additionalProperties")) {
            if (level == Level.ROOT) {
                forbidden(path + ".additionalProperties", "must not be used at the root");
            }
            if (schema.path("additionalProperties").isObject()) {
                checkNode(path + ".additionalProperties", schema.path("additionalProperties"), Level.FIELD);
            }
        }
        checkExtensions(path, schema);
        boolean firstAllOf = isIntOrString(schema.path("allOf").path(0).path("anyOf"));
        checkValueRules(path, schema, isIntOrString(schema.path("anyOf")), firstAllOf);
        checkType(path, schema, level);
        checkMeta(path, schema, level);
    }

    private void checkExtensions(String path, JsonNode schema) {
        if (!isTrue(schema, "x-kubernetes-int-or-string")) {
            return;
        }
        for (String other : List.of("x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource")) {
            if (isTrue(schema, other)) {
                invalid(path + '.' + other, "true", "must be false if x-kubernetes-int-or-string is true");
            }
        }
    }

    private void checkType(String path, JsonNode schema, Level level) {
        String type = SchemaReader.text(schema, "type");
        boolean embedded = isTrue(schema, "x-kubernetes-embedded-resource");
        boolean preserves = isTrue(schema, "x-kubernetes-preserve-unknown-fields");
        if (embedded && !type.equals("object")) {
            String complaint = "must be object if x-kubernetes-embedded-resource is true";
            if (type.isEmpty()) {
                required(path + ".type", complaint);
            } else {
                invalid(path + ".type", SchemaText.quoted(type), complaint);
            }
        } else if (type.isEmpty() && !isTrue(schema, "x-kubernetes-int-or-string") && !preserves) {
            required(path + ".type", level.untyped);
        }
        if (embedded && schema.has("additionalProperties")) {
            forbidden(path + ".additionalProperties", "must not be used if x-kubernetes-embedded-resource is set");
        }
        if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
            invalid(path + ".type", SchemaText.quoted(type), "must be object at the root");
        }
        if (embedded && !preserves && schema.path("properties").isEmpty()) {
            required(
                    path + ".properties",
                    "must not be empty if x-kubernetes-embedded-resource is true without"
                            + " x-kubernetes-preserve-unknown-fields");
        }
    }

    private void checkMeta(String path, JsonNode schema, Level level) {
        JsonNode properties = schema.path("properties");
        boolean resource = level == Level.ROOT || isTrue(schema, "x-kubernetes-embedded-resource");
        if (!resource) {
            return;
        }
        for (String name : List.of("kind", "apiVersion")) {
            if (properties.has(name) && !is(properties.path(name), "type", "string")) {
                String type = SchemaText.quoted(SchemaReader.text(properties.path(name), "type"));
                invalid(path + ".properties[" + name + "].type", type, "must be string");
            }
        }
        JsonNode metadata = properties.path("metadata");
        if (metadata.isMissingNode()) {
            return;
        }
        String at = path + ".properties[metadata]";
        if (!is(metadata, "type", "object")) {
            invalid(at + ".type", SchemaText.quoted(SchemaReader.text(metadata, "type")), "must be object");
        }
        if (level == Level.ROOT && !restrictsNamesOnly(metadata)) {
            forbidden(
                    at,
                    "must not specify anything other than name and generateName, but metadata is implicitly specified");
        }
    }

    private static boolean restrictsNamesOnly(JsonNode metadata) {
        for (Map.Entry<String, JsonNode> keyword : metadata.properties()) {
            boolean fine = switch (keyword.getKey()) {
                case "type", "default" -> true;
                case "properties" -> areNames(keyword.getValue());
                default -> isZero(keyword.getValue());
            };
            if (!fine) {
                return false;
            }
        }
        return true;
    }

    private static boolean areNames(JsonNode properties) {
        for (String name : properties.propertyNames()) {
            if (!name.equals("name") && !name.equals("generateName")) {
                return false;
            }
        }
        return true;
    }

    private void checkValueRules(String path, JsonNode schema, boolean skipAnyOf, boolean skipInFirstAllOf) {
        for (String junctor : JUNCTORS) {
            JsonNode nodes = schema.path(junctor);
            for (int i = 0; i < nodes.size() && !(skipAnyOf && junctor.equals("anyOf")); i++) {
                boolean skip = skipInFirstAllOf && i == 0 && junctor.equals("allOf");
                checkNested(path + '.' + junctor + '[' + i + ']', nodes.get(i), skip);
            }
        }
        if (schema.path("not").isObject()) {
            checkNested(path + ".not", schema.path("not"), false);
        }
        String pattern = SchemaReader.text(schema, "pattern");
        String complaint = pattern.isEmpty() ? "" : TextPattern.of(pattern).complaint();
        if (!complaint.isEmpty()) {
            invalid(
                    path + ".pattern",
                    SchemaText.quoted(pattern),
                    "must be a valid regular expression, but isn't: " + complaint);
        }
    }

    private void checkNested(String path, JsonNode schema, boolean skipAnyOf) {
        checkValueRules(path, schema, skipAnyOf, false);
        if (schema.path("items").isObject()) {
            checkNested(path + ".items", schema.path("items"), false);
        }
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            checkNested(path + ".properties[" + property.getKey() + "]", property.getValue(), false);
        }
        JsonNode more = schema.path("additionalProperties");
        if (more.isObject() || more.booleanValue(false)) {
            forbidden(path + ".additionalProperties", "must be undefined to be structural");
        }
        forbidNested(path, schema, "must be empty to be structural", "type", "title", "description");
        if (schema.hasNonNull("default")) {
            forbidden(path + ".default", "must be undefined to be structural");
        }
        forbidNested(path, schema, "must be undefined to be structural", "x-kubernetes-list-type");
        forbidNested(path, schema, "must be undefined to be structural", "x-kubernetes-map-type");
        forbidNested(path, schema, "must be false to be structural", "nullable", "x-kubernetes-int-or-string");
        forbidNested(path, schema, "must be false to be structural", "x-kubernetes-preserve-unknown-fields");
        forbidNested(path, schema, "must be false to be structural", "x-kubernetes-embedded-resource");
        forbidNested(path, schema, "must be empty to be structural", "x-kubernetes-list-map-keys");
        forbidNested(path, schema, "must be empty to be structural", "x-kubernetes-validations");
        if (schema.path("properties").has("metadata")) {
            forbidden(path + ".properties[metadata]", "must not be specified in a nested context");
        }
    }

    private void forbidNested(String path, JsonNode schema, String complaint, String... keywords) {
        for (String keyword : keywords) {
            if (!isZero(schema.path(keyword))) {
                forbidden(path + '.' + keyword, complaint);
            }
        }
    }

    /// Every field that a nested schema speaks of has to be in the schema proper. Kubernetes looks at the nested
    /// schemas of the root only, so others are not looked at here either.
    private void checkComplete(String path, String nestedPath, JsonNode nested, JsonNode schema) {
        for (String junctor : JUNCTORS) {
            JsonNode nodes = nested.path(junctor);
            for (int i = 0; i < nodes.size(); i++) {
                checkNestedComplete(path, nestedPath + '.' + junctor + '[' + i + ']', nodes.get(i), schema);
            }
        }
        if (nested.path("not").isObject()) {
            checkNestedComplete(path, nestedPath + ".not", nested.path("not"), schema);
        }
    }

    private void checkNestedComplete(String path, String nestedPath, JsonNode nested, @Nullable JsonNode schema) {
        if (schema == null) {
            required(path, "because it is defined in " + nestedPath);
            return;
        }
        checkComplete(path, nestedPath, nested, schema);
        if (nested.path("items").isObject()) {
            JsonNode items = schema.path("items").isObject() ? schema.path("items") : null;
            checkNestedComplete(path + ".items", nestedPath + ".items", nested.path("items"), items);
        }
        for (Map.Entry<String, JsonNode> property : nested.path("properties").properties()) {
            String at = ".properties[" + property.getKey() + "]";
            JsonNode own = schema.path("properties").get(property.getKey());
            checkNestedComplete(path + at, nestedPath + at, property.getValue(), own);
        }
    }

    private static boolean isIntOrString(JsonNode anyOf) {
        return anyOf.size() == 2 && isOnlyType(anyOf.get(0), "integer") && isOnlyType(anyOf.get(1), "string");
    }

    private static boolean isOnlyType(JsonNode schema, String type) {
        return schema.size() == 1 && is(schema, "type", type);
    }

    private static boolean is(JsonNode schema, String keyword, String text) {
        return SchemaReader.text(schema, keyword).equals(text);
    }

    private static boolean isTrue(JsonNode schema, String keyword) {
        return schema.path(keyword).booleanValue(false);
    }

    private static boolean isZero(JsonNode value) {
        return value.isMissingNode()
                || value.isNull()
                || (value.isBoolean() && !value.booleanValue())
                || (value.isString() && value.stringValue().isEmpty())
                || (value.isContainer() && value.isEmpty());
    }

    private void required(String field, String detail) {
        errors.add(FieldError.required(field, detail));
    }

    private void forbidden(String field, String detail) {
        errors.add(FieldError.forbidden(field, detail));
    }

    private void invalid(String field, String value, String detail) {
        errors.add(FieldError.invalid(field, value, detail));
    }
}
