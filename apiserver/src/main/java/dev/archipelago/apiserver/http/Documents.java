package dev.archipelago.apiserver.http;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.discovery.Discovery;
import dev.archipelago.apiserver.openapi.OpenApi;
import dev.archipelago.apiserver.openapi.OpenApiDocument;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.kinds.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What the server says about itself, made for one catalog.
final class Documents {
    private final Discovery discovery;
    private final OpenApi openApi;

    Documents(Catalog catalog, String address) {
        List<ResourceKind> kinds = new ArrayList<>(BuiltinKinds.all());
        catalog.all().stream().filter(served -> served.custom()).forEach(served -> kinds.add(served.kind()));
        discovery = new Discovery(kinds, address);
        openApi = new OpenApi(kinds, catalog::schemaOf);
    }

    Discovery discovery() {
        return discovery;
    }

    void openApi(Exchange exchange, String path) {
        OpenApiDocument document = find(exchange, path);
        String etag = '"' + document.hash() + '"';
        exchange.response().getHeaders().put("ETag", etag);
        exchange.response().getHeaders().put("Vary", "Accept");
        if (exchange.header("If-None-Match").equals(etag)) {
            exchange.respond(304, document.contentType(), new byte[0]);
        } else {
            exchange.respond(200, document.contentType(), document.body());
        }
    }

    private OpenApiDocument find(Exchange exchange, String path) {
        return switch (path) {
            case "/openapi/v2" -> openApi.version2(exchange.header("Accept"));
            case "/openapi/v3" -> openApi.index();
            default -> {
                if (!path.startsWith("/openapi/v3/")) {
                    throw ApiHandler.noSuchResource();
                }
                yield openApi.groupVersion(path.substring("/openapi/v3/".length()))
                        .orElseThrow(ApiHandler::noSuchResource);
            }
        };
    }

    /// The list of paths at the root.
    byte[] paths() {
        ObjectNode root = Json.object();
        ArrayNode paths = root.putArray("paths");
        for (String path : new String[] {
            "/api", "/apis", "/healthz", "/livez", "/metrics", "/openapi/v2", "/openapi/v3", "/readyz", "/version"
        }) {
            paths.add(path);
        }
        return Json.bytes(root);
    }
}
