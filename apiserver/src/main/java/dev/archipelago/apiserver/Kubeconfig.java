package dev.archipelago.apiserver;

import dev.archipelago.apiserver.objects.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/// The file by which kubectl finds the server and proves who it is. JSON, which is YAML too.
final class Kubeconfig {
    private Kubeconfig() {}

    static byte[] text(String server, String authorityPem, String certificatePem, String keyPem) {
        ObjectNode config = Json.object().put("apiVersion", "v1").put("kind", "Config");
        ObjectNode cluster = config.putArray("clusters").addObject().put("name", "archipelago");
        cluster.putObject("cluster").put("server", server).put("certificate-authority-data", base64(authorityPem));
        ObjectNode user = config.putArray("users").addObject().put("name", "admin");
        user.putObject("user")
                .put("client-certificate-data", base64(certificatePem))
                .put("client-key-data", base64(keyPem));
        ObjectNode context = config.putArray("contexts").addObject().put("name", "archipelago");
        context.putObject("context").put("cluster", "archipelago").put("user", "admin");
        config.put("current-context", "archipelago");
        return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(config);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
