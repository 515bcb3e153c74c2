package dev.archipelago.apiserver.crd;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Checks the keywords of a schema and of those within it, apart from what makes it structural.
final class KeywordCheck {
    private static final List<String> TYPES = List.of("array", "boolean", "integer", "number", "object", "string");
    private static final List<String> UNSUPPORTED =
            List.of("id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref");

    private final Errors errors;

    /// Where in a schema a check is.
    ///
    /// @param noDefaults why defaults are forbidden, or empty
    /// @param insideMeta whether this is a part of apiVersion, kind or metadata
    private record Place(String noDefaults, boolean insideMeta) {
        static final Place OUTSIDE = new Place("", false);
    }

    private KeywordCheck(Errors errors) {
        this.errors = errors;
    }

    static void check(String path, JsonNode schema, Errors errors) {
        new KeywordCheck(errors).visit(path, schema, Place.OUTSIDE, true);
    }

    private void visit(String path, JsonNode schema, Place place, boolean root) {
        checkBasics(path, schema, place);
        checkAdditional(path, schema, place);
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            String name = property.getKey();
            Place within = place;
            boolean resource = root || Json.isTrue(schema, "x-kubernetes-embedded-resource");
            if (resource && List.of("metadata", "kind", "apiVersion").contains(name)) {
                within = new Place(root ? "in top-level " + name : place.noDefaults(), true);
            }
            visit(path + ".properties[" + name + "]", property.getValue(), within, false);
        }
        if (schema.path("not").isObject()) {
            visit(path + ".not", schema.path("not"), place, false);
        }
        for (String junctor : List.of("allOf", "oneOf", "anyOf")) {
            JsonNode nested = schema.path(junctor);
            for (int i = 0; i < nested.size(); i++) {
                visit(path + '.' + junctor + '[' + i + ']', nested.get(i), place, false);
            }
        }
        if (schema.path("items").isObject()) {
            visit(path + ".items", schema.path("items"), place, false);
        }
        JsonNode preserve = schema.path("x-kubernetes-preserve-unknown-fields");
        if (preserve.isBoolean() && !preserve.booleanValue()) {
            errors.invalid(path + ".x-kubernetes-preserve-unknown-fields", preserve, "must be true or undefined");
        }
        ListCheck.checkMap(path, schema, errors);
        ListCheck.checkList(path, schema, errors);
        RuleFields.check(path, schema, errors);
    }

    private void checkBasics(String path, JsonNode schema, Place place) {
        String type = Json.text(schema, "type");
        if (!type.isEmpty() && !TYPES.contains(type)) {
            errors.notSupported(path + ".type", type, TYPES);
        }
        if (schema.hasNonNull("default") && !place.noDefaults().isEmpty()) {
            errors.forbidden(path + ".default", "must not be set " + place.noDefaults());
        }
        for (String keyword : UNSUPPORTED) {
            if (schema.hasNonNull(keyword)) {
                errors.forbidden(path + '.' + keyword, keyword + " is not supported");
            }
        }
        if (type.equals("null")) {
            errors.forbidden(path + ".type", "type cannot be set to null, use nullable as an alternative");
        }
        if (schema.path("items").isArray()) {
            errors.forbidden(path + ".items", "items must be a schema object and not an array");
        }
        if (place.insideMeta() && Json.isTrue(schema, "x-kubernetes-embedded-resource")) {
            errors.forbidden(path + ".x-kubernetes-embedded-resource", "must not be used inside of resource meta");
        }
        if (Json.isTrue(schema, "uniqueItems")) {
            errors.forbidden(
                    path + ".uniqueItems",
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
        }
    }

    private void checkAdditional(String path, JsonNode schema, Place place) {
        JsonNode more = schema.path("additionalProperties");
        boolean restricts = more.isObject() || (more.isBoolean() && !more.booleanValue());
        if (restricts && !schema.path("properties").isEmpty()) {
            errors.forbidden(
                    path + ".additionalProperties", "additionalProperties and properties are mutual exclusive");
        }
        if (more.isObject()) {
            Place within = place.insideMeta()
                    ? new Place("inside additionalProperties applying to object metadata", true)
                    : place;
            visit(path + ".additionalProperties", more, within, false);
        }
    }
}
