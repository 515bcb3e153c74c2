package dev.archipelago.apiserver.relay;

import dev.archipelago.api.relay.Relay;

/// Paths outside the Kubernetes API that another part of this process answers, such as those of a web console.
/// Requests are authenticated when they carry credentials and come from the anonymous user otherwise; whether that user
/// may do what the request asks for is decided by the handler.
///
/// @param prefix of the paths, such as `/console`
/// @param handler is given what follows the prefix as the path, and no name
public record Route(String prefix, Relay handler) {

    public Route {
        if (!prefix.matches("(/[a-z0-9-]+)+") || prefix.matches("/apis?(/.*)?")) {
            throw new IllegalArgumentException("not a path beside the API: " + prefix);
        }
    }

    /// Whether a decoded path is one of its own.
    public boolean covers(String path) {
        return path.startsWith(prefix) && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/');
    }
}
