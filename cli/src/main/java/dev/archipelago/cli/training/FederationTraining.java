package dev.archipelago.cli.training;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.apiserver.admission.ReplicaLimit;
import dev.archipelago.cli.up.Archipelago;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.controller.remote.RemoteClusterApi;
import dev.archipelago.federation.Federation;
import dev.archipelago.federation.membership.Health;
import dev.archipelago.store.embedded.StoreQuota;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// Training run of a federation: StatefulSets that a client creates over HTTPS go to all clusters and change there.
public final class FederationTraining {
    private static final int CLUSTERS = 2;

    private FederationTraining() {}

    public static void run(Path directory, Path library, int sets) throws Exception {
        Duration second = Duration.ofSeconds(1);
        Archipelago.Settings settings = new Archipelago.Settings(
                List.of("c1", "c2"),
                2 + sets / 100,
                ReplicaLimit.DEFAULT_MAX,
                StoreQuota.ofProcess(),
                directory,
                library,
                new Federation.Settings("training", "cluster.local", true, new Health(second, Duration.ZERO), second),
                0,
                0,
                List.of(),
                Map.of("stop-delay", "0s"));
        try (Archipelago _ = Archipelago.start(settings, line -> {});
                RemoteClusterApi api = RemoteClusterApi.connect(
                        Kubeconfig.read(directory.resolve("kubeconfig"), "federation"), "training", "training")) {
            for (int i = 0; i < sets; i++) {
                api.create(StatefulSet.KIND, ClusterTraining.set("set-" + i, CLUSTERS));
            }
            ClusterTraining.awaitReady(api, CLUSTERS);
            for (int i = 0; i < sets; i++) {
                ObjectNode patch = Json.object();
                patch.putObject("spec")
                        .putObject("template")
                        .putObject("metadata")
                        .putObject("labels")
                        .put("round", "2");
                api.patch(StatefulSet.KIND, new Key("default", "set-" + i), "", new PatchBody.Strategic(patch), false);
            }
            // Sets that are still in progress have run all code already.
            Thread.sleep(second);
            ClusterTraining.awaitReady(api, CLUSTERS);
        }
    }
}
