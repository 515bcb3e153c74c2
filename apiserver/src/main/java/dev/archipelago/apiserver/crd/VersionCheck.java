package dev.archipelago.apiserver.crd;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.cel.CelRules;
import dev.archipelago.apiserver.structural.SchemaNode;
import dev.archipelago.apiserver.structural.SchemaPath;
import dev.archipelago.apiserver.structural.StructuralSchema;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Checks the parts of a version, apart from its schema.
final class VersionCheck {
    private static final int WARNING_BYTES_MAX = 256;
    private static final int SELECTABLE_FIELDS_MAX = 8;
    private static final List<String> COLUMN_TYPES = List.of("boolean", "date", "integer", "number", "string");
    private static final List<String> COLUMN_FORMATS =
            List.of("byte", "date", "date-time", "double", "float", "int32", "int64", "password");

    private VersionCheck() {}

    static void checkDeprecation(String path, JsonNode version, Errors errors) {
        JsonNode warning = version.get("deprecationWarning");
        if (warning == null || warning.isNull()) {
            return;
        }
        String text = warning.stringValue("");
        if (!Json.isTrue(version, "deprecated")) {
            errors.invalid(path, text, "can only be set for deprecated versions");
            return;
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > WARNING_BYTES_MAX) {
            errors.invalid(path, text, "must be <= 256 characters long");
        }
        if (text.isEmpty()) {
            errors.invalid(path, text, "must not be an empty string");
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                errors.invalid(
                        path,
                        text,
                        "must only contain printable UTF-8 characters; non-printable character found at index " + i);
                return;
            }
        }
    }

    static void checkScale(String path, JsonNode scale, Errors errors) {
        if (!scale.isObject()) {
            return;
        }
        checkReplicas(path + ".specReplicasPath", Json.text(scale, "specReplicasPath"), ".spec", errors);
        checkReplicas(path + ".statusReplicasPath", Json.text(scale, "statusReplicasPath"), ".status", errors);
        String selector = Json.text(scale, "labelSelectorPath");
        if (selector.isEmpty()) {
            return;
        }
        String at = path + ".labelSelectorPath";
        if (isSimplePath(at, selector, errors) && !selector.startsWith(".spec.") && !selector.startsWith(".status.")) {
            errors.invalid(at, selector, "should be a json path under either .spec or .status");
        }
    }

    private static void checkReplicas(String path, String value, String under, Errors errors) {
        if (value.isEmpty()) {
            errors.required(path);
        } else if (isSimplePath(path, value, errors) && !value.startsWith(under + '.')) {
            errors.invalid(path, value, "should be a json path under " + under);
        }
    }

    private static boolean isSimplePath(String path, String value, Errors errors) {
        if (!value.startsWith(".")) {
            errors.invalid(path, value, "must be a simple json path starting with .");
            return false;
        }
        return true;
    }

    static void checkColumns(String path, JsonNode columns, Errors errors) {
        for (int i = 0; i < columns.size(); i++) {
            checkColumn(path + '[' + i + ']', columns.get(i), errors);
        }
    }

    private static void checkColumn(String path, JsonNode column, Errors errors) {
        if (Json.text(column, "name").isEmpty()) {
            errors.required(path + ".name");
        }
        String type = Json.text(column, "type");
        String types = "must be one of " + String.join(",", COLUMN_TYPES);
        if (type.isEmpty()) {
            errors.required(path + ".type", types);
        } else if (!COLUMN_TYPES.contains(type)) {
            errors.invalid(path + ".type", type, types);
        }
        String format = Json.text(column, "format");
        if (!format.isEmpty() && !COLUMN_FORMATS.contains(format)) {
            errors.invalid(path + ".format", format, "must be one of " + String.join(",", COLUMN_FORMATS));
        }
        String jsonPath = Json.text(column, "jsonPath");
        if (jsonPath.isEmpty()) {
            errors.required(path + ".JSONPath");
        } else {
            isSimplePath(path + ".JSONPath", jsonPath, errors);
        }
    }

    static void checkSelectable(String path, JsonNode fields, JsonNode schema, Errors errors) {
        if (fields.isEmpty() || !schema.isObject()) {
            return;
        }
        SchemaNode root = StructuralSchema.of(schema, CelRules.factory()).root();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < fields.size(); i++) {
            String at = path + '[' + i + "].jsonPath";
            String jsonPath = Json.text(fields.get(i), "jsonPath");
            if (jsonPath.isEmpty()) {
                errors.required(at);
            } else {
                checkSelectable(at, jsonPath, SchemaPath.follow(jsonPath, root, false), seen, errors);
            }
        }
        if (seen.size() > SELECTABLE_FIELDS_MAX) {
            errors.addAll(List.of(new FieldError(
                    FieldError.Type.TOO_MANY, path, Integer.toString(seen.size()), "must have at most 8 items")));
        }
    }

    private static void checkSelectable(String at, String jsonPath, SchemaPath found, Set<String> seen, Errors errors) {
        if (found.node() == null) {
            errors.invalid(at, jsonPath, "is an invalid path: " + found.error());
            return;
        }
        if (found.root().equals("metadata")) {
            errors.invalid(at, jsonPath, "must not point to fields in metadata");
        }
        boolean simple = switch (found.node().type()) {
            case STRING, BOOLEAN, INTEGER -> true;
            case ANY, NUMBER, ARRAY, OBJECT, INT_OR_STRING -> false;
        };
        if (!simple) {
            errors.invalid(
                    at,
                    jsonPath,
                    "must point to a field of type string, boolean or integer. Enum string fields and strings with formats"
                            + " are allowed.");
        }
        if (!seen.add(found.text())) {
            errors.addAll(List.of(FieldError.duplicate(at, FieldError.quoted(jsonPath))));
        }
    }
}
