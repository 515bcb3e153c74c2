package dev.archipelago.federation.membership;

import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import dev.archipelago.controller.remote.RemoteRelay;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.ClusterEndpoint;
import dev.archipelago.federation.kinds.Names;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Connects to members over HTTPS, with a token from the Secret that their Cluster object names.
public final class RemoteConnector implements Connector {
    private static final String SIGNATURE = "archipelago";

    @Override
    public String identity(Cluster cluster, Optional<JsonNode> secret) {
        return cluster.endpoint()
                + ' '
                + cluster.spec().path("insecureSkipTLSVerification")
                + ' '
                + cluster.secret().equals(cluster.impersonatorSecret())
                + ' '
                + secret.map(found -> found.path("data").toString()).orElse("");
    }

    @Override
    public Connection connect(Cluster cluster, @Nullable JsonNode secret) throws IOException {
        check(cluster, secret);
        if (secret == null) {
            throw new IOException("there is no Secret with its credentials");
        }
        boolean impersonates = cluster.impersonatorSecret().equals(cluster.secret());
        Kubeconfig config = Kubeconfig.of(
                cluster.endpoint(),
                decoded(secret, "caBundle"),
                decoded(secret, "token"),
                cluster.spec().path("insecureSkipTLSVerification").asBoolean(false));
        RemoteRelay relay = RemoteRelay.to(config, impersonates);
        return new Connection(
                RemoteClusterApi.connect(config, SIGNATURE, SIGNATURE),
                impersonates ? relay : new SecretGuard(relay, relay::close),
                identity(cluster, Optional.of(secret)));
    }

    @Override
    public boolean sendsCredentials(Cluster cluster) {
        return true;
    }

    /// Refuses to send credentials outside their scope. A user who may change a Cluster object need not be allowed
    /// to read its credentials, and an API server without the federation's admission does not check that.
    private static void check(Cluster cluster, @Nullable JsonNode secret) throws IOException {
        String problem = ClusterEndpoint.problem(cluster.endpoint());
        if (!problem.isEmpty()) {
            throw new IOException("spec.apiEndpoint \"" + cluster.endpoint() + "\" " + problem);
        }
        if (cluster.secret()
                .filter(key -> !Names.CREDENTIAL_NAMESPACES.contains(key.namespace()))
                .isPresent()) {
            throw new IOException("spec.secretRef.namespace: credentials are taken from namespaces "
                    + String.join(" and ", Names.CREDENTIAL_NAMESPACES) + " only");
        }
        String scope = secret == null
                ? ""
                : secret.path("metadata")
                        .path("annotations")
                        .path(Names.CREDENTIAL_SCOPE)
                        .asString("");
        if (!scope.isEmpty() && !scope.equals(cluster.credentialScope())) {
            throw new IOException("its Secret is for \"" + scope + "\" and not for \"" + cluster.credentialScope()
                    + "\": a user who may write the Secret can change its annotation " + Names.CREDENTIAL_SCOPE);
        }
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
