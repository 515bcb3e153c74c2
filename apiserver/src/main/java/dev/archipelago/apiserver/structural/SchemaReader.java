package dev.archipelago.apiserver.structural;

import dev.archipelago.apiserver.structural.Limits.Alternatives;
import dev.archipelago.apiserver.structural.Limits.Bound;
import dev.archipelago.apiserver.structural.Limits.Numbers;
import dev.archipelago.apiserver.structural.Limits.Size;
import dev.archipelago.apiserver.structural.Limits.Text;
import dev.archipelago.apiserver.structural.SchemaNode.Additional;
import dev.archipelago.apiserver.structural.SchemaNode.Below;
import dev.archipelago.model.schema.Schema.ListType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads `openAPIV3Schema`. Keywords of the wrong type are passed over: definitions are checked before they are used.
final class SchemaReader {
    private SchemaReader() {}

    static SchemaNode read(JsonNode json) {
        JsonType type = json.path("x-kubernetes-int-or-string").booleanValue(false)
                ? JsonType.INT_OR_STRING
                : JsonType.of(text(json, "type"));
        Map<String, SchemaNode> properties = properties(json.path("properties"));
        JsonNode more = json.path("additionalProperties");
        SchemaNode values = more.isObject() ? read(more) : null;
        SchemaNode items = json.path("items").isObject() ? read(json.path("items")) : null;
        List<ValidationRule> rules = rules(json.path("x-kubernetes-validations"));
        List<String> listKeys = strings(json.path("x-kubernetes-list-map-keys"));
        ListType listType = listType(text(json, "x-kubernetes-list-type"), listKeys);
        JsonNode defaultValue = json.get("default");
        boolean embedded = json.path("x-kubernetes-embedded-resource").booleanValue(false);
        Below below = new Below(
                        defaultValue != null && !defaultValue.isNull(),
                        listType != ListType.ATOMIC,
                        embedded,
                        !rules.isEmpty())
                .and(values)
                .and(items);
        for (SchemaNode property : properties.values()) {
            below = below.and(property);
        }
        return new SchemaNode(
                type,
                text(json, "format"),
                json.path("nullable").booleanValue(false),
                json.path("x-kubernetes-preserve-unknown-fields").booleanValue(false),
                embedded,
                properties,
                strings(json.path("required")),
                additional(more),
                values,
                items,
                listType,
                listType == ListType.MAP ? listKeys : List.of(),
                text(json, "x-kubernetes-map-type").equals("atomic"),
                defaultValue == null || defaultValue.isNull() ? null : defaultValue,
                limits(json, type),
                rules,
                below);
    }

    private static Map<String, SchemaNode> properties(JsonNode json) {
        Map<String, SchemaNode> properties = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> property : json.properties()) {
            properties.put(property.getKey(), read(property.getValue()));
        }
        return Collections.unmodifiableMap(properties);
    }

    private static Additional additional(JsonNode more) {
        if (more.isObject()) {
            return Additional.TYPED;
        }
        return more.isBoolean() ? (more.booleanValue() ? Additional.FREE : Additional.FORBIDDEN) : Additional.UNDEFINED;
    }

    private static ListType listType(String text, List<String> keys) {
        return switch (text) {
            case "set" -> ListType.SET;
            case "map" -> keys.isEmpty() ? ListType.ATOMIC : ListType.MAP;
            default -> ListType.ATOMIC;
        };
    }

    private static List<ValidationRule> rules(JsonNode json) {
        List<ValidationRule> rules = new ArrayList<>(json.size());
        for (JsonNode rule : json) {
            JsonNode optional = rule.path("optionalOldSelf");
            rules.add(new ValidationRule(
                    text(rule, "rule"),
                    text(rule, "message"),
                    text(rule, "messageExpression"),
                    text(rule, "reason"),
                    text(rule, "fieldPath"),
                    optional.isBoolean() ? (Boolean) optional.booleanValue() : null));
        }
        return List.copyOf(rules);
    }

    private static Limits limits(JsonNode json, JsonType type) {
        Size length = size(json, "minLength", "maxLength");
        String pattern = text(json, "pattern");
        String format = text(json, "format");
        boolean textual = type == JsonType.STRING || type == JsonType.ANY;
        Limits limits = new Limits(
                length == null && pattern.isEmpty()
                        ? null
                        : new Text(
                                length == null ? new Size(0, Size.UNLIMITED) : length,
                                pattern.isEmpty() ? null : TextPattern.of(pattern)),
                textual ? TextFormat.of(format) : null,
                numbers(json, TextFormat.isRecognized(type, format) && type.isNumeric() ? format : ""),
                size(json, "minItems", "maxItems"),
                json.path("uniqueItems").booleanValue(false),
                size(json, "minProperties", "maxProperties"),
                json.path("enum").isEmpty() ? null : items(json.path("enum")),
                alternatives(json));
        return limits.equals(Limits.NONE) ? Limits.NONE : limits;
    }

    private static @Nullable Size size(JsonNode json, String min, String max) {
        JsonNode least = json.path(min);
        JsonNode most = json.path(max);
        return least.isNumber() || most.isNumber() ? new Size(least.asLong(0), most.asLong(Size.UNLIMITED)) : null;
    }

    private static @Nullable Numbers numbers(JsonNode json, String format) {
        Bound minimum = bound(json, "minimum", "exclusiveMinimum");
        Bound maximum = bound(json, "maximum", "exclusiveMaximum");
        JsonNode multipleOf = json.path("multipleOf");
        if (minimum == null && maximum == null && !multipleOf.isNumber() && format.isEmpty()) {
            return null;
        }
        return new Numbers(minimum, maximum, multipleOf.isNumber() ? (Double) multipleOf.doubleValue() : null, format);
    }

    private static @Nullable Bound bound(JsonNode json, String name, String exclusive) {
        JsonNode value = json.path(name);
        return value.isNumber()
                ? new Bound(value.doubleValue(), json.path(exclusive).booleanValue(false))
                : null;
    }

    private static @Nullable Alternatives alternatives(JsonNode json) {
        List<SchemaNode> anyOf = all(json.path("anyOf"));
        List<SchemaNode> oneOf = all(json.path("oneOf"));
        List<SchemaNode> allOf = all(json.path("allOf"));
        SchemaNode not = json.path("not").isObject() ? read(json.path("not")) : null;
        boolean none = anyOf.isEmpty() && oneOf.isEmpty() && allOf.isEmpty() && not == null;
        return none ? null : new Alternatives(anyOf, oneOf, allOf, not);
    }

    private static List<SchemaNode> all(JsonNode json) {
        List<SchemaNode> nodes = new ArrayList<>(json.size());
        for (JsonNode node : json) {
            nodes.add(read(node));
        }
        return List.copyOf(nodes);
    }

    private static List<JsonNode> items(JsonNode json) {
        List<JsonNode> items = new ArrayList<>(json.size());
        json.forEach(items::add);
        return List.copyOf(items);
    }

    private static List<String> strings(JsonNode json) {
        List<String> strings = new ArrayList<>(json.size());
        for (JsonNode item : json) {
            strings.add(item.asString(""));
        }
        return List.copyOf(strings);
    }

    static String text(JsonNode json, String name) {
        return json.path(name).stringValue("");
    }
}
