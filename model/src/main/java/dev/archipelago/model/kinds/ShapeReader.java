package dev.archipelago.model.kinds;

import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.ListType;
import dev.archipelago.model.schema.Schema.MapOf;
import dev.archipelago.model.schema.Schema.Scalar;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Reads a field's shape: a scalar (`string`, `int-or-string`), `any`, a type name, `[]` before the element of an
/// atomic
/// list, `[set]` or `[key,key]` before that of a set or a map list, `{}` or `{atomic}` before the value of a map, and
/// `granular:` before a type that is atomic elsewhere and merges here.
final class ShapeReader {
    private static final String GRANULAR = "granular:";

    private final Map<String, Struct> types;
    private final Map<String, Schema> leaves = new HashMap<>();

    ShapeReader(Map<String, Struct> types) {
        this.types = types;
        leaves.put("any", new Schema.Any());
        for (ScalarType type : ScalarType.values()) {
            leaves.put(type.name().toLowerCase(Locale.ROOT).replace('_', '-'), new Scalar(type));
        }
    }

    Schema read(String shape) {
        return switch (shape.charAt(0)) {
            case '[' -> list(shape.substring(1, shape.indexOf(']')), read(shape.substring(shape.indexOf(']') + 1)));
            case '{' -> new MapOf(read(shape.substring(shape.indexOf('}') + 1)), shape.startsWith("{atomic}"));
            default -> leafOrStruct(shape);
        };
    }

    private static ListOf list(String kind, Schema element) {
        return switch (kind) {
            case "" -> new ListOf(element, ListType.ATOMIC, List.of());
            case "set" -> new ListOf(element, ListType.SET, List.of());
            default -> new ListOf(element, ListType.MAP, List.of(kind.split(",")));
        };
    }

    private Schema leafOrStruct(String name) {
        Schema leaf = leaves.get(name);
        if (leaf != null) {
            return leaf;
        }
        if (name.startsWith(GRANULAR)) {
            return granular(struct(name.substring(GRANULAR.length())));
        }
        return struct(name);
    }

    private Struct struct(String name) {
        Struct struct = types.get(name);
        if (struct == null) {
            throw new IllegalStateException("type " + name + " is not defined");
        }
        return struct;
    }

    /// The type's fields must have been read already.
    private static Struct granular(Struct atomic) {
        Struct copy = new Struct(atomic.name(), false, atomic.preservesUnknownFields());
        for (Field field : atomic.fields()) {
            copy.add(field);
        }
        return copy;
    }
}
