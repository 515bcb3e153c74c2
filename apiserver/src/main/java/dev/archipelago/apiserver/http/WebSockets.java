package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;

/// Upgrades requests to WebSocket, for clients such as browsers that cannot read a response while it comes.
final class WebSockets {
    /// Browsers cannot set headers, so Kubernetes lets them offer the token as one of the subprotocols.
    private static final String BEARER_PROTOCOL = "base64url.bearer.authorization.k8s.io.";

    private static final String PROTOCOLS = "Sec-WebSocket-Protocol";

    private final WebSocketMappings upgrades = new WebSocketMappings();

    static boolean asked(Exchange exchange) {
        return "websocket".equalsIgnoreCase(exchange.header("Upgrade"));
    }

    /// The token that a client offered as a subprotocol.
    ///
    /// @throws ApiException 400 if it is not base64
    static Optional<String> token(Exchange exchange) {
        if (!asked(exchange)) {
            return Optional.empty();
        }
        for (String protocol : protocols(exchange)) {
            if (protocol.startsWith(BEARER_PROTOCOL)) {
                try {
                    byte[] token = Base64.getUrlDecoder().decode(protocol.substring(BEARER_PROTOCOL.length()));
                    return Optional.of(new String(token, StandardCharsets.UTF_8));
                } catch (IllegalArgumentException e) {
                    throw ApiException.badRequest("the bearer token in " + PROTOCOLS + " is not base64url");
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> protocols(Exchange exchange) {
        return exchange.request().getHeaders().getCSV(PROTOCOLS, false);
    }

    /// Answers with an upgrade, after which the handler has the connection.
    ///
    /// @throws ApiException 400 if the request is not a proper handshake
    void upgrade(Exchange exchange, FrameHandler handler) {
        WebSocketNegotiator negotiator = (request, response, callback) -> {
            protocols(exchange).stream()
                    .filter(protocol -> !protocol.startsWith(BEARER_PROTOCOL))
                    .findFirst()
                    .ifPresent(response::setAcceptedSubProtocol);
            response.setExtensions(List.of());
            return handler;
        };
        boolean upgraded = upgrades.upgrade(
                negotiator, exchange.request(), exchange.response(), exchange.callback(), configuration -> {});
        if (!upgraded) {
            throw ApiException.badRequest("the request is not a WebSocket handshake");
        }
    }
}
