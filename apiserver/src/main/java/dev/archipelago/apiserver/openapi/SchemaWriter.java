package dev.archipelago.apiserver.openapi;

import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Field.PatchStrategy;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.Any;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.ListType;
import dev.archipelago.model.schema.Schema.MapOf;
import dev.archipelago.model.schema.Schema.Scalar;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import java.util.function.Consumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes a [Schema] as OpenAPI. Built-in types become references, and whoever collects definitions is told of them;
/// anonymous types of custom resources are written out in place.
final class SchemaWriter {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Dialect dialect;
    private final Consumer<Struct> onReference;
    private final Consumer<String> onValueReference;

    /// @param onReference told of each built-in type that is referred to
    /// @param onValueReference told of each named value, such as [DefinitionNames#QUANTITY]
    SchemaWriter(Dialect dialect, Consumer<Struct> onReference, Consumer<String> onValueReference) {
        this.dialect = dialect;
        this.onReference = onReference;
        this.onValueReference = onValueReference;
    }

    /// The object itself, not a reference to it.
    ObjectNode struct(Struct struct) {
        ObjectNode node = JSON.objectNode();
        describe(node, Descriptions.ofType(struct.name()));
        node.put("type", "object");
        ObjectNode properties = JSON.objectNode();
        ArrayNode required = JSON.arrayNode();
        for (Field field : struct.fields()) {
            properties.set(field.name(), property(struct, field));
            if (field.required()) {
                required.add(field.name());
            }
        }
        if (!properties.isEmpty()) {
            node.set("properties", properties);
        }
        if (!required.isEmpty()) {
            node.set("required", required);
        }
        if (struct.atomic()) {
            node.put("x-kubernetes-map-type", "atomic");
        }
        if (struct.preservesUnknownFields()) {
            node.put("x-kubernetes-preserve-unknown-fields", true);
        }
        return node;
    }

    private ObjectNode property(Struct owner, Field field) {
        ObjectNode node = field.schema() instanceof Any
                ? any(owner.name(), field.name())
                : schema(owner.name(), field.schema(), true);
        describe(node, Descriptions.ofField(owner.name(), field.name()));
        if (!field.patchStrategies().isEmpty()) {
            node.put("x-kubernetes-patch-strategy", patchStrategies(field));
        }
        if (field.mergeKey() != null) {
            node.put("x-kubernetes-patch-merge-key", field.mergeKey());
        }
        return node;
    }

    private static void describe(ObjectNode node, String text) {
        if (!text.isEmpty()) {
            node.put("description", text);
        }
    }

    private static String patchStrategies(Field field) {
        StringBuilder names = new StringBuilder();
        for (PatchStrategy strategy : PatchStrategy.values()) {
            if (field.patchStrategies().contains(strategy)) {
                names.append(names.isEmpty() ? "" : ",")
                        .append(
                                switch (strategy) {
                                    case MERGE -> "merge";
                                    case REPLACE -> "replace";
                                    case RETAIN_KEYS -> "retainKeys";
                                });
            }
        }
        return names.toString();
    }

    private ObjectNode schema(String owner, Schema schema, boolean extensible) {
        return switch (schema) {
            case Scalar scalar -> scalar(scalar.type(), extensible);
            case Any _ -> any(owner, "");
            case ListOf list -> list(owner, list);
            case MapOf map -> map(owner, map);
            case Struct struct -> reference(struct, extensible);
        };
    }

    private ObjectNode list(String owner, ListOf list) {
        ObjectNode node = JSON.objectNode().put("type", "array");
        node.set("items", schema(owner, list.element(), false));
        node.put(
                "x-kubernetes-list-type",
                switch (list.listType()) {
                    case ATOMIC -> "atomic";
                    case SET -> "set";
                    case MAP -> "map";
                });
        if (list.listType() == ListType.MAP) {
            ArrayNode keys = node.putArray("x-kubernetes-list-map-keys");
            list.mapKeys().forEach(keys::add);
        }
        return node;
    }

    private ObjectNode map(String owner, MapOf map) {
        ObjectNode node = JSON.objectNode().put("type", "object");
        node.set("additionalProperties", schema(owner, map.value(), false));
        if (map.atomic()) {
            node.put("x-kubernetes-map-type", "atomic");
        }
        return node;
    }

    private ObjectNode reference(Struct struct, boolean extensible) {
        Struct builtin = BuiltinKinds.findType(struct.name()).orElse(null);
        if (builtin == null) {
            return struct(struct);
        }
        onReference.accept(builtin);
        ObjectNode node = named(DefinitionNames.ofType(struct.name()), extensible);
        if (builtin.atomic() && !struct.atomic()) {
            node.put("x-kubernetes-map-type", "granular");
        }
        return node;
    }

    private ObjectNode scalar(ScalarType type, boolean extensible) {
        return switch (type) {
            case STRING, DURATION -> JSON.objectNode().put("type", "string");
            case BOOLEAN -> JSON.objectNode().put("type", "boolean");
            case INT32 -> JSON.objectNode().put("type", "integer").put("format", "int32");
            case INT64 -> JSON.objectNode().put("type", "integer").put("format", "int64");
            case DOUBLE -> JSON.objectNode().put("type", "number").put("format", "double");
            case BYTES -> JSON.objectNode().put("type", "string").put("format", "byte");
            case TIME -> value(DefinitionNames.META + "Time", extensible);
            case MICRO_TIME -> value(DefinitionNames.META + "MicroTime", extensible);
            case QUANTITY -> value(DefinitionNames.QUANTITY, extensible);
            case INT_OR_STRING -> value(DefinitionNames.INT_OR_STRING, extensible);
        };
    }

    /// Kubernetes has several names for a value of any shape.
    private ObjectNode any(String owner, String field) {
        if (owner.equals("apis.apiextensions.v1.JSONSchemaProps")) {
            return value(DefinitionNames.JSON, true);
        }
        if (field.equals("fieldsV1")) {
            return value(DefinitionNames.META + "FieldsV1", true);
        }
        return BuiltinKinds.findType(owner).isPresent()
                ? value(DefinitionNames.RAW_EXTENSION, true)
                : JSON.objectNode().put("x-kubernetes-preserve-unknown-fields", true);
    }

    private ObjectNode value(String definition, boolean extensible) {
        onValueReference.accept(definition);
        return named(definition, extensible);
    }

    private ObjectNode named(String definition, boolean extensible) {
        return extensible ? dialect.extensibleReference(definition) : dialect.reference(definition);
    }
}
