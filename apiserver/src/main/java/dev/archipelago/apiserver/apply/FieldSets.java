package dev.archipelago.apiserver.apply;

import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Struct;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The fields of whole objects as sets of paths, without those that nobody owns: the type and most of the
/// metadata that the server itself writes.
public final class FieldSets {
    /// Fields at the root that are in no set.
    static final Set<String> UNTRACKED = Set.of("apiVersion", "kind");

    /// Fields of `metadata` that are in no set.
    static final Set<String> UNTRACKED_METADATA = Set.of(
            "name",
            "namespace",
            "creationTimestamp",
            "selfLink",
            "uid",
            "clusterName",
            "generation",
            "managedFields",
            "resourceVersion");

    private FieldSets() {}

    /// The fields that an object sets, as the one who applies it owns them.
    public static FieldSet of(ObjectNode object, Struct schema) {
        FieldSetBuilder set = new FieldSetBuilder();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String name = field.getKey();
            if (name.equals("metadata")) {
                FieldSet metadata = fields(field.getValue(), Shapes.child(schema, name), UNTRACKED_METADATA);
                if (!metadata.isEmpty()) {
                    set.add(PathElements.field(name), false, metadata);
                }
            } else if (!UNTRACKED.contains(name)) {
                addField(set, schema, name, field.getValue());
            }
        }
        return set.build();
    }

    /// How an object differs from an older one, or from nothing.
    public static FieldComparison compare(@Nullable ObjectNode older, ObjectNode newer, Struct schema) {
        return Comparer.compare(older, newer, schema);
    }

    private static FieldSet fields(JsonNode object, Schema schema, Set<String> untracked) {
        FieldSetBuilder set = new FieldSetBuilder();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (!untracked.contains(field.getKey())) {
                addField(set, schema, field.getKey(), field.getValue());
            }
        }
        return set.build();
    }

    private static void addField(FieldSetBuilder set, Schema parent, String name, JsonNode value) {
        boolean member = !Shapes.isNamed(parent, name) || value.isNull() || (value.isObject() && value.isEmpty());
        add(set, PathElements.field(name), Shapes.child(parent, name), value, member);
    }

    private static void add(FieldSetBuilder set, String element, Schema schema, JsonNode value, boolean member) {
        if (Shapes.isLeaf(schema, value)) {
            set.add(element, true, FieldSet.EMPTY);
            return;
        }
        FieldSet children = schema instanceof ListOf list ? items(value, list) : fields(value, schema, Set.of());
        if (member || !children.isEmpty()) {
            set.add(element, member, children);
        }
    }

    private static FieldSet items(JsonNode array, ListOf list) {
        FieldSetBuilder set = new FieldSetBuilder();
        Set<String> seen = new HashSet<>();
        for (JsonNode item : array) {
            @Nullable String element = PathElements.item(list, item);
            if (element == null) {
                continue;
            }
            if (seen.add(element)) {
                add(set, element, list.element(), item, true);
            }
        }
        return set.build();
    }
}
