package dev.archipelago.apiserver.openapi;

import tools.jackson.databind.JsonNode;

/// Encodes a schema as gnostic's `openapi.v2.Schema`.
final class SchemaProtobuf {
    private static final int EXTENSIONS = 31;

    private SchemaProtobuf() {}

    static ProtobufWriter schema(JsonNode schema) {
        ProtobufWriter out = new ProtobufWriter();
        schema.forEachEntry((keyword, value) -> {
            switch (keyword) {
                case "$ref" -> out.string(1, value.asString());
                case "format" -> out.string(2, value.asString());
                case "title" -> out.string(3, value.asString());
                case "description" -> out.string(4, value.asString());
                case "default" -> out.message(5, any(value));
                case "multipleOf" -> out.number(6, value.asDouble());
                case "maximum" -> out.number(7, value.asDouble());
                case "exclusiveMaximum" -> out.bool(8, value.asBoolean());
                case "minimum" -> out.number(9, value.asDouble());
                case "exclusiveMinimum" -> out.bool(10, value.asBoolean());
                case "maxLength" -> out.integer(11, value.asLong());
                case "minLength" -> out.integer(12, value.asLong());
                case "pattern" -> out.string(13, value.asString());
                case "maxItems" -> out.integer(14, value.asLong());
                case "minItems" -> out.integer(15, value.asLong());
                case "uniqueItems" -> out.bool(16, value.asBoolean());
                case "maxProperties" -> out.integer(17, value.asLong());
                case "minProperties" -> out.integer(18, value.asLong());
                case "required" -> value.forEach(name -> out.element(19, name.asString()));
                case "enum" -> value.forEach(choice -> out.message(20, any(choice)));
                case "additionalProperties" -> out.message(21, additionalProperties(value));
                case "type" -> out.message(22, strings(value));
                case "items" -> out.message(23, Version2Protobuf.wrap(1, schema(value)));
                case "properties" -> out.message(25, named(value));
                case "example" -> out.message(30, any(value));
                default -> {}
            }
        });
        extensions(out, EXTENSIONS, schema);
        return out;
    }

    /// Schemas by name.
    static ProtobufWriter named(JsonNode schemas) {
        ProtobufWriter out = new ProtobufWriter();
        schemas.forEachEntry((name, schema) -> out.message(1, pair(name, schema(schema))));
        return out;
    }

    static ProtobufWriter pair(String name, ProtobufWriter value) {
        ProtobufWriter out = new ProtobufWriter();
        out.string(1, name);
        out.message(2, value);
        return out;
    }

    /// Whatever begins with `x-`.
    static void extensions(ProtobufWriter out, int field, JsonNode node) {
        node.forEachEntry((name, value) -> {
            if (name.startsWith("x-")) {
                out.message(field, pair(name, any(value)));
            }
        });
    }

    /// Clients read this as YAML, of which JSON is a part.
    private static ProtobufWriter any(JsonNode value) {
        ProtobufWriter out = new ProtobufWriter();
        out.string(2, value.toString());
        return out;
    }

    private static ProtobufWriter additionalProperties(JsonNode value) {
        if (value.isObject()) {
            return Version2Protobuf.wrap(1, schema(value));
        }
        ProtobufWriter out = new ProtobufWriter();
        out.bool(2, value.asBoolean(false));
        return out;
    }

    private static ProtobufWriter strings(JsonNode value) {
        ProtobufWriter out = new ProtobufWriter();
        out.element(1, value.asString());
        return out;
    }
}
