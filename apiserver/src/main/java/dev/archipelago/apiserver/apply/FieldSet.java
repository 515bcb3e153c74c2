package dev.archipelago.apiserver.apply;

import dev.archipelago.api.objects.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An immutable set of field paths, kept as a tree. A path that leads to others may or may not be in the set
/// itself.
public final class FieldSet {
    public static final FieldSet EMPTY = new FieldSet(new Node[0]);

    /// Sorted as Kubernetes sorts path elements; none without a member in or below it.
    private final Node[] nodes;

    /// A path element of the set.
    ///
    /// @param member whether the path that ends here is in the set
    record Node(String element, boolean member, FieldSet children) {
        Node union(Node other) {
            return with(member || other.member, children.union(other.children));
        }

        private boolean isVoid() {
            return !member && children.isEmpty();
        }

        private Node with(boolean newMember, FieldSet newChildren) {
            return newMember == member && Json.identical(newChildren, children)
                    ? this
                    : new Node(element, newMember, newChildren);
        }
    }

    FieldSet(Node[] nodes) {
        this.nodes = nodes;
    }

    /// The set of one path of field names, such as `spec`, `replicas`.
    public static FieldSet ofFields(String... names) {
        FieldSet set = EMPTY;
        for (int i = names.length - 1; i >= 0; i--) {
            Node node = new Node(PathElements.field(names[i]), i == names.length - 1, set);
            set = new FieldSet(new Node[] {node});
        }
        return set;
    }

    /// Reads `fieldsV1`.
    ///
    /// @throws IllegalArgumentException if it is malformed
    public static FieldSet fromJson(JsonNode fieldsV1) {
        if (!(fieldsV1 instanceof ObjectNode object)) {
            throw new IllegalArgumentException("fields are not an object: " + fieldsV1);
        }
        if (object.isEmpty()) {
            return EMPTY;
        }
        FieldSetBuilder builder = new FieldSetBuilder();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (!field.getKey().equals(".")) {
                // An element of a kind that a later version may know is dropped, as Kubernetes does.
                @Nullable String element = PathElements.canonical(field.getKey());
                if (element != null) {
                    builder.add(element, isMember(field.getValue()), fromJson(field.getValue()));
                }
            }
        }
        return builder.build();
    }

    private static boolean isMember(JsonNode node) {
        return node.isEmpty() || node.has(".");
    }

    /// Writes `fieldsV1`, with the members in Kubernetes' order.
    public ObjectNode toJson() {
        ObjectNode json = Json.object();
        writeTo(json);
        return json;
    }

    private void writeTo(ObjectNode json) {
        for (Node node : nodes) {
            ObjectNode child = Json.object();
            if (!node.children.isEmpty()) {
                if (node.member) {
                    child.set(".", Json.object());
                }
                node.children.writeTo(child);
            }
            json.set(node.element, child);
        }
    }

    public boolean isEmpty() {
        return nodes.length == 0;
    }

    /// Whether a path is in the set.
    ///
    /// @param elements in the form of `fieldsV1`, such as `f:spec`, `k:{"name":"a"}`
    public boolean has(String... elements) {
        FieldSet set = this;
        for (int i = 0; i < elements.length; i++) {
            @Nullable Node node = set.find(elements[i]);
            if (node == null) {
                return false;
            }
            if (i == elements.length - 1) {
                return node.member;
            }
            set = node.children;
        }
        return false;
    }

    @Nullable
    Node find(String element) {
        int low = 0;
        int high = nodes.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = PathElements.compare(nodes[middle].element, element);
            if (order == 0) {
                return nodes[middle];
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    List<Node> nodes() {
        return Arrays.asList(nodes);
    }

    /// What is in either set.
    public FieldSet union(FieldSet other) {
        if (other.isEmpty() || Json.identical(this, other)) {
            return this;
        }
        return isEmpty() ? other : combine(other, Combination.UNION);
    }

    /// What is in this set and not in the other. A path is not taken away with the paths below it, nor they with
    /// it.
    public FieldSet difference(FieldSet other) {
        return isEmpty() || other.isEmpty() ? this : combine(other, Combination.DIFFERENCE);
    }

    /// What is in this set and neither in nor below a path of the other.
    public FieldSet recursiveDifference(FieldSet other) {
        return isEmpty() || other.isEmpty() ? this : combine(other, Combination.RECURSIVE_DIFFERENCE);
    }

    /// What is in both sets.
    public FieldSet intersection(FieldSet other) {
        if (isEmpty() || other.isEmpty()) {
            return EMPTY;
        }
        return combine(other, Combination.INTERSECTION);
    }

    private enum Combination {
        UNION(true, true),
        DIFFERENCE(true, false),
        RECURSIVE_DIFFERENCE(true, false),
        INTERSECTION(false, false);

        private final boolean keepsLeft;
        private final boolean keepsRight;

        Combination(boolean keepsLeft, boolean keepsRight) {
            this.keepsLeft = keepsLeft;
            this.keepsRight = keepsRight;
        }

        Node of(Node a, Node b) {
            return switch (this) {
                case UNION -> a.union(b);
                case DIFFERENCE -> a.with(a.member && !b.member, a.children.difference(b.children));
                case RECURSIVE_DIFFERENCE ->
                    a.with(a.member && !b.member, b.member ? EMPTY : a.children.recursiveDifference(b.children));
                case INTERSECTION -> a.with(a.member && b.member, a.children.intersection(b.children));
            };
        }
    }

    /// Walks both sorted sets at once. Returns this very set if nothing changes.
    private FieldSet combine(FieldSet other, Combination combination) {
        List<Node> result = new ArrayList<>(nodes.length + (combination.keepsRight ? other.nodes.length : 0));
        boolean changed = false;
        int i = 0;
        int j = 0;
        while (i < nodes.length || j < other.nodes.length) {
            int order = i == nodes.length
                    ? 1
                    : j == other.nodes.length ? -1 : PathElements.compare(nodes[i].element, other.nodes[j].element);
            if (order < 0) {
                changed |= !combination.keepsLeft;
                addIf(combination.keepsLeft, nodes[i++], result);
            } else if (order > 0) {
                changed |= combination.keepsRight;
                addIf(combination.keepsRight, other.nodes[j++], result);
            } else {
                Node combined = combination.of(nodes[i], other.nodes[j++]);
                changed |= !Json.identical(combined, nodes[i++]);
                addIf(!combined.isVoid(), combined, result);
            }
        }
        if (!changed) {
            return this;
        }
        return result.isEmpty() ? EMPTY : new FieldSet(result.toArray(new Node[0]));
    }

    private static void addIf(boolean condition, Node node, List<Node> result) {
        if (condition) {
            result.add(node);
        }
    }

    /// Whether any path of this set is in the set that `fieldsV1` describes. Saves decoding it.
    boolean overlaps(JsonNode fieldsV1) {
        for (Node node : nodes) {
            @Nullable JsonNode other = fieldsV1.get(node.element);
            if (other != null && ((node.member && isMember(other)) || node.children.overlaps(other))) {
                return true;
            }
        }
        return false;
    }

    /// Whether every path of this set is in the set that `fieldsV1` describes. Saves decoding it.
    boolean isWithin(JsonNode fieldsV1) {
        for (Node node : nodes) {
            @Nullable JsonNode other = fieldsV1.get(node.element);
            if (other == null || (node.member && !isMember(other)) || !node.children.isWithin(other)) {
                return false;
            }
        }
        return true;
    }

    /// Calls the consumer with every path as it is shown in messages: at each level first the paths that end
    /// there.
    void forEachPath(Consumer<String> consumer) {
        forEachPath("", consumer);
    }

    private void forEachPath(String prefix, Consumer<String> consumer) {
        for (Node node : nodes) {
            if (node.member) {
                consumer.accept(prefix + PathElements.display(node.element));
            }
        }
        for (Node node : nodes) {
            if (!node.children.isEmpty()) {
                node.children.forEachPath(prefix + PathElements.display(node.element), consumer);
            }
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldSet set && Arrays.equals(nodes, set.nodes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(nodes);
    }

    @Override
    public String toString() {
        return toJson().toString();
    }
}
