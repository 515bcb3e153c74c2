package dev.archipelago.apiserver;

import dev.archipelago.api.objects.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/// The file by which kubectl finds the server and proves who it is. JSON, which is YAML too.
///
/// A token, and not a certificate: not every client can read a key on an elliptic curve, and one of RSA takes a server
/// longer to make than all the rest of its first start.
final class Kubeconfig {
    private Kubeconfig() {}

    static String text(String server, String authorityPem, String token) {
        ObjectNode config = Json.object().put("apiVersion", "v1").put("kind", "Config");
        ObjectNode cluster = config.putArray("clusters").addObject().put("name", "archipelago");
        cluster.putObject("cluster").put("server", server).put("certificate-authority-data", base64(authorityPem));
        ObjectNode user = config.putArray("users").addObject().put("name", "admin");
        user.putObject("user").put("token", token);
        ObjectNode context = config.putArray("contexts").addObject().put("name", "archipelago");
        context.putObject("context").put("cluster", "archipelago").put("user", "admin");
        config.put("current-context", "archipelago");
        return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(config);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
