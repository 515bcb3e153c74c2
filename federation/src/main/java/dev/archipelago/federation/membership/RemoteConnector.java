package dev.archipelago.federation.membership;

import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import dev.archipelago.controller.remote.RemoteRelay;
import dev.archipelago.federation.kinds.Cluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reaches members over HTTPS, with a token from the Secret that their Cluster object names.
public final class RemoteConnector implements Connector {
    private static final String SIGNATURE = "archipelago";

    @Override
    public String identity(Cluster cluster, Optional<JsonNode> secret) {
        return cluster.endpoint()
                + ' '
                + cluster.spec().path("insecureSkipTLSVerification")
                + ' '
                + secret.map(found -> found.path("data").toString()).orElse("");
    }

    @Override
    public Connection connect(Cluster cluster, @Nullable JsonNode secret) throws IOException {
        if (secret == null) {
            throw new IOException("there is no Secret with its credentials");
        }
        Kubeconfig config = Kubeconfig.of(
                cluster.endpoint(),
                decoded(secret, "caBundle"),
                decoded(secret, "token"),
                cluster.spec().path("insecureSkipTLSVerification").asBoolean(false));
        return new Connection(
                RemoteClusterApi.connect(config, SIGNATURE, SIGNATURE),
                // Members do not let the federation's account act for others.
                RemoteRelay.to(config, false),
                identity(cluster, Optional.of(secret)));
    }

    private static String decoded(JsonNode secret, String field) throws IOException {
        try {
            byte[] bytes =
                    Base64.getDecoder().decode(secret.path("data").path(field).asString(""));
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IOException("data." + field + " of its Secret is not base64", e);
        }
    }
}
