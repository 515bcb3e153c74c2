package dev.archipelago.controller.remote;

import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// The URLs of an API server.
final class Paths {
    private static final String UNRESERVED = "-._~:@";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final String server;

    /// @param server without a trailing slash
    Paths(String server) {
        this.server = server;
    }

    URI version() {
        return at("/version");
    }

    URI at(String path) {
        return URI.create(server + path);
    }

    /// All objects of a kind in a namespace. The namespace is empty for all of them, and for kinds that
    /// are not namespaced.
    URI collection(Kind<?> kind, String namespace, String query) {
        return URI.create(with(base(kind, namespace), query));
    }

    /// The selected objects of a kind.
    URI collection(Kind<?> kind, Selection selection, String query) {
        StringBuilder all = new StringBuilder();
        add(all, "labelSelector=", encoded(selection.labels().toString()));
        add(all, "fieldSelector=", encoded(selection.fields().toString()));
        add(all, "", query);
        return collection(kind, selection.namespace(), all.toString());
    }

    private static void add(StringBuilder query, String name, String value) {
        if (!value.isEmpty()) {
            query.append(query.isEmpty() ? "" : "&").append(name).append(value);
        }
    }

    URI object(Kind<?> kind, Key key, String subresource, String query) {
        StringBuilder path = base(kind, key.namespace()).append('/').append(encoded(key.name()));
        if (!subresource.isEmpty()) {
            path.append('/').append(subresource);
        }
        return URI.create(with(path, query));
    }

    private StringBuilder base(Kind<?> kind, String namespace) {
        StringBuilder path = new StringBuilder(server);
        path.append(kind.type().group().isEmpty() ? "/api/" : "/apis/").append(kind.apiVersion());
        if (kind.namespaced() && !namespace.isEmpty()) {
            path.append("/namespaces/").append(encoded(namespace));
        }
        return path.append('/').append(kind.resource());
    }

    private static String with(StringBuilder path, String query) {
        return query.isEmpty()
                ? path.toString()
                : path.append('?').append(query).toString();
    }

    /// A text, percent-encoded for a path or a query.
    static String encoded(String text) {
        StringBuilder result = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c < 128 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0)) {
                result.append(c);
            } else {
                result.append('%').append(HEX.toHexDigits(b));
            }
        }
        return result.toString();
    }
}
