package dev.archipelago.api.patch;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A document while JSON Patch operations are applied to it. Containers are copied once, when they are first changed.
final class PatchDraft {
    /// As Kubernetes: what all copy operations of one patch may add.
    private static final int COPIED_BYTES_MAX = 3 * 1024 * 1024;

    private static final int COPIED_DEPTH_MAX = 500;

    private static final Comparator<JsonNode> SAME_SCALAR =
            (a, b) -> a.isNumber() && b.isNumber() ? a.decimalValue().compareTo(b.decimalValue()) : a.equals(b) ? 0 : 1;

    private final Set<JsonNode> ours = Collections.newSetFromMap(new IdentityHashMap<>());
    private JsonNode root;
    private int copiedBytes;

    PatchDraft(JsonNode root) {
        this.root = root;
    }

    JsonNode root() {
        return root;
    }

    void add(String operation, Pointer path, JsonNode value) {
        if (path.isRoot()) {
            root = value;
            return;
        }
        switch (editableParent(operation, path)) {
            case ObjectNode object -> object.set(path.last(), value);
            case ArrayNode array ->
                array.insert(path.last().equals("-") ? array.size() : index(operation, path, array.size() + 1), value);
            default -> throw missing(operation, path);
        }
    }

    void replace(Pointer path, JsonNode value) {
        if (path.isRoot()) {
            root = value;
            return;
        }
        switch (editableParent("replace", path)) {
            case ObjectNode object -> object.set(path.last(), value);
            case ArrayNode array -> array.set(index("replace", path, array.size()), value);
            default -> throw missing("replace", path);
        }
    }

    JsonNode remove(String operation, Pointer path) {
        if (path.isRoot()) {
            throw doesNotApply(operation + " operation does not apply: the whole document cannot be removed");
        }
        @Nullable
        JsonNode removed = switch (editableParent(operation, path)) {
            case ObjectNode object -> object.remove(path.last());
            case ArrayNode array -> array.remove(index(operation, path, array.size()));
            default -> null;
        };
        if (removed == null) {
            throw missing(operation, path);
        }
        return removed;
    }

    boolean holds(Pointer path, JsonNode expected) {
        @Nullable JsonNode actual = find(path);
        return actual == null ? expected.isNull() : actual.equals(SAME_SCALAR, expected);
    }

    void test(Pointer path, JsonNode expected) {
        if (!holds(path, expected)) {
            throw doesNotApply("testing value %s failed: test failed".formatted(path.text()));
        }
    }

    JsonNode copyOf(Pointer from) {
        @Nullable JsonNode value = find(from);
        if (value == null) {
            throw missing("copy", from);
        }
        countCopied(value, 0);
        return value.deepCopy();
    }

    private void countCopied(JsonNode node, int depth) {
        copiedBytes += node.isContainer() ? 2 : node.asString().length() + 2;
        if (copiedBytes > COPIED_BYTES_MAX) {
            throw doesNotApply("copy operations may add at most " + COPIED_BYTES_MAX + " bytes to the object");
        }
        if (depth > COPIED_DEPTH_MAX) {
            throw doesNotApply("copy operations may copy values of at most " + COPIED_DEPTH_MAX + " levels");
        }
        if (node instanceof ObjectNode object) {
            for (String name : object.propertyNames()) {
                copiedBytes += name.length() + 4;
            }
        }
        for (JsonNode child : node) {
            countCopied(child, depth + 1);
        }
    }

    private @Nullable JsonNode find(Pointer path) {
        @Nullable JsonNode node = root;
        for (String token : path.tokens()) {
            if (node == null) {
                return null;
            }
            node = child(node, token);
        }
        return node;
    }

    private JsonNode editableParent(String operation, Pointer path) {
        root = editable(root);
        JsonNode node = root;
        for (int i = 0; i < path.tokens().size() - 1; i++) {
            String token = path.tokens().get(i);
            @Nullable JsonNode child = child(node, token);
            if (child == null || !child.isContainer()) {
                throw missing(operation, path);
            }
            JsonNode mine = editable(child);
            put(node, token, mine);
            node = mine;
        }
        return node;
    }

    private JsonNode editable(JsonNode node) {
        if (ours.contains(node)) {
            return node;
        }
        JsonNode copy = switch (node) {
            case ObjectNode object -> Json.object().setAll(object);
            case ArrayNode array -> new ArrayNode(Json.NODES, array.size() + 1).addAll(array);
            default -> node;
        };
        ours.add(copy);
        return copy;
    }

    private static @Nullable JsonNode child(JsonNode node, String token) {
        if (node instanceof ArrayNode array) {
            int index = indexOrMinusOne(token, array.size());
            return index < 0 ? null : array.get(index);
        }
        return node.get(token);
    }

    private static void put(JsonNode parent, String token, JsonNode child) {
        if (parent instanceof ArrayNode array) {
            array.set(indexOrMinusOne(token, array.size()), child);
        } else if (parent instanceof ObjectNode object) {
            object.set(token, child);
        }
    }

    private static int index(String operation, Pointer path, int limit) {
        int index = indexOrMinusOne(path.last(), limit);
        if (index < 0) {
            throw doesNotApply("error in %s for path: '%s': Unable to access invalid index: %s"
                    .formatted(operation, path.text(), path.last()));
        }
        return index;
    }

    private static int indexOrMinusOne(String token, int limit) {
        try {
            int index = Integer.parseInt(token);
            int fromStart = index < 0 ? index + limit : index;
            return fromStart < limit ? fromStart : -1;
        } catch (NumberFormatException notAnIndex) {
            return -1;
        }
    }

    private static ApiException missing(String operation, Pointer path) {
        return doesNotApply(
                "%s operation does not apply: doc is missing path: \"%s\"".formatted(operation, path.text()));
    }

    static ApiException doesNotApply(String why) {
        return new ApiException(
                Reason.INVALID, "the server rejected our request due to an error in our request: " + why);
    }
}
