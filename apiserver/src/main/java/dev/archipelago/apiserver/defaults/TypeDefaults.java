package dev.archipelago.apiserver.defaults;

import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Struct;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The defaults of one type, compiled: its own, and those of the fields that lead to types with defaults.
final class TypeDefaults {
    private final List<ConstantDefault> constants;
    private final @Nullable Consumer<ObjectNode> computed;
    private Inner[] inner = {};

    private record Inner(String field, TypeDefaults defaults) {}

    private TypeDefaults(Struct type) {
        constants = ConstantDefaults.of(type.name());
        computed = ComputedDefaults.of(type.name());
    }

    void apply(ObjectNode object) {
        for (ConstantDefault constant : constants) {
            constant.apply(object);
        }
        if (computed != null) {
            computed.accept(object);
        }
        for (Inner each : inner) {
            JsonNode value = object.get(each.field);
            if (value != null) {
                each.defaults.applyWithin(value);
            }
        }
    }

    /// The value is an object of this type, or a list of them.
    private void applyWithin(JsonNode value) {
        if (value instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                applyWithin(array.get(i));
            }
        } else if (value instanceof ObjectNode object) {
            apply(object);
        }
    }

    static TypeDefaults compile(Struct type) {
        return compile(type, new HashMap<>());
    }

    private static TypeDefaults compile(Struct type, Map<Struct, TypeDefaults> compiled) {
        TypeDefaults known = compiled.get(type);
        if (known != null) {
            return known;
        }
        TypeDefaults defaults = new TypeDefaults(type);
        compiled.put(type, defaults);
        List<Inner> inner = new ArrayList<>();
        for (Field field : type.fields()) {
            Struct struct = structIn(field.schema());
            if (struct != null && hasDefaults(struct, new HashSet<>())) {
                inner.add(new Inner(field.name(), compile(struct, compiled)));
            }
        }
        defaults.inner = inner.toArray(Inner[]::new);
        return defaults;
    }

    private static boolean hasDefaults(Struct type, Set<Struct> seen) {
        if (!seen.add(type)) {
            return false;
        }
        if (!ConstantDefaults.of(type.name()).isEmpty() || ComputedDefaults.of(type.name()) != null) {
            return true;
        }
        for (Field field : type.fields()) {
            Struct struct = structIn(field.schema());
            if (struct != null && hasDefaults(struct, seen)) {
                return true;
            }
        }
        return false;
    }

    /// No built-in type with defaults is the value of a map, so maps are not entered.
    private static @Nullable Struct structIn(Schema schema) {
        if (schema instanceof Schema.ListOf list) {
            return structIn(list.element());
        }
        return schema instanceof Struct struct ? struct : null;
    }
}
