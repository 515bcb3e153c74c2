package dev.archipelago.apiserver.apply;

import dev.archipelago.api.objects.Json;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.ListType;
import dev.archipelago.model.schema.Struct;
import java.util.Comparator;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/// What server-side apply makes of schemas and values.
final class Shapes {
    /// The schema of what no schema describes: objects have an owner per field, lists and scalars are owned
    /// whole.
    static final Struct DEDUCED = new Struct("", false, true);

    /// Built-in fields that Kubernetes never omits, empty or not, so that nobody adds or removes them as such.
    private static final Set<String> NEVER_OMITTED =
            Set.of("metadata", "spec", "status", "template", "jobTemplate", "strategy", "updateStrategy");

    private static final JsonNode TCP = StringNode.valueOf("TCP");

    private static final Comparator<JsonNode> SAME_SCALAR =
            (a, b) -> a.isNumber() && b.isNumber() ? a.decimalValue().compareTo(b.decimalValue()) : a.equals(b) ? 0 : 1;

    private Shapes() {}

    static Schema child(Schema parent, String name) {
        if (parent instanceof Struct struct) {
            @Nullable Field field = struct.field(name);
            return field == null ? DEDUCED : field.schema();
        }
        return parent instanceof Schema.MapOf map ? map.value() : DEDUCED;
    }

    /// Whether the schema names the field, as opposed to a key of a map.
    static boolean isNamed(Schema parent, String name) {
        return parent instanceof Struct struct && struct.field(name) != null;
    }

    static boolean neverOmitted(Schema parent, String name) {
        if (!(parent instanceof Struct struct) || struct.name().isEmpty()) {
            return false;
        }
        @Nullable Field field = struct.field(name);
        return field != null
                && (field.required() || (field.schema() instanceof Struct && NEVER_OMITTED.contains(name)));
    }

    /// Whether a value is owned as one piece.
    static boolean isLeaf(Schema schema, JsonNode value) {
        if (schema instanceof Struct struct) {
            return struct.atomic() || !(value.isObject() || value.isNull());
        } else if (schema instanceof ListOf list) {
            return list.listType() == ListType.ATOMIC || !(value.isArray() || value.isNull());
        }
        return !(schema instanceof Schema.MapOf map) || map.atomic() || !(value.isObject() || value.isNull());
    }

    /// The value that a key of a list has when the item does not say. Applied configurations are not defaulted,
    /// and this is the only key among the built-in kinds that has a default.
    static @Nullable JsonNode keyDefault(ListOf list, String key) {
        return key.equals("protocol")
                        && list.element() instanceof Struct struct
                        && !struct.name().isEmpty()
                ? TCP
                : null;
    }

    static boolean same(JsonNode a, JsonNode b) {
        return Json.identical(a, b) || a.equals(b) || (!a.isString() && a.equals(SAME_SCALAR, b));
    }
}
