package dev.archipelago.apiserver.structural;

import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import java.util.Map;
import java.util.Set;

/// The shape of a custom resource in the form that built-in kinds have too.
///
/// Text is text whatever its format: Kubernetes keeps the times and quantities of custom resources as they were
/// written.
final class StructShape {
    private StructShape() {}

    static Struct root(String name, SchemaNode node) {
        Struct struct = new Struct(name, node.atomicMap(), node.preservesUnknownFields());
        addMeta(struct);
        addProperties(struct, node);
        return struct;
    }

    private static void addMeta(Struct struct) {
        struct.add(field("apiVersion", new Schema.Scalar(ScalarType.STRING), false));
        struct.add(field("kind", new Schema.Scalar(ScalarType.STRING), false));
        struct.add(field("metadata", BuiltinKinds.type("apis.meta.v1.ObjectMeta"), false));
    }

    private static void addProperties(Struct struct, SchemaNode node) {
        for (Map.Entry<String, SchemaNode> property : node.properties().entrySet()) {
            String name = property.getKey();
            if (struct.field(name) == null) {
                struct.add(
                        field(name, shape(property.getValue()), node.required().contains(name)));
            }
        }
    }

    private static Field field(String name, Schema schema, boolean required) {
        return new Field(name, schema, required, Set.of(), null);
    }

    private static Schema shape(SchemaNode node) {
        return switch (node.type()) {
            case ANY -> new Schema.Any();
            case STRING -> new Schema.Scalar(ScalarType.STRING);
            case BOOLEAN -> new Schema.Scalar(ScalarType.BOOLEAN);
            case NUMBER -> new Schema.Scalar(ScalarType.DOUBLE);
            case INTEGER -> new Schema.Scalar(node.format().equals("int32") ? ScalarType.INT32 : ScalarType.INT64);
            case INT_OR_STRING -> new Schema.Scalar(ScalarType.INT_OR_STRING);
            case ARRAY -> new Schema.ListOf(shapeOrAny(node), node.listType(), node.listKeys());
            case OBJECT -> object(node);
        };
    }

    private static Schema shapeOrAny(SchemaNode list) {
        return list.items() == null ? new Schema.Any() : shape(list.items());
    }

    private static Schema object(SchemaNode node) {
        if (node.properties().isEmpty() && !node.embedded()) {
            if (node.values() != null) {
                return new Schema.MapOf(shape(node.values()), node.atomicMap());
            }
            if (node.additional() == SchemaNode.Additional.FREE) {
                return new Schema.MapOf(new Schema.Any(), node.atomicMap());
            }
        }
        Struct struct = new Struct("", node.atomicMap(), node.preservesUnknownFields());
        if (node.embedded()) {
            addMeta(struct);
        }
        addProperties(struct, node);
        return struct;
    }
}
