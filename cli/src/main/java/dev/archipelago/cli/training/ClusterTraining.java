package dev.archipelago.cli.training;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.cluster.MemberCluster;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.node.Fleet;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Training run of a member cluster: StatefulSets come up and are scaled down again.
public final class ClusterTraining {
    private static final int SETS = 20;
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int LOOKS_MAX = 3_000;

    private ClusterTraining() {}

    public static void run(ApiServer server, int pods) throws IOException, InterruptedException {
        ClusterApi api = server.local("training");
        int each = pods / SETS;
        try (MemberCluster _ = MemberCluster.start(
                "c1",
                server::local,
                new MemberCluster.Settings(
                        Fleet.of(pods / 200 + 1, List.of("a", "b", "c")),
                        "",
                        server::sign,
                        InetAddress.getLoopbackAddress(),
                        0,
                        new SimulatedRuntime()),
                server.metrics())) {
            for (int i = 0; i < SETS; i++) {
                api.create(Service.KIND, service("set-" + i));
                api.create(StatefulSet.KIND, set("set-" + i, each));
            }
            awaitReady(api, each);
            for (int i = 0; i < SETS; i++) {
                ObjectNode fewer = api.get(StatefulSet.KIND, new Key("default", "set-" + i))
                        .orElseThrow()
                        .tree();
                fewer.withObjectProperty("spec").put("replicas", each / 2);
                api.update(StatefulSet.KIND, fewer, "");
            }
            awaitReady(api, each / 2);
        }
    }

    static void awaitReady(ClusterApi api, int each) throws InterruptedException {
        for (int i = 0; i < LOOKS_MAX; i++) {
            boolean ready = api.list(StatefulSet.KIND).objects().stream()
                    .allMatch(set -> set.status().path("readyReplicas").asInt(0) == each);
            if (ready) {
                return;
            }
            Thread.sleep(PAUSE);
        }
    }

    private static ObjectNode service(String name) {
        return object(
                "{'metadata':{'namespace':'default','name':'%s'},'spec':{'clusterIP':'None','selector':{'app':'%s'},"
                                .formatted(name, name)
                        + "'ports':[{'name':'peer','port':2380}]}}");
    }

    static ObjectNode set(String name, int replicas) {
        return object("{'metadata':{'namespace':'default','name':'%s'},'spec':{'serviceName':'%s','replicas':%d,"
                        .formatted(name, name, replicas)
                + "'podManagementPolicy':'Parallel','selector':{'matchLabels':{'app':'%s'}},".formatted(name)
                + "'template':{'metadata':{'labels':{'app':'%s'}},'spec':{'containers':[{'name':'main',".formatted(name)
                + "'image':'registry.example/app:1.0','resources':{'requests':{'cpu':'10m'}}}]}}}}");
    }

    private static ObjectNode object(String text) {
        return Json.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
