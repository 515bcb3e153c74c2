package dev.archipelago.apiserver.openapi;

import dev.archipelago.model.kinds.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The OpenAPI documents for a set of served kinds. Immutable: when kinds come or go, make a new one.
///
/// Making a document takes a while, so each is made when first asked for, and then kept. Safe on any thread.
public final class OpenApi {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String VERSION_2 = "v2";
    private static final String VERSION_2_PROTOBUF = "v2 protobuf";
    private static final String INDEX = "v3";

    private final List<ResourceKind> kinds;
    private final Map<String, List<ResourceKind>> byPath = new TreeMap<>();
    private final CustomSchemas customSchemas;
    private final Map<String, OpenApiDocument> groupVersions = new ConcurrentHashMap<>();
    private final Map<String, OpenApiDocument> overviews = new ConcurrentHashMap<>();

    public OpenApi(List<ResourceKind> kinds, CustomSchemas customSchemas) {
        this.kinds = List.copyOf(kinds);
        this.customSchemas = customSchemas;
        for (ResourceKind kind : kinds) {
            String path = (kind.group().isEmpty() ? "api/" : "apis/") + kind.apiVersion();
            byPath.computeIfAbsent(path, groupVersion -> new ArrayList<>()).add(kind);
        }
    }

    /// `/openapi/v3`: which documents there are, with their hashes.
    public OpenApiDocument index() {
        return overviews.computeIfAbsent(INDEX, key -> json(buildIndex()));
    }

    /// `/openapi/v3/…`, for a path such as `api/v1` or `apis/apps/v1`.
    public Optional<OpenApiDocument> groupVersion(String path) {
        List<ResourceKind> members = byPath.get(path);
        return members == null
                ? Optional.empty()
                : Optional.of(groupVersions.computeIfAbsent(path, key -> json(version3(members))));
    }

    /// `/openapi/v2`, as JSON or, for clients whose `Accept` header asks for it, as protobuf.
    public OpenApiDocument version2(String accept) {
        return accept.contains("com.github.proto-openapi.spec.v2")
                ? overviews.computeIfAbsent(VERSION_2_PROTOBUF, key -> protobuf(version2()))
                : overviews.computeIfAbsent(VERSION_2, key -> json(version2()));
    }

    private ObjectNode buildIndex() {
        ObjectNode document = JSON.objectNode();
        ObjectNode paths = document.putObject("paths");
        for (String path : byPath.keySet()) {
            String hash = groupVersion(path).orElseThrow().hash();
            paths.putObject(path).put("serverRelativeURL", "/openapi/v3/" + path + "?hash=" + hash);
        }
        return document;
    }

    private ObjectNode version3(List<ResourceKind> members) {
        ObjectNode document = JSON.objectNode().put("openapi", "3.0.0");
        describe(document);
        SchemaDefinitions definitions = new SchemaDefinitions(Dialect.V3, customSchemas);
        List<Operation> operations = Operations.of(members, definitions);
        document.set("paths", new PathsWriter(Dialect.V3).paths(operations));
        ObjectNode components = document.putObject("components");
        components.set("schemas", definitions.json());
        bearerToken(components.putObject("securitySchemes"));
        return document;
    }

    private ObjectNode version2() {
        ObjectNode document = JSON.objectNode().put("swagger", "2.0");
        describe(document);
        SchemaDefinitions definitions = new SchemaDefinitions(Dialect.V2, customSchemas);
        List<Operation> operations = Operations.of(kinds, definitions);
        document.set("paths", new PathsWriter(Dialect.V2).paths(operations));
        document.set("definitions", definitions.json());
        bearerToken(document.putObject("securityDefinitions"));
        document.putArray("security").addObject().putArray("BearerToken");
        return document;
    }

    private static void describe(ObjectNode document) {
        document.putObject("info").put("title", "Kubernetes").put("version", "unversioned");
    }

    private static void bearerToken(ObjectNode schemes) {
        schemes.putObject("BearerToken")
                .put("type", "apiKey")
                .put("name", "authorization")
                .put("in", "header")
                .put("description", "A bearer token.");
    }

    private static OpenApiDocument json(ObjectNode document) {
        return OpenApiDocument.of(OpenApiDocument.JSON, MAPPER.writeValueAsBytes(document));
    }

    private static OpenApiDocument protobuf(ObjectNode document) {
        return OpenApiDocument.of(OpenApiDocument.PROTOBUF_V2, Version2Protobuf.encode(document));
    }
}
