package dev.archipelago.apiserver.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import dev.archipelago.apiserver.structural.JsonType;
import dev.archipelago.apiserver.structural.SchemaNode;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes the shapes of a schema.
final class Shapes {
    private final Map<String, CelType> structs = new LinkedHashMap<>();

    /// The shape of values; null when the schema says too little for rules to see them.
    ///
    /// @param resource whether the value is a whole object, with apiVersion, kind and a name
    /// @param name for the type, in error messages
    @Nullable
    Shape of(SchemaNode node, boolean resource, String name) {
        return switch (node.type()) {
            case ANY -> null;
            case INT_OR_STRING -> leaf(node, SimpleType.DYN);
            case BOOLEAN -> leaf(node, SimpleType.BOOL);
            case NUMBER -> leaf(node, SimpleType.DOUBLE);
            case INTEGER -> leaf(node, SimpleType.INT);
            case STRING -> leaf(node, text(node.format()));
            case ARRAY -> list(node, name);
            case OBJECT -> node.values() == null ? object(node, resource, name) : map(node, node.values(), name);
        };
    }

    private static Shape leaf(SchemaNode node, CelType type) {
        return new Shape(type, node, Map.of(), null);
    }

    private static CelType text(String format) {
        return switch (format) {
            case "byte" -> SimpleType.BYTES;
            case "duration" -> SimpleType.DURATION;
            case "date", "date-time" -> SimpleType.TIMESTAMP;
            default -> SimpleType.STRING;
        };
    }

    private @Nullable Shape list(SchemaNode node, String name) {
        SchemaNode items = node.items();
        Shape element = items == null ? null : of(items, items.embedded(), name + ".@idx");
        return element == null ? null : new Shape(ListType.create(element.type()), node, Map.of(), element);
    }

    private @Nullable Shape map(SchemaNode node, SchemaNode values, String name) {
        Shape element = of(values, values.embedded(), name + ".@elem");
        return element == null
                ? null
                : new Shape(MapType.create(SimpleType.STRING, element.type()), node, Map.of(), element);
    }

    private Shape object(SchemaNode node, boolean resource, String name) {
        Map<String, Shape.Field> fields = new LinkedHashMap<>();
        for (Map.Entry<String, SchemaNode> property : node.properties().entrySet()) {
            String escaped = Identifiers.escape(property.getKey());
            Shape shape = of(property.getValue(), property.getValue().embedded(), name + '.' + property.getKey());
            if (escaped != null && shape != null) {
                fields.put(escaped, new Shape.Field(property.getKey(), shape));
            }
        }
        if (resource) {
            addMeta(node, fields, name);
        }
        ImmutableMap<String, CelType> types = types(fields);
        StructType type = StructType.create(name, types.keySet(), field -> Optional.ofNullable(types.get(field)));
        structs.put(name, type);
        return new Shape(type, node, fields, null);
    }

    /// Rules see what every object has, and of its metadata only the names: the rest is not theirs to judge.
    private void addMeta(SchemaNode node, Map<String, Shape.Field> fields, String name) {
        SchemaNode metadata = node.properties().get("metadata");
        boolean complete = metadata != null
                && isText(metadata.properties().get("name"))
                && isText(metadata.properties().get("generateName"));
        if (!complete) {
            SchemaNode names = Metadata.NODE;
            Shape shape = object(names, false, name + ".metadata");
            fields.put("metadata", new Shape.Field("metadata", shape));
        }
        Shape text = leaf(Metadata.TEXT, SimpleType.STRING);
        fields.put("apiVersion", new Shape.Field("apiVersion", text));
        fields.put("kind", new Shape.Field("kind", text));
    }

    private static boolean isText(@Nullable SchemaNode node) {
        return node != null && node.type() == JsonType.STRING;
    }

    private static ImmutableMap<String, CelType> types(Map<String, Shape.Field> fields) {
        ImmutableMap.Builder<String, CelType> types = ImmutableMap.builder();
        fields.forEach((name, field) -> types.put(name, field.shape().type()));
        return types.buildOrThrow();
    }

    /// Tells the type checker of the objects seen so far.
    CelTypeProvider types() {
        return new StructTypes(ImmutableMap.copyOf(structs));
    }

    private record StructTypes(ImmutableMap<String, CelType> byName) implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return byName.values();
        }

        @Override
        public Optional<CelType> findType(String typeName) {
            return Optional.ofNullable(byName.get(typeName));
        }
    }
}
