package dev.archipelago.apiserver.openapi;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes operations under their paths.
final class PathsWriter {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> OBJECT_TYPES = List.of("application/json", "application/yaml");

    private final Dialect dialect;

    PathsWriter(Dialect dialect) {
        this.dialect = dialect;
    }

    ObjectNode paths(List<Operation> operations) {
        Map<String, ObjectNode> paths = new TreeMap<>();
        for (Operation operation : operations) {
            paths.computeIfAbsent(operation.path(), this::path)
                    .set(operation.action().method(), operation(operation));
        }
        ObjectNode node = JSON.objectNode();
        paths.forEach(node::set);
        return node;
    }

    private ObjectNode path(String path) {
        ObjectNode node = JSON.objectNode();
        ArrayNode parameters = node.putArray("parameters");
        if (path.contains("{name}")) {
            parameter(parameters, "path", "name", "string", "The name of the object.")
                    .put("required", true);
        }
        if (path.contains("{namespace}")) {
            parameter(parameters, "path", "namespace", "string", "The namespace of the object.")
                    .put("required", true);
        }
        parameter(parameters, "query", "pretty", "string", "\"true\" lays the answer out for people.");
        return node;
    }

    private ObjectNode parameter(ArrayNode parameters, String in, String name, String type, String description) {
        ObjectNode node = parameters.addObject().put("name", name).put("in", in).put("description", description);
        switch (dialect) {
            case V2 -> node.put("type", type).put("uniqueItems", true);
            case V3 -> node.putObject("schema").put("type", type).put("uniqueItems", true);
        }
        return node;
    }

    private ObjectNode operation(Operation operation) {
        ObjectNode node = JSON.objectNode().put("operationId", operation.id());
        ArrayNode parameters = JSON.arrayNode();
        for (Parameter parameter : operation.action().parameters()) {
            parameter(parameters, "query", parameter.name(), parameter.type(), parameter.description());
        }
        switch (dialect) {
            case V2 -> completeV2(node, parameters, operation);
            case V3 -> completeV3(node, parameters, operation);
        }
        if (!parameters.isEmpty()) {
            node.set("parameters", parameters);
        }
        node.put("x-kubernetes-action", operation.action().word());
        node.set("x-kubernetes-group-version-kind", SchemaDefinitions.groupVersionKind(operation.kind()));
        return node;
    }

    private void completeV2(ObjectNode node, ArrayNode parameters, Operation operation) {
        strings(node, "consumes", requestTypes(operation));
        strings(node, "produces", responseTypes(operation));
        if (!operation.body().isEmpty()) {
            parameters
                    .addObject()
                    .put("name", "body")
                    .put("in", "body")
                    .put("required", bodyRequired(operation))
                    .set("schema", dialect.reference(operation.body()));
        }
        ObjectNode response = node.putObject("responses").putObject("200").put("description", "OK");
        response.set("schema", responseSchema(operation));
    }

    private void completeV3(ObjectNode node, ArrayNode parameters, Operation operation) {
        if (!operation.body().isEmpty()) {
            ObjectNode body = node.putObject("requestBody").put("required", bodyRequired(operation));
            ObjectNode content = body.putObject("content");
            for (String type : requestTypes(operation)) {
                content.putObject(type).set("schema", dialect.reference(operation.body()));
            }
        }
        ObjectNode response = node.putObject("responses").putObject("200").put("description", "OK");
        ObjectNode content = response.putObject("content");
        for (String type : responseTypes(operation)) {
            content.putObject(type).set("schema", responseSchema(operation));
        }
    }

    private ObjectNode responseSchema(Operation operation) {
        return operation.response().isEmpty()
                ? JSON.objectNode().put("type", "string")
                : dialect.reference(operation.response());
    }

    private static boolean bodyRequired(Operation operation) {
        return !operation.action().method().equals("delete");
    }

    /// A custom resource has no merge keys, so it cannot be patched strategically.
    private static List<String> requestTypes(Operation operation) {
        if (operation.action() != Action.PATCH) {
            return OBJECT_TYPES;
        }
        return operation.custom()
                ? List.of("application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml")
                : List.of(
                        "application/json-patch+json",
                        "application/merge-patch+json",
                        "application/strategic-merge-patch+json",
                        "application/apply-patch+yaml");
    }

    private static List<String> responseTypes(Operation operation) {
        return operation.response().isEmpty() ? List.of("*/*") : OBJECT_TYPES;
    }

    private static void strings(ObjectNode node, String name, List<String> values) {
        ArrayNode array = node.putArray(name);
        values.forEach(array::add);
    }
}
