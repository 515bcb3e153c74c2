package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example of the design of federated StatefulSets under all failures of its clusters. In the middle of each change
/// the whole process is killed with `kill -9`.
class FederatedStatefulSetIT {
    private static final String[] OPTIONS = {
        "--federation", StoreExample.FEDERATION, "--dns-zone", StoreExample.ZONE, "--simulate", "ready-delay=100ms"
    };

    @TempDir
    private Path home;

    private TestingFederation federation;
    private Kubectl kubectl;
    private List<Site> sites;

    @BeforeEach
    void start() throws Exception {
        federation = TestingFederation.start(home, OPTIONS);
        kubectl = federation.kubectl();
        sites = List.of(federation.site(1, "c1"), federation.site(2, "c2"), federation.site(3, "c3"));
        StoreExample.apply(kubectl);
        awaitStatus("11/11 c1 4/4, c2 4/4, c3 3/3");
    }

    @AfterEach
    void stop() {
        if (federation != null) {
            federation.close();
        }
    }

    @Test
    void namesLeadToAllReplicas() throws Exception {
        awaitLocalNames(4, 4, 3);
        assertThat(sites.getFirst()
                        .kubectl()
                        .ok("get", "pods", "-A", "-l", "federated-statefulset=store", "-o", "name")
                        .lines())
                .hasSize(4);
        StoreExample.askForBalancers(kubectl);
        awaitGlobalNames(4, 4, 3);
        assertThat(kubectl.ok("get", "service/etcd", "-n", StoreExample.NAMESPACE, "-o", "yaml"))
                .contains("stateful-replica-list: store-c1-0,store-c1-1,store-c1-2,store-c1-3,store-c2-0,");

        kubectl.ok("delete", "statefulset/store", "-n", StoreExample.NAMESPACE);
        awaitGlobalNames(0, 0, 0);
    }

    @Test
    void replicasStayWhereTheyAre() throws Exception {
        StoreExample.askForBalancers(kubectl);
        federation.killAndRestart();
        awaitGlobalNames(4, 4, 3);
        Map<String, String> pods = pods();
        Map<String, String> claims = claims();
        assertThat(pods).hasSize(11);
        assertThat(claims).hasSize(11);

        stopInTheMiddle();
        awaitStatus("7/11 c1 ?/4, c2 4/4, c3 3/3");
        TestingFederation.await(() ->
                assertThat(federation.ok("status")).contains("7 of 11 replicas ready: cluster c1 cannot be reached"));
        assertThat(sites.get(1).pods()).isEqualTo(of("c2", pods));
        assertThat(sites.get(2).pods()).isEqualTo(of("c3", pods));

        startInTheMiddle();
        awaitStatus("11/11 c1 4/4, c2 4/4, c3 3/3");
        assertThat(pods()).isEqualTo(pods);
        assertThat(claims()).isEqualTo(claims);
        awaitGlobalNames(4, 4, 3);
        awaitLocalNames(4, 4, 3);

        addInTheMiddle();
        awaitStatus("11/11 c1 4/4, c2 4/4, c3 3/3");
        assertThat(pods()).isEqualTo(pods);

        StoreExample.scale(kubectl, 14);
        federation.killAndRestart();
        awaitStatus("14/14 c1 4/4, c2 4/4, c3 3/3, c4 3/3");
        assertThat(pods()).hasSize(14).containsAllEntriesOf(pods);
        claims = claims();
        assertThat(claims).hasSize(14);
        awaitGlobalNames(4, 4, 3, 3);

        StoreExample.scale(kubectl, 3);
        federation.killAndRestart();
        awaitStatus("3/3 c1 1/1, c2 1/1, c3 1/1, c4 0/0");
        awaitGlobalNames(1, 1, 1, 0);
        awaitLocalNames(1, 1, 1, 0);
        assertThat(pods).containsAllEntriesOf(pods());
        assertThat(claims()).isEqualTo(claims);

        StoreExample.scale(kubectl, 11);
        federation.killAndRestart();
        awaitStatus("11/11 c1 3/3, c2 3/3, c3 3/3, c4 2/2");
        awaitGlobalNames(3, 3, 3, 2);
        awaitLocalNames(3, 3, 3, 2);
        assertThat(claims()).isEqualTo(claims);
    }

    /// The process is killed before or while it carries the command out.
    private void stopInTheMiddle() throws Exception {
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> federation.run("stop", "c1"));
        awaitWanted("Stopped");
        federation.kill();
        stopped.join();
        federation.restart();
    }

    private void startInTheMiddle() throws Exception {
        CompletableFuture<Void> started = CompletableFuture.runAsync(() -> federation.run("start", "c1"));
        awaitWanted("Running");
        federation.kill();
        started.join();
        federation.restart();
    }

    private void awaitWanted(String state) throws InterruptedException {
        String wanted = "jsonpath={.metadata.annotations.archipelago\\.dev/embedded-wanted}";
        TestingFederation.await(
                () -> assertThat(kubectl.ok("get", "cluster/c1", "-o", wanted)).isEqualTo(state));
    }

    private void addInTheMiddle() throws Exception {
        String[] more = Arrays.copyOf(OPTIONS, OPTIONS.length + 2);
        more[OPTIONS.length] = "--clusters";
        more[OPTIONS.length + 1] = "c1,c2,c3,c4";
        federation.kill();
        federation.restartInVain(4, more);
        federation.restart();
        sites = List.of(sites.get(0), sites.get(1), sites.get(2), federation.site(4, "c4"));
    }

    private void awaitStatus(String counts) throws InterruptedException {
        federation.awaitStatus(StoreExample.status(counts));
    }

    private void awaitLocalNames(int... replicas) throws InterruptedException {
        for (int i = 0; i < replicas.length; i++) {
            StoreExample.awaitLocalNames(sites.get(i), replicas[i]);
        }
    }

    /// At the federation and in each cluster.
    private void awaitGlobalNames(int... replicas) throws InterruptedException {
        Map<Site, Integer> all = new LinkedHashMap<>();
        for (int i = 0; i < replicas.length; i++) {
            all.put(sites.get(i), replicas[i]);
        }
        StoreExample.awaitGlobalNames(federation.dig(), all);
        for (Site site : sites) {
            StoreExample.awaitGlobalNames(site.dig(), all);
        }
    }

    private Map<String, String> pods() {
        Map<String, String> all = new TreeMap<>();
        sites.forEach(site -> all.putAll(site.pods()));
        return all;
    }

    private Map<String, String> claims() {
        Map<String, String> all = new TreeMap<>();
        sites.forEach(site -> all.putAll(site.claims()));
        return all;
    }

    private static Map<String, String> of(String cluster, Map<String, String> pods) {
        Map<String, String> some = new TreeMap<>(pods);
        some.keySet().removeIf(pod -> !pod.startsWith("store-" + cluster + "-"));
        return some;
    }
}
