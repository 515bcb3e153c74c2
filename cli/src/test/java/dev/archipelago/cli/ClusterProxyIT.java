package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.apiserver.kubectl.KubectlRun;
import dev.archipelago.controller.remote.Kubeconfig;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Members through the federation: `kubectl --server …/clusters/c1/proxy` with the federation's own credentials.
class ClusterProxyIT {
    private static final String CLUSTERS = "/apis/cluster.karmada.io/v1alpha1/clusters";
    private static final String READERS_OF_C1 = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: readers-of-c1}
            rules: [{apiGroups: [cluster.karmada.io], resources: [clusters/proxy], resourceNames: [c1], verbs: [get]}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: readers-of-c1}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: readers-of-c1}
            subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]
            """;
    private static final String SETTINGS = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: here}
            data: {a: "1"}
            """;

    @TempDir
    private Path home;

    private TestingFederation federation;
    private Kubectl kubectl;
    private Kubectl c1;

    @BeforeEach
    void start() throws Exception {
        federation = TestingFederation.start(home);
        kubectl = federation.kubectl();
        c1 = through("c1");
    }

    @AfterEach
    void stop() {
        federation.close();
    }

    private Kubectl through(String cluster) throws Exception {
        String server = Kubeconfig.read(federation.directory().resolve("kubeconfig"))
                .server()
                .toString();
        return kubectl.with("--server=" + server + CLUSTERS + '/' + cluster + "/proxy");
    }

    /// The answer for a path. kubectl hides it when it looks for resources.
    private String raw(String path, String... flags) {
        return kubectl.refused(Stream.concat(Stream.of("get", "--raw", CLUSTERS + path), Stream.of(flags))
                .toArray(String[]::new));
    }

    @Test
    void doesInAMemberWhatKubectlDoesInACluster() throws Exception {
        assertThat(c1.ok("get", "nodes", "-o", "name").lines()).hasSize(3);
        assertThat(c1.ok("api-resources")).contains("statefulsets").doesNotContain("propagationpolicies");
        assertThat(c1.ok("explain", "configmap.data")).contains("FIELD: data");

        c1.ok(SETTINGS, List.of("create"));
        c1.ok(SETTINGS.replace("\"1\"", "\"2\""), List.of("apply", "--server-side", "--force-conflicts"));
        c1.ok("patch", "configmap", "here", "-p", "{\"data\":{\"b\":\"3\"}}");
        assertThat(kubectl.ok("--context=c1", "get", "configmap", "here", "-o", "jsonpath={.data}"))
                .isEqualTo("{\"a\":\"2\",\"b\":\"3\"}");
        assertThat(kubectl.refused("get", "configmap", "here")).contains("NotFound");
        assertThat(through("c2").refused("get", "configmap", "here"))
                .contains("Error from server (NotFound): configmaps \"here\" not found");
        assertThat(c1.refused(SETTINGS, List.of("create"))).contains("AlreadyExists");

        try (KubectlRun watch = c1.start("get", "configmaps", "--watch", "-o", "name")) {
            watch.awaitOutput("configmap/here");
            kubectl.ok("--context=c1", "create", "configmap", "news");
            watch.awaitOutput("configmap/news");
        }
        c1.ok("delete", "configmap", "here");
        assertThat(kubectl.refused("--context=c1", "get", "configmap", "here")).contains("NotFound");

        c1.ok("run", "one", "--image=nginx");
        c1.ok("wait", "--for=condition=Ready", "pod/one", "--timeout=60s");
        assertThat(c1.refused("exec", "one", "--", "true")).contains("does not pass on requests that upgrade");
    }

    @Test
    void letsInWhoMayAndTellsTheMemberWhoItIs() throws Exception {
        assertThat(raw("/c1/proxy/api/v1/pods", "--as=jane"))
                .contains("jane", "cannot get resource \"clusters/proxy\" in API group \"cluster.karmada.io\"");
        kubectl.ok(READERS_OF_C1, List.of("apply"));
        TestingFederation.await(() -> assertThat(raw("/c1/proxy/api/v1/namespaces/default/pods", "--as=jane"))
                .contains(
                        "User \"jane\" cannot list resource \"pods\" in API group \"\" in the namespace \"default\""));
        kubectl.ok("--context=c1", "create", "clusterrolebinding", "jane", "--clusterrole=view", "--user=jane");
        TestingFederation.await(() -> c1.ok("--as=jane", "get", "pods"));
        assertThat(c1.refused("--as=jane", "delete", "pod", "one"))
                .contains("cannot delete resource \"clusters/proxy\"");
        assertThat(raw("/c2/proxy/api", "--as=jane")).contains("clusters/proxy");
        assertThat(c1.ok("auth", "whoami", "-o", "jsonpath={.status.userInfo.username}"))
                .isEqualTo("admin");
    }

    @Test
    void isNoWayAroundACutNorToAnythingElse() throws Exception {
        assertThat(kubectl.ok("get", "--raw", "/apis/cluster.karmada.io/v1alpha1"))
                .contains("\"clusters/proxy\"", "\"clusters/status\"");
        assertThat(raw("/c9/proxy/api")).contains("clusters.cluster.karmada.io \"c9\" not found");
        // Dots that lead out of the proxy address another path of the federation, which does not exist here.
        assertThat(raw("/c1/proxy/%2e%2e/c2")).contains("NotFound");
        for (String trick : List.of("/..%2fc2/proxy/api", "//api/v1/pods", "/a/../api")) {
            assertThat(raw("/c1/proxy" + trick)).as(trick).containsAnyOf("BadRequest", "NotFound");
        }

        try (KubectlRun watch = c1.start("get", "configmaps", "--watch", "-o", "name")) {
            watch.awaitOutput("configmap/kube-root-ca.crt");
            federation.ok("cut", "c1");
            // It has ended, and is not only silent.
            watch.end();
        }
        assertThat(c1.refused("get", "pods")).contains("ServiceUnavailable", "cluster c1", "connection refused");
        federation.ok("heal", "c1");
        c1.ok("get", "pods");
        federation.ok("stop", "c1");
        assertThat(c1.refused("get", "pods")).contains("ServiceUnavailable", "cluster c1");
    }

    @Test
    void reachesJoinedMembersAsTheFederationsAccount() throws Exception {
        Path directory = home.resolve("far");
        try (ServerProcess cluster =
                ServerProcess.start("cluster", directory, List.of("--name", "far", "--port", "0", "--dns-port", "0"))) {
            cluster.awaitReady();
            federation.ok(
                    "join",
                    "far",
                    "--cluster-kubeconfig",
                    directory.resolve("kubeconfig").toString());
            Kubectl far = through("far");
            assertThat(far.ok("get", "nodes", "-o", "name").lines()).hasSize(3);
            assertThat(far.ok("auth", "whoami", "-o", "jsonpath={.status.userInfo.username}"))
                    .startsWith("system:serviceaccount:archipelago-system:archipelago-far-");
            assertThat(far.refused("delete", "node", "--all")).contains("--impersonate");
            for (String path : List.of("secrets", "namespaces/default/%73ecrets", "watch/secrets")) {
                assertThat(raw("/far/proxy/api/v1/" + path)).contains("Forbidden", "--impersonate");
            }
            assertThat(far.refused("create", "token", "default")).contains("--impersonate");
            federation.ok("unjoin", "far");
            federation.ok(
                    "join",
                    "far",
                    "--impersonate",
                    "--cluster-kubeconfig",
                    directory.resolve("kubeconfig").toString());
            assertThat(far.ok("auth", "whoami", "-o", "jsonpath={.status.userInfo.username}"))
                    .isEqualTo("admin");
            kubectl.ok(READERS_OF_C1.replace("c1", "far"), List.of("apply"));
            TestingFederation.await(() -> assertThat(raw("/far/proxy/api/v1/secrets", "--as=jane"))
                    .contains("User \"jane\" cannot list resource \"secrets\""));
            cluster.kill();
            assertThat(far.refused("get", "pods")).contains("ServiceUnavailable", "cluster far");
        }
    }
}
