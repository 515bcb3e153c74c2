package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// karmadactl with a cluster in the federation's process and one that joins.
class KarmadactlIT {
    private static final String SETTINGS = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings, namespace: default}
            data: {a: "1"}
            """;

    @TempDir
    private Path home;

    private TestingFederation federation;
    private TestingMember member;
    private Karmadactl karmadactl;
    private Kubectl kubectl;
    private Kubectl m1;

    @BeforeEach
    void start() throws Exception {
        Path program = Karmadactl.find();
        federation = TestingFederation.start(home, "--clusters", "c1", "--dns-zone", StoreExample.ZONE);
        member = TestingMember.start(home, "m1", 1);
        kubectl = federation.kubectl();
        m1 = member.site().kubectl();
        karmadactl = Karmadactl.of(
                program, home.resolve("karmadactl"), federation.directory().resolve("kubeconfig"));
        join();
    }

    @AfterEach
    void stop() {
        if (member != null) {
            member.close();
        }
        if (federation != null) {
            federation.close();
        }
    }

    private void join() throws Exception {
        assertThat(karmadactl.ok(
                        "join",
                        "m1",
                        "--cluster-kubeconfig",
                        member.kubeconfig().toString()))
                .contains("cluster(m1) is joined successfully");
        TestingFederation.await(
                () -> assertThat(rows("get", "clusters")).contains("m1 Karmada Push True", "c1 Karmada Push True"));
    }

    /// The lines that a command prints, without versions and ages.
    private List<String> rows(String... arguments) {
        return karmadactl
                .ok(arguments)
                .lines()
                .map(line -> line.replaceAll(" +", " ").strip())
                .map(line -> line.replaceAll(" v1\\.\\S+| (\\d+[smh])+( -)?$| (\\d+[smh])+(?= [YN-]$)", ""))
                .toList();
    }

    private void awaitRows(List<String> expected, String... arguments) throws InterruptedException {
        TestingFederation.await(() -> assertThat(rows(arguments)).containsAll(expected));
    }

    @Test
    void showsTheFederationAndItsMembers() throws Exception {
        kubectl.ok("create", "deployment", "web", "--image=nginx", "--replicas=4");
        awaitRows(
                List.of("web Karmada 4/4 4 4", "web c1 2/2 2 2 Y", "web m1 2/2 2 2 Y"),
                "get",
                "deployments",
                "--operation-scope=all");
        assertThat(rows("get", "deployments")).contains("web Karmada 4/4 4 4");
        assertThat(rows("get", "pods", "--operation-scope=members", "--clusters=m1"))
                .hasSize(3)
                .filteredOn(row -> row.contains(" m1 1/1 Running"))
                .hasSize(2);
        assertThat(rows("get", "nodes", "--operation-scope=members")).hasSize(7);
        assertThat(rows("get", "resourcebindings")).contains("web-deployment Karmada True True");

        assertThat(rows("describe", "cluster", "m1"))
                .contains("API Version: cluster.karmada.io/v1alpha1", "Namespace: karmada-cluster", "Sync Mode: Push");
        assertThat(rows("describe", "deployment", "web"))
                .contains("Replicas: 4 desired | 4 updated | 4 total | 4 available | 0 unavailable");
        assertThat(rows("describe", "deployment", "web", "--operation-scope=members", "--cluster=m1"))
                .contains("karmada.io/managed=true")
                .contains("Replicas: 2 desired | 2 updated | 2 total | 2 available | 0 unavailable");
    }

    @Test
    void keepsNewWorkAwayFromAClusterThatIsCordonedOrTainted() throws Exception {
        assertThat(karmadactl.ok("cordon", "m1")).contains("m1 cluster cordoned");
        assertThat(karmadactl.ok("cordon", "m1")).contains("m1 cluster already cordoned");
        kubectl.ok("create", "deployment", "web", "--image=nginx", "--replicas=2");
        federation.awaitStatus("default deployment/web 2/2 c1 2/2");
        assertThat(karmadactl.ok("uncordon", "m1")).contains("m1 cluster uncordoned");

        assertThat(karmadactl.ok("taint", "clusters", "m1", "dedicated=db:NoSchedule"))
                .contains("cluster/m1 tainted");
        assertThat(kubectl.ok("get", "cluster", "m1", "-o", "jsonpath={.spec.taints[0]['key','value','effect']}"))
                .isEqualTo("dedicated db NoSchedule");
        kubectl.ok("create", "deployment", "other", "--image=nginx", "--replicas=2");
        federation.awaitStatus("default deployment/other 2/2 c1 2/2");
        assertThat(karmadactl.ok("taint", "clusters", "m1", "dedicated:NoSchedule-"))
                .contains("cluster/m1 untainted");

        kubectl.ok("create", "deployment", "later", "--image=nginx", "--replicas=2");
        federation.awaitStatus("default deployment/later 2/2 c1 1/1, m1 1/1");
    }

    @Test
    void appliesToTheClustersThatAreNamed() throws Exception {
        String file = kubectl.file("settings.yaml", SETTINGS).toString();
        assertThat(karmadactl.refused("apply", "-f", file, "--cluster", "nowhere"))
                .contains("cluster nowhere does not exist");
        assertThat(karmadactl.ok("apply", "-f", file, "--cluster", "m1"))
                .contains("configmap/settings created", "propagationpolicy.policy.karmada.io/settings-");
        awaitRows(List.of("settings m1 1 Y"), "get", "configmaps", "--operation-scope=members");
        assertThat(kubectl.refused("--context=c1", "get", "configmap", "settings"))
                .contains("NotFound");

        assertThat(karmadactl.ok("apply", "-f", file, "--all-clusters")).contains("configured");
        awaitRows(
                List.of("settings Karmada 1", "settings c1 1 Y", "settings m1 1 Y"),
                "get",
                "configmaps",
                "--operation-scope=all");
    }

    @Test
    void promotesWhatAClusterRunsWithoutARestart() throws Exception {
        m1.ok("create", "deployment", "old", "--image=nginx", "--replicas=2");
        m1.ok(SETTINGS, List.of("create"));
        m1.ok("create", "clusterrole", "old-role", "--verb=get", "--resource=pods");
        m1.ok("rollout", "status", "deployment/old");
        awaitRows(List.of("old m1 2/2 2 2 N"), "get", "deployments", "--operation-scope=members");
        String pods = m1.ok("get", "pods", "-l", "app=old", "-o", "name");

        assertThat(karmadactl.ok("promote", "deployment", "old", "-C", "m1")).contains("is promoted successfully");
        awaitRows(List.of("old Karmada 2/2 2 2", "old m1 2/2 2 2 Y"), "get", "deployments", "--operation-scope=all");
        assertThat(m1.ok("get", "pods", "-l", "app=old", "-o", "name")).isEqualTo(pods);

        assertThat(karmadactl.ok("promote", "configmap", "settings", "-C", "m1"))
                .contains("is promoted successfully");
        assertThat(karmadactl.ok("promote", "clusterrole", "old-role", "-C", "m1"))
                .contains("is promoted successfully");
        awaitRows(List.of("settings Karmada 1", "settings m1 1 Y"), "get", "configmaps", "--operation-scope=all");
        TestingFederation.await(() -> assertThat(m1.ok("get", "clusterrole", "old-role", "--show-labels"))
                .contains("karmada.io/managed=true"));
        assertThat(kubectl.refused("--context=c1", "get", "deployment", "old")).contains("NotFound");
    }

    @Test
    void aClusterLeavesWithAllThatItsJoiningMade() throws Exception {
        kubectl.ok("create", "deployment", "web", "--image=nginx", "--replicas=2");
        awaitRows(List.of("web m1 1/1 1 1 Y"), "get", "deployments", "--operation-scope=members");
        assertThat(kubectl.ok("get", "secrets", "-n", "karmada-cluster", "-o", "name")
                        .lines())
                .containsExactlyInAnyOrder("secret/m1", "secret/m1-impersonator");
        assertThat(kubectl.refused("--context=c1", "get", "namespace", "karmada-cluster"))
                .contains("NotFound");

        String file = member.kubeconfig().toString();
        karmadactl.ok("unjoin", "m1", "--cluster-kubeconfig", file, "--cluster-context", "archipelago");
        assertThat(rows("get", "clusters")).noneMatch(row -> row.startsWith("m1 "));
        TestingFederation.await(() -> {
            assertThat(kubectl.ok("get", "secrets", "-n", "karmada-cluster", "-o", "name"))
                    .isEmpty();
            assertThat(m1.refused("get", "namespace", "karmada-cluster")).contains("NotFound");
        });
        assertThat(m1.ok("get", "clusterroles,clusterrolebindings", "-o", "name"))
                .doesNotContain("karmada");
        assertThat(m1.ok("get", "deployments", "-o", "name")).contains("web");

        // Its replicas were placed elsewhere, and what is left there is removed.
        join();
        awaitRows(List.of("web m1 0/0 0 0 Y"), "get", "deployments", "--operation-scope=members");
    }
}
