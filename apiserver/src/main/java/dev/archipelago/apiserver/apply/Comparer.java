package dev.archipelago.apiserver.apply;

import dev.archipelago.api.objects.Json;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.ListType;
import dev.archipelago.model.schema.Struct;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds the differences between two objects in one walk. Text for path elements is made only where they differ.
final class Comparer {
    private static final ObjectNode NOTHING = Json.object();

    private @Nullable FieldSetBuilder added;
    private @Nullable FieldSetBuilder modified;
    private @Nullable FieldSetBuilder removed;

    private Comparer() {}

    static FieldComparison compare(@Nullable ObjectNode older, ObjectNode newer, Struct schema) {
        ObjectNode before = older == null ? NOTHING : older;
        Comparer root = new Comparer();
        if (!Json.identical(before, newer)) {
            root.compareFields(schema, before, newer, FieldSets.UNTRACKED);
        }
        return new FieldComparison(build(root.added), build(root.modified), build(root.removed));
    }

    private static FieldSet build(@Nullable FieldSetBuilder builder) {
        return builder == null ? FieldSet.EMPTY : builder.build();
    }

    private void compareFields(
            Schema schema, @Nullable ObjectNode older, @Nullable ObjectNode newer, Set<String> untracked) {
        boolean both = older != null && newer != null;
        int shared = 0;
        if (newer != null) {
            for (Map.Entry<String, JsonNode> field : newer.properties()) {
                @Nullable JsonNode before = older == null ? null : older.get(field.getKey());
                shared += before == null ? 0 : 1;
                if (!untracked.contains(field.getKey())) {
                    compareField(schema, field.getKey(), before, field.getValue(), both, untracked);
                }
            }
        }
        if (older != null && older.size() > shared) {
            for (Map.Entry<String, JsonNode> field : older.properties()) {
                String name = field.getKey();
                if ((newer == null || newer.get(name) == null) && !untracked.contains(name)) {
                    compareField(schema, name, field.getValue(), null, both, untracked);
                }
            }
        }
    }

    private void compareField(
            Schema parent,
            String name,
            @Nullable JsonNode older,
            @Nullable JsonNode newer,
            boolean parentInBoth,
            Set<String> parentUntracked) {
        if (Json.identical(older, newer)) {
            return;
        }
        Schema schema = Shapes.child(parent, name);
        boolean metadata = Json.identical(parentUntracked, FieldSets.UNTRACKED) && name.equals("metadata");
        if ((older == null || newer == null) && parentInBoth && (metadata || Shapes.neverOmitted(parent, name))) {
            compareNeverOmitted(schema, name, older, newer, metadata);
            return;
        }
        if (!descends(schema, older, newer)) {
            compareLeaf(PathElements.field(name), older, newer);
            return;
        }
        Comparer inner = new Comparer();
        inner.compareInside(schema, older, newer, metadata ? FieldSets.UNTRACKED_METADATA : Set.of());
        if (older == null || newer == null || !inner.isEmpty()) {
            take(PathElements.field(name), inner, older == null, newer == null);
        }
        if (older != null && newer != null && changesForm(older, newer)) {
            modify(PathElements.field(name));
        }
    }

    /// What is missing counts as empty, so that only what is inside is added or removed.
    private void compareNeverOmitted(
            Schema schema, String name, @Nullable JsonNode older, @Nullable JsonNode newer, boolean metadata) {
        JsonNode before = older == null ? NOTHING : older;
        JsonNode after = newer == null ? NOTHING : newer;
        if (descends(schema, before, after)) {
            Comparer inner = new Comparer();
            inner.compareInside(schema, before, after, metadata ? FieldSets.UNTRACKED_METADATA : Set.of());
            take(PathElements.field(name), inner, false, false);
        } else if (!(before.isContainer() && before.isEmpty() && after.isContainer() && after.isEmpty())) {
            compareLeaf(PathElements.field(name), older, newer);
        }
    }

    private void compareLeaf(String element, @Nullable JsonNode older, @Nullable JsonNode newer) {
        if (older == null || newer == null) {
            take(element, null, older == null, newer == null);
        } else if (!Shapes.same(older, newer)) {
            modify(element);
        }
    }

    private void compareInside(
            Schema schema, @Nullable JsonNode older, @Nullable JsonNode newer, Set<String> untracked) {
        if (schema instanceof ListOf list) {
            compareItems(list, older instanceof ArrayNode a ? a : null, newer instanceof ArrayNode b ? b : null);
        } else {
            compareFields(
                    schema,
                    older instanceof ObjectNode a ? a : null,
                    newer instanceof ObjectNode b ? b : null,
                    untracked);
        }
    }

    private void compareItems(ListOf list, @Nullable ArrayNode older, @Nullable ArrayNode newer) {
        if (older != null && newer != null && older.equals(newer)) {
            return;
        }
        Items before = Items.of(list, older);
        Items after = Items.of(list, newer);
        for (String element : before.elements()) {
            compareItem(list, element, before, after);
        }
        for (String element : after.elements()) {
            if (before.first(element) == null) {
                compareItem(list, element, before, after);
            }
        }
    }

    /// Items with the same keys have one owner together, and are compared as a whole.
    private void compareItem(ListOf list, String element, Items before, Items after) {
        boolean severalBefore = before.isDuplicate(element);
        boolean severalAfter = after.isDuplicate(element);
        if (severalBefore && severalAfter) {
            if (!before.all(element).equals(after.all(element))) {
                modify(element);
            }
        } else if (severalBefore) {
            take(element, null, false, true);
            compareSingle(list.element(), element, null, after.first(element));
        } else if (severalAfter) {
            compareSingle(list.element(), element, before.first(element), null);
            take(element, null, true, false);
        } else {
            compareSingle(list.element(), element, before.first(element), after.first(element));
        }
    }

    private void compareSingle(Schema schema, String element, @Nullable JsonNode older, @Nullable JsonNode newer) {
        if (Json.identical(older, newer)) {
            return;
        }
        if (!descends(schema, older, newer)) {
            compareLeaf(element, older, newer);
            return;
        }
        Comparer inner = new Comparer();
        inner.compareInside(schema, older, newer, Set.of());
        take(element, inner, older == null, newer == null);
    }

    /// Whether the fields or items inside have owners of their own. What is empty on both sides has no inside.
    private static boolean descends(Schema schema, @Nullable JsonNode older, @Nullable JsonNode newer) {
        if (schema instanceof Struct struct) {
            return !struct.atomic() && isFilledObject(older, newer);
        } else if (schema instanceof ListOf list) {
            return list.listType() != ListType.ATOMIC && isFilledList(older, newer);
        }
        return schema instanceof Schema.MapOf map && !map.atomic() && isFilledObject(older, newer);
    }

    private static boolean isFilledList(@Nullable JsonNode older, @Nullable JsonNode newer) {
        return (older instanceof ArrayNode a && !a.isEmpty()) || (newer instanceof ArrayNode b && !b.isEmpty());
    }

    private static boolean isFilledObject(@Nullable JsonNode older, @Nullable JsonNode newer) {
        return (older instanceof ObjectNode a && !a.isEmpty()) || (newer instanceof ObjectNode b && !b.isEmpty());
    }

    /// From a scalar to a container or back, which only fields without a schema can do.
    private static boolean changesForm(JsonNode older, JsonNode newer) {
        return !older.isNull() && !newer.isNull() && older.getNodeType() != newer.getNodeType();
    }

    private boolean isEmpty() {
        return added == null && modified == null && removed == null;
    }

    private void modify(String element) {
        modified = modified == null ? new FieldSetBuilder() : modified;
        modified.add(element, true, FieldSet.EMPTY);
    }

    private void take(String element, @Nullable Comparer inner, boolean isAdded, boolean isRemoved) {
        added = take(added, element, isAdded, inner == null ? FieldSet.EMPTY : build(inner.added));
        removed = take(removed, element, isRemoved, inner == null ? FieldSet.EMPTY : build(inner.removed));
        modified = take(modified, element, false, inner == null ? FieldSet.EMPTY : build(inner.modified));
    }

    private static @Nullable FieldSetBuilder take(
            @Nullable FieldSetBuilder set, String element, boolean member, FieldSet children) {
        if (!member && children.isEmpty()) {
            return set;
        }
        FieldSetBuilder result = set == null ? new FieldSetBuilder() : set;
        result.add(element, member, children);
        return result;
    }
}
