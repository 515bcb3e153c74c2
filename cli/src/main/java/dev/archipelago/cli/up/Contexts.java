package dev.archipelago.cli.up;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A kubeconfig with a context for each server. What users have added to the file is kept: other contexts, and further
/// fields of these, such as a namespace. Written as JSON, which is valid YAML.
final class Contexts {
    private final ObjectNode config;

    private Contexts(ObjectNode config) {
        this.config = config;
        config.put("apiVersion", "v1").put("kind", "Config");
    }

    static Contexts none() {
        return new Contexts(Json.object());
    }

    /// Reads a kubeconfig, if the file exists.
    ///
    /// @throws IOException when the file is something else, which must not be overwritten
    static Contexts read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return none();
        }
        try {
            // Converted through JSON because YAML numbers have node types of their own.
            return new Contexts(Json.parse(
                    Json.bytes(YamlReader.read(Files.readAllBytes(file)).tree())));
        } catch (ApiException | ClassCastException e) {
            throw new IOException(
                    file + " is not a kubeconfig (move it away to have a new one created): " + e.getMessage(), e);
        }
    }

    /// Sets the server and the credentials of a context.
    void put(String name, String server, String authorityPem, String token) {
        String authority = Base64.getEncoder().encodeToString(authorityPem.getBytes(StandardCharsets.UTF_8));
        entry("clusters", "cluster", name).put("server", server).put("certificate-authority-data", authority);
        entry("users", "user", name).put("token", token);
        entry("contexts", "context", name).put("cluster", name).put("user", name);
    }

    /// Removes a server's entries, if there are any.
    void remove(String name) {
        for (String list : new String[] {"clusters", "users", "contexts"}) {
            if (config.get(list) instanceof ArrayNode entries) {
                for (int i = entries.size() - 1; i >= 0; i--) {
                    if (entries.path(i).path("name").asString("").equals(name)) {
                        entries.remove(i);
                    }
                }
            }
        }
    }

    private ObjectNode entry(String list, String field, String name) {
        ArrayNode entries = config.get(list) instanceof ArrayNode known ? known : config.putArray(list);
        for (JsonNode entry : entries) {
            if (entry instanceof ObjectNode known
                    && known.path("name").asString("").equals(name)) {
                return Json.child(known, field);
            }
        }
        return entries.addObject().put("name", name).putObject(field);
    }

    /// @param usual the current context, unless the user has selected another existing one
    String text(String usual) {
        String chosen = config.path("current-context").asString("");
        boolean known = false;
        for (JsonNode context : config.path("contexts")) {
            known |= context.path("name").asString("").equals(chosen);
        }
        config.put("current-context", known ? chosen : usual);
        return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(config);
    }
}
