package dev.archipelago.api.patch;

import dev.archipelago.api.objects.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON Merge Patch, RFC 7386: objects are merged, null removes, everything else replaces.
public final class MergePatch {
    private static final ObjectNode EMPTY = Json.object();

    private MergePatch() {}

    /// Merges the patch into the object and returns the result, which may share subtrees with both.
    public static ObjectNode apply(ObjectNode current, ObjectNode patch) {
        return merge(current, patch);
    }

    private static ObjectNode merge(ObjectNode current, ObjectNode patch) {
        ObjectNode merged = Json.object();
        merged.setAll(current);
        for (Map.Entry<String, JsonNode> change : patch.properties()) {
            JsonNode value = change.getValue();
            if (value.isNull()) {
                merged.remove(change.getKey());
            } else if (value instanceof ObjectNode object) {
                merged.set(change.getKey(), merge(objectOrEmpty(merged.get(change.getKey())), object));
            } else {
                merged.set(change.getKey(), value);
            }
        }
        return merged;
    }

    private static ObjectNode objectOrEmpty(@Nullable JsonNode node) {
        return node instanceof ObjectNode object ? object : EMPTY;
    }
}
