package dev.archipelago.cli.up;

import dev.archipelago.apiserver.objects.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A kubeconfig with a context for each server. JSON, which is YAML too.
final class Contexts {
    private final ObjectNode config = Json.object().put("apiVersion", "v1").put("kind", "Config");
    private final ArrayNode clusters = config.putArray("clusters");
    private final ArrayNode users = config.putArray("users");
    private final ArrayNode contexts = config.putArray("contexts");

    void add(String name, String server, String authorityPem, String token) {
        String authority = Base64.getEncoder().encodeToString(authorityPem.getBytes(StandardCharsets.UTF_8));
        clusters.addObject()
                .put("name", name)
                .putObject("cluster")
                .put("server", server)
                .put("certificate-authority-data", authority);
        users.addObject().put("name", name).putObject("user").put("token", token);
        contexts.addObject()
                .put("name", name)
                .putObject("context")
                .put("cluster", name)
                .put("user", name);
    }

    String text(String current) {
        config.put("current-context", current);
        return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(config);
    }
}
