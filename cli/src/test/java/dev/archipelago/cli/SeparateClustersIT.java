package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A federation in one process and its clusters in others, which it reaches over the network by their kubeconfigs.
class SeparateClustersIT {
    @TempDir
    private Path home;

    private final List<TestingMember> members = new ArrayList<>();
    private TestingFederation federation;
    private Kubectl kubectl;

    @BeforeEach
    void start() throws Exception {
        federation = TestingFederation.start(
                home, "--federation", StoreExample.FEDERATION, "--dns-zone", StoreExample.ZONE, "--clusters", "");
        kubectl = federation.kubectl();
        for (int i = 1; i <= 3; i++) {
            join(i);
        }
        StoreExample.apply(kubectl);
        StoreExample.askForBalancers(kubectl);
        awaitStatus("11/11 c1 4/4, c2 4/4, c3 3/3");
        awaitNames(4, 4, 3);
    }

    private void join(int place) throws Exception {
        TestingMember member = TestingMember.start(home, "c" + place, place);
        members.add(member);
        String file = member.kubeconfig().toString();
        assertThat(federation.ok("join", member.site().name(), "--cluster-kubeconfig", file))
                .contains("has joined and is ready");
    }

    @AfterEach
    void stop() {
        members.forEach(TestingMember::close);
        if (federation != null) {
            federation.close();
        }
    }

    @Test
    void aClusterThatJoinsGetsNewReplicasUntilItLeaves() throws Exception {
        Map<String, String> pods = pods();
        Map<String, String> claims = claims();
        join(4);
        awaitStatus("11/11 c1 4/4, c2 4/4, c3 3/3");
        StoreExample.scale(kubectl, 14);
        awaitStatus("14/14 c1 4/4, c2 4/4, c3 3/3, c4 3/3");
        awaitNames(4, 4, 3, 3);
        assertThat(pods()).hasSize(14).containsAllEntriesOf(pods);
        assertThat(claims()).hasSize(14).containsAllEntriesOf(claims);

        // Its DNS records are removed everywhere. What it runs stays, but is not served by other clusters.
        federation.ok("unjoin", "c4", "--move");
        awaitStatus("14/14 c1 5/5, c2 5/5, c3 4/4");
        members.remove(3).close();
        awaitNames(5, 5, 4);
    }

    @Test
    void clustersGoOnWithoutTheFederation() throws Exception {
        Map<String, String> pods = pods();
        Map<String, String> claims = claims();
        Map<String, String> balancers = new TreeMap<>();
        members.forEach(member -> balancers.putAll(member.site().balancers()));
        federation.kill();

        for (TestingMember member : members) {
            Site site = member.site();
            String first = "store-" + site.name() + "-0";
            site.kubectl().ok("delete", "pod", first, "-n", StoreExample.NAMESPACE);
            String before = pods.put(first, "");
            TestingFederation.await(
                    () -> assertThat(site.pods().get(first)).isNotNull().isNotEqualTo(before));
            pods.put(first, site.pods().get(first));
        }
        assertThat(pods()).isEqualTo(pods);
        assertThat(claims()).isEqualTo(claims);
        awaitLocalNames(4, 4, 3);
        for (TestingMember member : members) {
            StoreExample.assertGlobalNames(member.site().dig(), balancers);
        }

        federation.restart();
        awaitStatus("11/11 c1 4/4, c2 4/4, c3 3/3");
        assertThat(pods()).isEqualTo(pods);
        StoreExample.assertGlobalNames(federation.dig(), balancers);
        StoreExample.scale(kubectl, 12);
        awaitStatus("12/12 c1 4/4, c2 4/4, c3 4/4");
        awaitNames(4, 4, 4);
    }

    private void awaitStatus(String counts) throws InterruptedException {
        federation.awaitStatus(StoreExample.status(counts));
    }

    /// At the federation and in each cluster.
    private void awaitNames(int... replicas) throws InterruptedException {
        Map<Site, Integer> all = new LinkedHashMap<>();
        for (int i = 0; i < replicas.length; i++) {
            all.put(members.get(i).site(), replicas[i]);
        }
        StoreExample.awaitGlobalNames(federation.dig(), all);
        for (Site site : all.keySet()) {
            StoreExample.awaitGlobalNames(site.dig(), all);
        }
        awaitLocalNames(replicas);
    }

    private void awaitLocalNames(int... replicas) throws InterruptedException {
        for (int i = 0; i < replicas.length; i++) {
            StoreExample.awaitLocalNames(members.get(i).site(), replicas[i]);
        }
    }

    private Map<String, String> pods() {
        Map<String, String> all = new TreeMap<>();
        members.forEach(member -> all.putAll(member.site().pods()));
        return all;
    }

    private Map<String, String> claims() {
        Map<String, String> all = new TreeMap<>();
        members.forEach(member -> all.putAll(member.site().claims()));
        return all;
    }
}
