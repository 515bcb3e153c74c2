package dev.archipelago.apiserver.openapi;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Encodes a version 2 document as gnostic's `openapi.v2.Document`, which is the only form that kubectl reads of it.
/// Field numbers are gnostic's; what our documents never contain is not encoded.
final class Version2Protobuf {
    private static final Map<String, Integer> METHODS =
            Map.of("get", 2, "put", 3, "post", 4, "delete", 5, "options", 6, "head", 7, "patch", 8);

    private Version2Protobuf() {}

    static byte[] encode(JsonNode document) {
        ProtobufWriter out = new ProtobufWriter();
        out.string(1, text(document, "swagger"));
        out.message(2, info(document.path("info")));
        out.message(8, paths(document.path("paths")));
        out.message(9, SchemaProtobuf.named(document.path("definitions")));
        for (JsonNode requirement : document.path("security")) {
            out.message(12, securityRequirement(requirement));
        }
        out.message(13, securityDefinitions(document.path("securityDefinitions")));
        return out.toBytes();
    }

    private static ProtobufWriter info(JsonNode info) {
        ProtobufWriter out = new ProtobufWriter();
        out.string(1, text(info, "title"));
        out.string(2, text(info, "version"));
        return out;
    }

    private static ProtobufWriter paths(JsonNode paths) {
        ProtobufWriter out = new ProtobufWriter();
        paths.forEachEntry((path, item) -> out.message(2, SchemaProtobuf.pair(path, pathItem(item))));
        return out;
    }

    private static ProtobufWriter pathItem(JsonNode item) {
        ProtobufWriter out = new ProtobufWriter();
        item.forEachEntry((name, value) -> {
            Integer field = METHODS.get(name);
            if (field != null) {
                out.message(field, operation(value));
            }
        });
        item.path("parameters").forEach(parameter -> out.message(9, parametersItem(parameter)));
        return out;
    }

    private static ProtobufWriter operation(JsonNode operation) {
        ProtobufWriter out = new ProtobufWriter();
        out.string(5, text(operation, "operationId"));
        operation.path("produces").forEach(type -> out.element(6, type.asString()));
        operation.path("consumes").forEach(type -> out.element(7, type.asString()));
        operation.path("parameters").forEach(parameter -> out.message(8, parametersItem(parameter)));
        out.message(9, responses(operation.path("responses")));
        SchemaProtobuf.extensions(out, 13, operation);
        return out;
    }

    /// Either a body or not, each wrapped in the alternative it is.
    private static ProtobufWriter parametersItem(JsonNode parameter) {
        ProtobufWriter alternative = new ProtobufWriter();
        switch (text(parameter, "in")) {
            case "body" -> alternative.message(1, bodyParameter(parameter));
            case "query" -> alternative.message(2, wrap(3, plainParameter(parameter, 6, 20)));
            case "path" -> alternative.message(2, wrap(4, plainParameter(parameter, 5, 19)));
            default -> throw new IllegalArgumentException("no such place for a parameter: " + parameter);
        }
        return wrap(1, alternative);
    }

    private static ProtobufWriter bodyParameter(JsonNode parameter) {
        ProtobufWriter out = new ProtobufWriter();
        out.string(2, text(parameter, "name"));
        out.string(3, "body");
        out.bool(4, parameter.path("required").asBoolean(false));
        out.message(5, SchemaProtobuf.schema(parameter.path("schema")));
        return out;
    }

    /// Query and path parameters differ only in the numbers of their later fields.
    private static ProtobufWriter plainParameter(JsonNode parameter, int typeField, int uniqueItemsField) {
        ProtobufWriter out = new ProtobufWriter();
        out.bool(1, parameter.path("required").asBoolean(false));
        out.string(2, text(parameter, "in"));
        out.string(3, text(parameter, "description"));
        out.string(4, text(parameter, "name"));
        out.string(typeField, text(parameter, "type"));
        out.bool(uniqueItemsField, parameter.path("uniqueItems").asBoolean(false));
        return out;
    }

    private static ProtobufWriter responses(JsonNode responses) {
        ProtobufWriter out = new ProtobufWriter();
        responses.forEachEntry((code, response) -> {
            ProtobufWriter value = new ProtobufWriter();
            value.string(1, text(response, "description"));
            if (response.has("schema")) {
                value.message(2, wrap(1, SchemaProtobuf.schema(response.path("schema"))));
            }
            out.message(1, SchemaProtobuf.pair(code, wrap(1, value)));
        });
        return out;
    }

    private static ProtobufWriter securityRequirement(JsonNode requirement) {
        ProtobufWriter out = new ProtobufWriter();
        requirement.forEachEntry((name, scopes) -> {
            ProtobufWriter list = new ProtobufWriter();
            scopes.forEach(scope -> list.element(1, scope.asString()));
            out.message(1, SchemaProtobuf.pair(name, list));
        });
        return out;
    }

    private static ProtobufWriter securityDefinitions(JsonNode definitions) {
        ProtobufWriter out = new ProtobufWriter();
        definitions.forEachEntry((name, definition) -> {
            ProtobufWriter apiKey = new ProtobufWriter();
            apiKey.string(1, text(definition, "type"));
            apiKey.string(2, text(definition, "name"));
            apiKey.string(3, text(definition, "in"));
            apiKey.string(4, text(definition, "description"));
            out.message(1, SchemaProtobuf.pair(name, wrap(2, apiKey)));
        });
        return out;
    }

    static ProtobufWriter wrap(int field, ProtobufWriter message) {
        ProtobufWriter out = new ProtobufWriter();
        out.message(field, message);
        return out;
    }

    static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }
}
