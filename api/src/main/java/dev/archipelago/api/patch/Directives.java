package dev.archipelago.api.patch;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The instructions that a strategic merge patch carries among the fields.
final class Directives {
    static final String PATCH = "$patch";
    static final String RETAIN_KEYS = "$retainKeys";
    private static final String DELETE_FROM_PRIMITIVE_LIST = "$deleteFromPrimitiveList";
    private static final String SET_ELEMENT_ORDER = "$setElementOrder";

    enum Patch {
        REPLACE,
        DELETE,
        MERGE
    }

    private Directives() {}

    static boolean isDirective(String key) {
        return !key.isEmpty()
                && key.charAt(0) == '$'
                && (key.equals(PATCH) || key.equals(RETAIN_KEYS) || setsElementOrder(key) || deletesFromList(key));
    }

    static boolean setsElementOrder(String key) {
        return key.startsWith(SET_ELEMENT_ORDER);
    }

    static boolean deletesFromList(String key) {
        return key.startsWith(DELETE_FROM_PRIMITIVE_LIST);
    }

    /// The list that an order or a deletion is about.
    static String target(String key, PatchTarget place) {
        String prefix = setsElementOrder(key) ? SET_ELEMENT_ORDER : DELETE_FROM_PRIMITIVE_LIST;
        if (key.length() <= prefix.length() || key.charAt(prefix.length()) != '/') {
            throw place.malformed(
                    setsElementOrder(key)
                            ? "invalid patch format of setElementOrder list"
                            : "invalid patch format of primitive list");
        }
        return key.substring(prefix.length() + 1);
    }

    static Patch patch(ObjectNode patch, PatchTarget place) {
        @Nullable JsonNode directive = patch.get(PATCH);
        return switch (directive == null ? "merge" : directive.asString("")) {
            case "replace" -> Patch.REPLACE;
            case "delete" -> Patch.DELETE;
            case "merge" -> Patch.MERGE;
            default -> throw unknown(directive, place);
        };
    }

    private static ApiException unknown(@Nullable JsonNode directive, PatchTarget place) {
        return place.malformed("unknown patch type: " + directive);
    }

    /// A copy of a value of the patch that becomes part of the object: without directives, nulls and list items that
    /// only direct.
    static JsonNode strip(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> stripObject(object);
            case ArrayNode array -> stripArray(array);
            default -> node;
        };
    }

    static ObjectNode stripObject(ObjectNode object) {
        ObjectNode stripped = Json.object();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            JsonNode value = field.getValue();
            if (!value.isNull() && !isDirective(field.getKey()) && !onlyDirects(value)) {
                stripped.set(field.getKey(), strip(value));
            }
        }
        return stripped;
    }

    private static ArrayNode stripArray(ArrayNode array) {
        ArrayNode stripped = new ArrayNode(Json.NODES, array.size());
        for (JsonNode item : array) {
            if (!onlyDirects(item)) {
                stripped.add(strip(item));
            }
        }
        return stripped;
    }

    private static boolean onlyDirects(JsonNode node) {
        @Nullable JsonNode directive = node.get(PATCH);
        return directive != null && (node.size() == 1 || directive.asString("").equals("delete"));
    }
}
