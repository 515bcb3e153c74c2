package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A cluster as users of kubectl and dig see it: pods keep their names, volumes and DNS names.
class ClusterCommandIT {
    @TempDir
    private Path home;

    private TestingCluster cluster;
    private Kubectl kubectl;

    @BeforeEach
    void start() throws Exception {
        cluster = TestingCluster.start(home);
        kubectl = cluster.kubectl();
        cluster.apply(TestingCluster.SERVICE);
        cluster.apply(TestingCluster.SET);
        cluster.rollOut();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void membersKeepWhatIsTheirs() throws Exception {
        Map<String, String> volumes = cluster.volumes();
        assertThat(volumes).hasSize(TestingCluster.MEMBERS);
        assertThat(Set.copyOf(volumes.values())).hasSize(TestingCluster.MEMBERS);
        assertNamesLeadToMembers();

        String before = cluster.pods(".metadata.uid").get("web-2");
        kubectl.ok("delete", "pod", "web-2");
        cluster.await(this::readyMembers, TestingCluster.MEMBERS);
        assertThat(cluster.pods(".metadata.uid").get("web-2")).isNotEqualTo(before);
        assertNamesLeadToMembers();

        Map<String, String> uids = cluster.pods(".metadata.uid");
        cluster.killAndRestart();
        cluster.rollOut();
        assertThat(cluster.pods(".metadata.uid")).isEqualTo(uids);
        assertNamesLeadToMembers();

        kubectl.ok("scale", "sts/web", "--replicas=2");
        cluster.await(() -> cluster.pods(".metadata.name").size(), 2);
        assertThat(cluster.volumes()).isEqualTo(volumes);
        kubectl.ok("scale", "sts/web", "--replicas=5");
        cluster.rollOut();

        assertThat(cluster.volumes()).isEqualTo(volumes);
        assertThat(cluster.pods(".spec.volumes[?(@.name==\"data\")].persistentVolumeClaim.claimName"))
                .isEqualTo(members("data-web-"));
        assertNamesLeadToMembers();
    }

    private int readyMembers() {
        return Math.toIntExact(cluster.pods(".status.containerStatuses[0].ready").values().stream()
                .filter("true"::equals)
                .count());
    }

    private static Map<String, String> members(String prefix) {
        Map<String, String> members = new TreeMap<>();
        IntStream.range(0, TestingCluster.MEMBERS).forEach(i -> members.put("web-" + i, prefix + i));
        return members;
    }

    private void assertNamesLeadToMembers() throws InterruptedException {
        Map<String, String> addresses = cluster.pods(".status.podIP");
        Map<String, String> answers = new TreeMap<>();
        cluster.await(
                () -> {
                    addresses.keySet().forEach(name -> answers.put(name, lookUp(name)));
                    return answers;
                },
                addresses);
    }

    private String lookUp(String member) {
        try {
            return String.join(" ", cluster.dig().brief(member + ".web.default.svc.cluster.local"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void rollsOutACanaryThenAllAndBack() throws Exception {
        kubectl.ok("patch", "sts/web", "-p", partition(4));
        kubectl.ok("set", "image", "sts/web", "c=nginx:2");
        cluster.rollOut();
        assertThat(cluster.pods(".spec.containers[0].image"))
                .containsEntry("web-4", "nginx:2")
                .containsEntry("web-3", "nginx:1");

        kubectl.ok("patch", "sts/web", "-p", partition(0));
        cluster.rollOut();
        assertThat(cluster.pods(".spec.containers[0].image").values()).containsOnly("nginx:2");

        kubectl.ok("rollout", "undo", "sts/web");
        cluster.rollOut();
        assertThat(cluster.pods(".spec.containers[0].image").values()).containsOnly("nginx:1");
        assertThat(kubectl.ok("rollout", "history", "sts/web").lines())
                .anyMatch(line -> line.startsWith("2 "))
                .anyMatch(line -> line.startsWith("3 "))
                .noneMatch(line -> line.startsWith("1 "));

        Map<String, String> uids = cluster.pods(".metadata.uid");
        kubectl.ok("rollout", "restart", "sts/web");
        cluster.rollOut();
        assertThat(cluster.pods(".metadata.uid").values()).doesNotContainAnyElementsOf(uids.values());
    }

    private static String partition(int partition) {
        return "{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":" + partition + "}}}}";
    }

    @Test
    void claimsStayOrGoAsThePolicySays() throws Exception {
        kubectl.ok("patch", "sts/web", "-p", retention("Retain", "Delete"));
        kubectl.ok("scale", "sts/web", "--replicas=3");
        cluster.await(() -> cluster.volumes().keySet(), Set.of("data-web-0", "data-web-1", "data-web-2"));
        Map<String, String> kept = cluster.volumes();

        kubectl.ok("delete", "sts/web");
        cluster.await(() -> cluster.pods(".metadata.name").size(), 0);
        assertThat(cluster.volumes()).isEqualTo(kept);

        cluster.apply(TestingCluster.SET.replace("replicas: 5", "replicas: 3"));
        kubectl.ok("patch", "sts/web", "-p", retention("Delete", "Retain"));
        cluster.rollOut();
        assertThat(cluster.volumes()).isEqualTo(kept);
        kubectl.ok("scale", "sts/web", "--replicas=1");
        cluster.await(() -> cluster.pods(".metadata.name").size(), 1);
        assertThat(cluster.volumes()).isEqualTo(kept);
        kubectl.ok("delete", "sts/web");
        cluster.await(() -> cluster.volumes().size(), 0);
        assertThat(kubectl.ok("get", "pv", "-o", "name")).isEmpty();
    }

    private static String retention(String whenDeleted, String whenScaled) {
        return "{\"spec\":{\"persistentVolumeClaimRetentionPolicy\":{\"whenDeleted\":\"%s\",\"whenScaled\":\"%s\"}}}"
                .formatted(whenDeleted, whenScaled);
    }

    @Test
    void drainWaitsForTheBudget() throws Exception {
        cluster.apply("""
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: web}
                spec: {maxUnavailable: 0, selector: {matchLabels: {app: web}}}
                """);
        cluster.await(() -> budget("{.status.observedGeneration} {.status.disruptionsAllowed}"), "1 0");
        String node = nodeOf("web-1");
        assertThat(kubectl.refused("drain", node, "--timeout=3s")).contains("disruption budget");
        assertThat(cluster.pods(".spec.nodeName")).containsEntry("web-1", node);

        kubectl.ok("patch", "pdb/web", "--type=merge", "-p", "{\"spec\":{\"maxUnavailable\":1}}");
        cluster.await(() -> budget("{.status.observedGeneration} {.status.disruptionsAllowed}"), "2 1");
        Map<String, String> volumes = cluster.volumes();
        assertThat(kubectl.ok("drain", node)).contains("node/" + node + " drained");
        cluster.await(this::readyMembers, TestingCluster.MEMBERS);
        assertThat(cluster.pods(".spec.nodeName").values()).doesNotContain(node);
        assertThat(cluster.volumes()).isEqualTo(volumes);
        kubectl.ok("uncordon", node);
    }

    private String nodeOf(String pod) {
        return kubectl.ok("get", "pod", pod, "-o", "jsonpath={.spec.nodeName}");
    }

    private String budget(String jsonPath) {
        return kubectl.ok("get", "pdb/web", "-o", "jsonpath=" + jsonPath);
    }

    @Test
    void aNodeThatIsRemovedGivesItsMembersBack() throws Exception {
        String node = nodeOf("web-0");
        Map<String, String> volumes = cluster.volumes();
        kubectl.ok("delete", "node", node);
        // As in Kubernetes it takes 40 s until a missing node counts. A user who knows that it is gone
        // need not wait.
        kubectl.ok("delete", "pod", "web-0", "--grace-period=0", "--force");
        cluster.await(this::readyMembers, TestingCluster.MEMBERS);
        assertThat(cluster.pods(".spec.nodeName").values()).doesNotContain(node);
        assertThat(cluster.volumes()).isEqualTo(volumes);
        assertNamesLeadToMembers();
        assertThat(List.copyOf(cluster.pods(".metadata.name").keySet()))
                .containsExactlyElementsOf(members("").keySet());
    }
}
