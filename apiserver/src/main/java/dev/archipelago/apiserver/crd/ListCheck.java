package dev.archipelago.apiserver.crd;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.structural.SchemaText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Checks what a schema says of how lists and maps merge.
final class ListCheck {
    private static final String LIST_TYPE = "x-kubernetes-list-type";
    private static final String LIST_KEYS = "x-kubernetes-list-map-keys";
    private static final String MAP_TYPE = "x-kubernetes-map-type";

    private ListCheck() {}

    static void checkMap(String path, JsonNode schema, Errors errors) {
        JsonNode mapType = schema.path(MAP_TYPE);
        if (!mapType.isString()) {
            return;
        }
        wantType(path, schema, "object", MAP_TYPE, errors);
        if (!List.of("atomic", "granular").contains(mapType.stringValue())) {
            errors.notSupported(path + '.' + MAP_TYPE, mapType.stringValue(), List.of("atomic", "granular"));
        }
    }

    private static void wantType(String path, JsonNode schema, String wanted, String keyword, Errors errors) {
        String type = Json.text(schema, "type");
        String complaint = "must be " + wanted + " if " + keyword + " is specified";
        if (type.isEmpty()) {
            errors.required(path + ".type", complaint);
        } else if (!type.equals(wanted)) {
            errors.invalid(path + ".type", type, complaint);
        }
    }

    static void checkList(String path, JsonNode schema, Errors errors) {
        boolean typed = schema.path(LIST_TYPE).isString();
        String listType = Json.text(schema, LIST_TYPE);
        JsonNode items = schema.path("items");
        if (typed) {
            wantType(path, schema, "array", LIST_TYPE, errors);
            if (listType.equals("set") && Json.text(schema, "type").equals("array")) {
                checkSetItems(path + ".items", items, errors);
            }
            if (!List.of("atomic", "set", "map").contains(listType)) {
                errors.notSupported(path + '.' + LIST_TYPE, listType, List.of("atomic", "set", "map"));
            }
        }
        if (!schema.path(LIST_KEYS).isEmpty()) {
            String complaint = "must be map if " + LIST_KEYS + " is non-empty";
            if (!typed) {
                errors.required(path + '.' + LIST_TYPE, complaint);
            } else if (!listType.equals("map")) {
                errors.invalid(path + '.' + LIST_TYPE, listType, complaint);
            }
        }
        if (listType.equals("map")) {
            checkMapList(path, schema, items, errors);
        }
        if ((listType.equals("map") || listType.equals("set")) && Json.isTrue(items, "nullable")) {
            errors.forbidden(path + ".items.nullable", "cannot be nullable when " + LIST_TYPE + " is " + listType);
        }
        if (listType.equals("map")) {
            checkKeysAreThere(path, schema, items, errors);
        }
    }

    /// An item of a set is compared whole, so it must merge whole.
    private static void checkSetItems(String path, JsonNode items, Errors errors) {
        String complaint = "must be atomic as item of a list with x-kubernetes-list-type=set";
        JsonNode listType = items.path(LIST_TYPE);
        String shown = listType.isString() ? SchemaText.value(listType) : "null";
        switch (Json.text(items, "type")) {
            case "array" -> {
                if (listType.isString() && !listType.stringValue().equals("atomic")) {
                    errors.addAll(List.of(FieldError.invalid(path + '.' + LIST_TYPE, shown, complaint)));
                }
            }
            case "object" -> {
                if (!Json.text(items, MAP_TYPE).equals("atomic")) {
                    errors.addAll(List.of(FieldError.invalid(path + '.' + MAP_TYPE, shown, complaint)));
                }
            }
            default -> {}
        }
    }

    private static void checkMapList(String path, JsonNode schema, JsonNode items, Errors errors) {
        JsonNode keys = schema.path(LIST_KEYS);
        if (keys.isEmpty()) {
            errors.required(path + '.' + LIST_KEYS, "must not be empty if " + LIST_TYPE + " is map");
        }
        if (!items.isObject()) {
            errors.required(path + ".items", "must have a schema if " + LIST_TYPE + " is map");
            return;
        }
        String type = Json.text(items, "type");
        if (!type.equals("object")) {
            errors.invalid(path + ".items.type", type, "must be object if parent array's " + LIST_TYPE + " is map");
            return;
        }
        Set<String> seen = new HashSet<>();
        for (JsonNode key : keys) {
            JsonNode property = items.path("properties").path(key.asString(""));
            String keyType = Json.text(property, "type");
            if (property.isMissingNode()) {
                errors.invalid(path + '.' + LIST_KEYS, keys, "entries must all be names of item properties");
            } else if (keyType.equals("array") || keyType.equals("object")) {
                errors.invalid(
                        path + ".items.properties[" + key.asString("") + "].type",
                        type,
                        "must be a scalar type if parent array's " + LIST_TYPE + " is map");
            }
            if (!seen.add(key.asString(""))) {
                errors.invalid(path + '.' + LIST_KEYS, keys, "must not contain duplicate entries");
            }
        }
    }

    private static void checkKeysAreThere(String path, JsonNode schema, JsonNode items, Errors errors) {
        List<String> required = Json.texts(items.path("required"));
        for (JsonNode key : schema.path(LIST_KEYS)) {
            String name = key.asString("");
            JsonNode property = items.path("properties").path(name);
            if (property.isMissingNode()) {
                continue;
            }
            String at = path + ".items.properties[" + name + ']';
            if (!required.contains(name) && !property.hasNonNull("default")) {
                errors.required(
                        at + ".default",
                        "this property is in " + LIST_KEYS + ", so it must have a default or be a required property");
            }
            if (Json.isTrue(property, "nullable")) {
                errors.forbidden(at + ".nullable", "this property is in " + LIST_KEYS + ", so it cannot be nullable");
            }
        }
    }
}
