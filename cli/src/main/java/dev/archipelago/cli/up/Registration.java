package dev.archipelago.cli.up;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/// Makes the clusters of this process members of its federation.
final class Registration {
    private static final Kind<AnyObject> SECRET = AnyObject.kind(GroupVersionKind.of("v1", "Secret"), "secrets", true);

    private final ClusterApi federation;

    Registration(ClusterApi federation) {
        this.federation = federation;
    }

    void register(EmbeddedCluster cluster) throws IOException {
        Key secret = new Key(Names.SYSTEM_NAMESPACE, cluster.name() + "-credentials");
        ObjectNode credentials = Json.object().put("apiVersion", "v1").put("kind", "Secret");
        ObjectNode metadata = credentials
                .putObject("metadata")
                .put("namespace", secret.namespace())
                .put("name", secret.name());
        metadata.putObject("annotations").put(Names.CREDENTIAL_SCOPE, cluster.endpoint());
        credentials
                .putObject("data")
                .put("caBundle", base64(cluster.authority()))
                .put("token", base64(cluster.accountToken()));
        federation.patch(SECRET, secret, "", new PatchBody.Apply(credentials), true);

        ObjectNode member =
                Json.object().put("apiVersion", Cluster.KIND.apiVersion()).put("kind", Cluster.KIND.name());
        member.putObject("metadata").put("name", cluster.name());
        ObjectNode spec = member.putObject("spec").put("syncMode", "Push").put("apiEndpoint", cluster.endpoint());
        spec.putObject("secretRef").put("namespace", secret.namespace()).put("name", secret.name());
        federation.patch(Cluster.KIND, Key.global(cluster.name()), "", new PatchBody.Apply(member), true);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
