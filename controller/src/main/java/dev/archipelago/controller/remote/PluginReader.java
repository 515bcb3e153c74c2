package dev.archipelago.controller.remote;

import dev.archipelago.api.objects.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the `exec` section of a kubeconfig user: the program that provides its credentials.
final class PluginReader {
    private static final List<String> VERSIONS =
            List.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");

    private PluginReader() {}

    /// @param authorityPem the certificate authorities of the cluster; empty when the kubeconfig has none
    static CredentialPlugin.Program read(JsonNode exec, JsonNode cluster, String authorityPem, Path directory) {
        String version = exec.path("apiVersion").asString("");
        if (!VERSIONS.contains(version)) {
            throw new IllegalArgumentException("exec: apiVersion \"" + version + "\" is not one of " + VERSIONS);
        }
        String program = exec.path("command").asString("");
        if (program.isEmpty()) {
            throw new IllegalArgumentException("exec: no command");
        }
        if (exec.path("interactiveMode").asString("").equals("Always")) {
            throw new IllegalArgumentException("exec: " + program + " wants to ask people, and there are none here");
        }
        List<String> command = new ArrayList<>();
        command.add(
                program.indexOf('/') < 0 ? program : directory.resolve(program).toString());
        exec.path("args").forEach(argument -> command.add(argument.asString("")));
        Map<String, String> environment = new TreeMap<>();
        exec.path("env")
                .forEach(entry -> environment.put(
                        entry.path("name").asString(""), entry.path("value").asString("")));
        return new CredentialPlugin.Program(version, command, environment, input(version, exec, cluster, authorityPem));
    }

    private static ObjectNode input(String version, JsonNode exec, JsonNode cluster, String authorityPem) {
        ObjectNode input = Json.object().put("apiVersion", version).put("kind", "ExecCredential");
        ObjectNode spec = input.putObject("spec").put("interactive", false);
        if (exec.path("provideClusterInfo").asBoolean(false)) {
            ObjectNode about = spec.putObject("cluster");
            for (String field : List.of("server", "tls-server-name", "insecure-skip-tls-verify", "proxy-url")) {
                if (cluster.has(field)) {
                    about.set(field, cluster.path(field));
                }
            }
            if (!authorityPem.isEmpty()) {
                byte[] bytes = authorityPem.getBytes(StandardCharsets.UTF_8);
                about.put("certificate-authority-data", Base64.getEncoder().encodeToString(bytes));
            }
            for (JsonNode extension : cluster.path("extensions")) {
                if (extension.path("name").asString("").equals("client.authentication.k8s.io/exec")) {
                    about.set("config", extension.path("extension"));
                }
            }
        }
        return input;
    }
}
