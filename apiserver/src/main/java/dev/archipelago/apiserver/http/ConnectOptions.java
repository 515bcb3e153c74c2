package dev.archipelago.apiserver.http;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.request.Query;
import dev.archipelago.model.kinds.Subresource;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The options of a request to connect to an object, such as PodExecOptions: what admission sees of it.
final class ConnectOptions {
    /// Subresources that connect, as opposed to those that are read or written.
    private static final Set<String> CONNECTING = Set.of("exec", "attach", "portforward", "proxy");

    private ConnectOptions() {}

    static boolean isConnection(String subresource) {
        return CONNECTING.contains(subresource);
    }

    /// @param path what follows the subresource in the path
    static ObjectNode of(Subresource subresource, Query query, String path) {
        ObjectNode options = Json.object()
                .put("kind", subresource.kind())
                .put("apiVersion", subresource.groupVersionKind().apiVersion());
        for (String flag : List.of("stdin", "stdout", "stderr", "tty")) {
            if (query.has(flag)) {
                options.put(flag, query.flag(flag));
            }
        }
        if (query.has("container")) {
            options.put("container", query.text("container"));
        }
        if (query.has("command")) {
            options.set("command", Json.array(query.all("command")));
        }
        if (query.has("ports")) {
            ArrayNode ports = options.putArray("ports");
            query.number("ports").ifPresent(ports::add);
        }
        if (subresource.name().equals("proxy")) {
            options.put("path", path);
        }
        return options;
    }
}
