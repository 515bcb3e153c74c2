package dev.archipelago.api.patch;

import dev.archipelago.api.objects.Json;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Field.PatchStrategy;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Struct;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Kubernetes' strategic merge patch: like a merge patch, but lists whose schema says so are merged item by item, and
/// directives in the patch (`$patch`, `$retainKeys`, `$setElementOrder/list`, `$deleteFromPrimitiveList/list`) say
/// what a plain merge cannot.
///
/// A merged list has the items that the patch names in the order of `$setElementOrder`, or else of the patch; the
/// other items of the object keep their order among themselves and, where the two orders allow it, their place.
public final class StrategicMergePatch {
    private static final ArrayNode EMPTY_LIST = new ArrayNode(Json.NODES);

    private StrategicMergePatch() {}

    /// Merges the patch into the object and returns the result, which may share subtrees with both.
    ///
    /// @throws dev.archipelago.api.errors.ApiException with 400 when the patch is malformed, 422 when it does
    /// not fit the object; the message names the path
    public static ObjectNode apply(ObjectNode current, ObjectNode patch, Struct schema) {
        return merge(current, patch, schema, PatchTarget.ROOT);
    }

    static ObjectNode merge(ObjectNode current, ObjectNode patch, Schema schema, PatchTarget place) {
        return switch (Directives.patch(patch, place)) {
            case DELETE -> Json.object();
            case REPLACE -> Directives.stripObject(patch);
            case MERGE -> mergeFields(current, patch, schema, place);
        };
    }

    private static ObjectNode mergeFields(ObjectNode current, ObjectNode patch, Schema schema, PatchTarget place) {
        ObjectNode merged = Json.object();
        merged.setAll(current);
        retainKeys(merged, patch, place);
        @Nullable Set<String> ordered = null;
        boolean deletes = false;
        for (String key : patch.propertyNames()) {
            if (Directives.setsElementOrder(key)) {
                ordered = ordered == null ? new HashSet<>() : ordered;
                ordered.add(mergeOrdered(merged, patch, key, schema, place));
            }
            deletes |= Directives.deletesFromList(key);
        }
        for (Map.Entry<String, JsonNode> change : patch.properties()) {
            String key = change.getKey();
            if (!Directives.isDirective(key) && (ordered == null || !ordered.contains(key))) {
                mergeField(merged, field(schema, key), change.getValue(), place);
            }
        }
        if (deletes) {
            deleteFromLists(merged, patch, place);
        }
        return merged;
    }

    private static void mergeField(ObjectNode merged, Field field, JsonNode value, PatchTarget place) {
        String name = field.name();
        @Nullable JsonNode current = merged.get(name);
        if (value.isNull()) {
            merged.remove(name);
        } else if (value instanceof ObjectNode object) {
            mergeObject(merged, field, current, object, place.field(name));
        } else if (value instanceof ArrayNode array) {
            boolean mergeable =
                    current instanceof ArrayNode && field.patchStrategies().contains(PatchStrategy.MERGE);
            merged.set(
                    name,
                    mergeable
                            ? ListMerge.merge((ArrayNode) current, array, null, field, place.field(name))
                            : Directives.strip(array));
        } else {
            merged.set(name, value);
        }
    }

    private static void mergeObject(
            ObjectNode merged, Field field, @Nullable JsonNode current, ObjectNode value, PatchTarget place) {
        if (field.patchStrategies().contains(PatchStrategy.REPLACE)) {
            merged.set(field.name(), value);
        } else if (current instanceof ObjectNode object) {
            merged.set(field.name(), merge(object, value, field.schema(), place));
        } else if (Directives.patch(value, place) == Directives.Patch.DELETE) {
            merged.remove(field.name());
        } else {
            merged.set(field.name(), Directives.stripObject(value));
        }
    }

    /// Merges the list that an order directive names, and returns its name.
    private static String mergeOrdered(
            ObjectNode merged, ObjectNode patch, String directive, Schema schema, PatchTarget place) {
        String name = Directives.target(directive, place);
        PatchTarget listPlace = place.field(name);
        if (!(patch.get(directive) instanceof ArrayNode order)) {
            throw place.malformed("invalid patch format of setElementOrder list");
        }
        @Nullable JsonNode change = patch.get(name);
        if (change != null && !change.isArray() && !change.isNull()) {
            throw listPlace.malformed("expected a list, as it has a setElementOrder list");
        }
        Field field = field(schema, name);
        @Nullable JsonNode current = merged.get(name);
        if (change != null && change.isNull()) {
            merged.remove(name);
        } else if (change instanceof ArrayNode list) {
            boolean merges = field.patchStrategies().contains(PatchStrategy.MERGE);
            ArrayNode base = merges && current instanceof ArrayNode array ? array : EMPTY_LIST;
            merged.set(name, ListMerge.merge(base, list, order, field, listPlace));
        } else if (current instanceof ArrayNode array) {
            merged.set(name, ListMerge.merge(array, EMPTY_LIST, order, field, listPlace));
        }
        return name;
    }

    private static void retainKeys(ObjectNode merged, ObjectNode patch, PatchTarget place) {
        @Nullable JsonNode directive = patch.get(Directives.RETAIN_KEYS);
        if (directive == null) {
            return;
        }
        if (!directive.isArray()) {
            throw place.malformed("invalid patch format of retainKeys");
        }
        Set<String> retained = new HashSet<>();
        for (JsonNode key : directive) {
            retained.add(key.asString(""));
        }
        for (Map.Entry<String, JsonNode> change : patch.properties()) {
            String key = change.getKey();
            if (!change.getValue().isNull() && !Directives.isDirective(key) && !retained.contains(key)) {
                throw place.malformed("invalid patch format of retainKeys: it does not list the field " + key
                        + ", which the patch sets");
            }
        }
        merged.retain(retained);
    }

    private static void deleteFromLists(ObjectNode merged, ObjectNode patch, PatchTarget place) {
        for (Map.Entry<String, JsonNode> change : patch.properties()) {
            if (Directives.deletesFromList(change.getKey())) {
                String name = Directives.target(change.getKey(), place);
                if (!(change.getValue() instanceof ArrayNode items)) {
                    throw place.malformed("invalid patch format of primitive list");
                }
                if (merged.get(name) instanceof ArrayNode list) {
                    merged.set(name, ListMerge.without(list, items));
                }
            }
        }
    }

    private static Field field(Schema schema, String name) {
        @Nullable Field known = schema instanceof Struct struct ? struct.field(name) : null;
        if (known != null) {
            return known;
        }
        Schema value = schema instanceof Schema.MapOf map ? map.value() : new Schema.Any();
        return new Field(name, value, false, Set.of(), null);
    }
}
