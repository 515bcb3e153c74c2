package dev.archipelago.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.match.TestingTemplates;
import dev.archipelago.federation.membership.Connector;
import dev.archipelago.federation.membership.Health;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A federation of two whole clusters in this process, without a command line, a socket between them or a kubectl.
@Timeout(120)
class FederationIT {
    private static final Key DB = new Key("default", "db");
    private static final List<String> NAMES = List.of("c1", "c2");

    @TempDir
    Path directory;

    private final Map<String, TestingSite> sites = new TreeMap<>();
    private TestingApiServer server;
    private Federation federation;
    private ClusterApi api;

    /// Gives the sites as members.
    private final class Sites implements Connector {
        @Override
        public String identity(Cluster cluster, Optional<JsonNode> secret) {
            return cluster.name();
        }

        @Override
        public Connection connect(Cluster cluster, @Nullable JsonNode secret) {
            return new Connection(member(cluster.name()), cluster.name());
        }
    }

    private TestingSite site(String name) {
        return Objects.requireNonNull(sites.get(name));
    }

    private ClusterApi member(String name) {
        return site(name).api();
    }

    @BeforeEach
    void start() throws Exception {
        server = TestingApiServer.start(directory.resolve("federation"));
        api = server.server().local("test");
        federation = Federation.start(
                part -> server.server().local(part),
                new Federation.Settings(
                        "islands",
                        "example.com",
                        true,
                        new Health(Duration.ofSeconds(2), Duration.ZERO),
                        Duration.ofMillis(100)),
                new Sites(),
                server.server().metrics());
        for (String name : NAMES) {
            TestingSite site = new TestingSite(name, directory.resolve(name));
            sites.put(name, site);
            site.start();
            api.create(
                    Cluster.KIND,
                    tree("{metadata: {name: " + name + "}, spec: {syncMode: Push}}")
                            .put("apiVersion", Cluster.KIND.apiVersion())
                            .put("kind", Cluster.KIND.name()));
        }
        awaitTrue(() -> NAMES.stream().allMatch(this::isReady));
    }

    @AfterEach
    void stop() {
        federation.close();
        sites.values().forEach(TestingSite::close);
        server.close();
    }

    private boolean isReady(String name) {
        return api.get(Cluster.KIND, Key.global(name))
                .filter(cluster -> Conditions.isTrue(cluster.tree().path("status"), "Ready"))
                .isPresent();
    }

    private static ObjectNode tree(String yaml) {
        return TestingTemplates.tree(yaml);
    }

    private void createSet(int replicas) {
        api.create(
                StatefulSet.KIND,
                tree("""
            metadata: {name: db, namespace: default}
            spec:
              serviceName: db
              replicas: %d
              selector: {matchLabels: {app: db}}
              template:
                metadata: {labels: {app: db}}
                spec: {containers: [{name: db, image: db}]}
              volumeClaimTemplates:
              - metadata: {name: data}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
            """.formatted(replicas)).put("apiVersion", "apps/v1").put("kind", "StatefulSet"));
    }

    private int readyReplicas() {
        return api.get(StatefulSet.KIND, DB)
                .map(set -> set.tree().path("status").path("readyReplicas").asInt(0))
                .orElse(-1);
    }

    private Map<String, String> uids(String cluster) {
        Map<String, String> uids = new TreeMap<>();
        member(cluster).list(Pod.KIND).objects().forEach(pod -> uids.put(pod.name(), pod.uid()));
        member(cluster).list(Claim.KIND).objects().forEach(claim -> uids.put("claim " + claim.name(), claim.uid()));
        return uids;
    }

    private static void awaitTrue(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(10);
        }
    }

    @Test
    void aSetRunsInAllClustersAndGoesFromAllOfThem() throws Exception {
        createSet(5);
        awaitTrue(() -> readyReplicas() == 5);
        assertThat(uids("c1").keySet())
                .containsExactly(
                        "claim data-db-c1-0",
                        "claim data-db-c1-1",
                        "claim data-db-c1-2",
                        "db-c1-0",
                        "db-c1-1",
                        "db-c1-2");
        assertThat(uids("c2").keySet())
                .containsExactly("claim data-db-c2-0", "claim data-db-c2-1", "db-c2-0", "db-c2-1");

        api.delete(StatefulSet.KIND, DB, DeleteOptions.NONE);
        awaitTrue(() -> NAMES.stream()
                .allMatch(name -> member(name).list(StatefulSet.KIND).objects().isEmpty()
                        && member(name).list(Pod.KIND).objects().isEmpty()));
        assertThat(uids("c2").keySet()).containsExactly("claim data-db-c2-0", "claim data-db-c2-1");
    }

    @Test
    void aClusterThatComesBackHasTheSameReplicas() throws Exception {
        createSet(4);
        awaitTrue(() -> readyReplicas() == 4);
        Map<String, String> before = uids("c2");
        Map<String, String> elsewhere = uids("c1");

        site("c2").close();
        awaitTrue(() -> !isReady("c2"));
        api.patch(
                StatefulSet.KIND,
                DB,
                "",
                new PatchBody.Merge(Json.parse("{\"spec\":{\"replicas\":6}}".getBytes(StandardCharsets.UTF_8))),
                false);
        awaitTrue(() -> uids("c1").size() > elsewhere.size());
        assertThat(uids("c1")).containsAllEntriesOf(elsewhere);

        site("c2").start();
        awaitTrue(() -> isReady("c2"));
        awaitTrue(() -> readyReplicas() == 6);
        assertThat(uids("c2")).containsAllEntriesOf(before);
    }
}
