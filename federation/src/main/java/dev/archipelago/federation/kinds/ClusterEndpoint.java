package dev.archipelago.federation.kinds;

import java.net.URI;
import java.net.URISyntaxException;

/// Validates the API endpoint of a member cluster, to which the federation sends its credentials.
public final class ClusterEndpoint {
    private static final int PORT_MAX = 65_535;

    private ClusterEndpoint() {}

    /// What is wrong with an address; empty when nothing is.
    public static String problem(String endpoint) {
        URI uri;
        try {
            uri = new URI(endpoint);
        } catch (URISyntaxException e) {
            return "is not a URL: " + e.getReason();
        }
        if (!"https".equals(uri.getScheme())) {
            return "must begin with https://, for a token is sent there";
        }
        if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > PORT_MAX) {
            return "must have a host, and a port from 1 to " + PORT_MAX + " or none";
        }
        if (uri.getRawUserInfo() != null) {
            return "must not contain a user or a password";
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            return "must not have a query or a fragment";
        }
        return isPlain(uri.getRawPath()) ? "" : "must have a path of plain names, or none";
    }

    /// Whether a path has only characters that every parser reads the same way.
    private static boolean isPlain(String path) {
        if (path.isEmpty() || path.equals("/")) {
            return true;
        }
        String inner = path.endsWith("/") ? path.substring(1, path.length() - 1) : path.substring(1);
        for (String segment : inner.split("/", -1)) {
            if (!segment.matches("[A-Za-z0-9._~:-]+") || segment.equals(".") || segment.equals("..")) {
                return false;
            }
        }
        return true;
    }
}
