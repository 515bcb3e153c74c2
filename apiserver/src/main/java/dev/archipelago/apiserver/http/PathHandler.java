package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.discovery.DiscoveryDocument;
import dev.archipelago.apiserver.discovery.DiscoveryForm;
import dev.archipelago.apiserver.discovery.ServerVersion;
import dev.archipelago.apiserver.request.RequestInfo;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Serves what is not a resource: health, version, discovery, OpenAPI, metrics.
final class PathHandler {
    private final Supplier<Documents> documents;
    private final RequestMetrics metrics;
    private final Health health;
    private final TokenDocuments tokens;

    /// The OpenID documents by which others can check service-account tokens.
    record TokenDocuments(ObjectNode configuration, ObjectNode keys) {}

    PathHandler(Supplier<Documents> documents, RequestMetrics metrics, Health health, TokenDocuments tokens) {
        this.documents = documents;
        this.metrics = metrics;
        this.health = health;
        this.tokens = tokens;
    }

    void handle(Exchange exchange, RequestInfo info) {
        if (!info.verb().equals("get") && !info.verb().equals("head")) {
            throw new ApiException(Reason.METHOD_NOT_ALLOWED, "the server does not allow this method here");
        }
        String path = withoutSlash(info.path());
        switch (path) {
            case "/version" -> exchange.respondJson(200, Json.bytes(ServerVersion.json()));
            case "/healthz", "/livez", "/readyz" -> health.handle(exchange, path);
            case "/metrics" -> exchange.respond(200, "text/plain; version=0.0.4; charset=utf-8", metrics.text());
            case "/.well-known/openid-configuration" -> exchange.respondJson(200, Json.bytes(tokens.configuration()));
            case "/openid/v1/jwks" -> exchange.respond(200, "application/jwk-set+json", Json.bytes(tokens.keys()));
            case "", "/" -> exchange.respondJson(200, documents.get().paths());
            default -> document(exchange, path);
        }
    }

    private void document(Exchange exchange, String path) {
        if (path.startsWith("/healthz/") || path.startsWith("/livez/") || path.startsWith("/readyz/")) {
            health.handle(exchange, path);
            return;
        }
        if (path.startsWith("/openapi/")) {
            documents.get().openApi(exchange, path);
            return;
        }
        DiscoveryForm form = DiscoveryForm.accepted(exchange.header("Accept"));
        Optional<DiscoveryDocument> found = documents.get().discovery().document(path, form);
        DiscoveryDocument document = found.orElseThrow(ApiHandler::noSuchResource);
        exchange.response().getHeaders().put("ETag", document.etag());
        exchange.response().getHeaders().put("Vary", "Accept");
        if (exchange.header("If-None-Match").equals(document.etag())) {
            exchange.respond(304, document.contentType(), new byte[0]);
            return;
        }
        exchange.respond(200, document.contentType(), document.body());
    }

    private static String withoutSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
