package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.apiserver.kubectl.KubectlRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kubectl rollout` on a Deployment of seven replicas over three clusters.
class DeploymentRolloutIT {
    private static final List<String> APPLY = List.of("apply");
    private static final String IMAGE = ".spec.template.spec.containers[0].image";
    private static final String WEB = "deployment/web";

    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: web
              annotations: {kubernetes.io/change-cause: "the first", archipelago.dev/rollout-order: "c2,c1"}
            spec:
              replicas: 7
              progressDeadlineSeconds: 3
              revisionHistoryLimit: 3
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: main, image: "nginx:1"}]}
            """;

    @TempDir
    private static Path home;

    private static TestingFederation federation;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws Exception {
        federation = TestingFederation.start(home, "--simulate", "ready-delay=200ms");
        kubectl = federation.kubectl();
    }

    @AfterAll
    static void stop() {
        federation.close();
    }

    @BeforeEach
    void apply() {
        kubectl.ok(DEPLOYMENT, APPLY);
        assertThat(awaitDone()).contains("successfully rolled out");
    }

    @AfterEach
    void delete() throws Exception {
        kubectl.ok("delete", WEB, "--timeout=60s");
        TestingFederation.await(() -> assertThat(shadows()).isEmpty());
        federation.awaitMembers(WEB, ".spec.replicas", "");
    }

    private static String awaitDone() {
        return kubectl.ok("rollout", "status", WEB, "--timeout=60s");
    }

    private static String shadows() {
        return kubectl.ok("get", "rs", "-l", "app=web", "-o", "name").strip();
    }

    private static void setImage(String image) {
        kubectl.ok("set", "image", WEB, "main=" + image);
    }

    /// The revision numbers, and what they were made for.
    private static String history() {
        return String.join(
                ", ",
                kubectl.ok("rollout", "history", WEB)
                        .lines()
                        .filter(line -> line.matches("[0-9].*"))
                        .map(line -> line.strip().replaceAll(" +", " "))
                        .toList());
    }

    private static String described() {
        return kubectl.ok("describe", WEB).replaceAll(" +", " ");
    }

    @Test
    void historyUndoAndStatusWorkAsOnACluster() throws Exception {
        federation.awaitMembers(WEB, ".spec.replicas", "c1=2 c2=2 c3=3");
        assertThat(history()).isEqualTo("1 the first");
        setImage("nginx:2");
        kubectl.ok("annotate", WEB, "kubernetes.io/change-cause=the second", "--overwrite");
        assertThat(awaitDone()).contains("successfully rolled out");
        assertThat(federation.members(WEB, IMAGE)).isEqualTo("c1=nginx:2 c2=nginx:2 c3=nginx:2");
        TestingFederation.await(() -> assertThat(history()).isEqualTo("1 the first, 2 the second"));
        assertThat(kubectl.ok("rollout", "history", WEB, "--revision=1")).contains("nginx:1");
        TestingFederation.await(() -> assertThat(described())
                .containsPattern("OldReplicaSets: web-[a-z0-9]+ \\(0/0 replicas created\\)")
                .containsPattern("NewReplicaSet: web-[a-z0-9]+ \\(7/7 replicas created\\)")
                .contains("cluster c2 begins with revision 2", "all clusters have revision 2"));

        assertThat(kubectl.ok("rollout", "undo", WEB)).contains("rolled back");
        assertThat(awaitDone()).contains("successfully rolled out");
        assertThat(federation.members(WEB, IMAGE)).isEqualTo("c1=nginx:1 c2=nginx:1 c3=nginx:1");
        TestingFederation.await(() -> assertThat(history()).isEqualTo("2 the second, 3 the first"));
        kubectl.ok("rollout", "undo", WEB, "--to-revision=2");
        assertThat(awaitDone()).contains("successfully rolled out");
        TestingFederation.await(() -> assertThat(history()).isEqualTo("3 the first, 4 the second"));
        assertThat(kubectl.ok("rollout", "restart", WEB)).contains("restarted");
        assertThat(awaitDone()).contains("successfully rolled out");
        TestingFederation.await(() -> assertThat(history()).startsWith("3 the first, 4 the second, 5 "));
    }

    @Test
    void aBadImageStopsInTheFirstClusterAndIsUndone() throws Exception {
        setImage("nginx:broken");
        KubectlRun.Output status = kubectl.run("rollout", "status", WEB, "--timeout=60s");
        assertThat(status.code()).as(status::toString).isNotZero();
        assertThat(status.err()).contains("exceeded its progress deadline");
        assertThat(federation.members(WEB, IMAGE)).isEqualTo("c1=nginx:1 c2=nginx:broken c3=nginx:1");
        assertThat(described()).contains("Progressing False ProgressDeadlineExceeded");
        assertThat(kubectl.ok("get", WEB, "-o", "yaml"))
                .contains("has timed out progressing in cluster c2")
                .contains("c1: c2 has not finished its last change");
        kubectl.ok("rollout", "undo", WEB);
        assertThat(awaitDone()).contains("successfully rolled out");
        assertThat(federation.members(WEB, IMAGE)).isEqualTo("c1=nginx:1 c2=nginx:1 c3=nginx:1");
    }

    @Test
    void aPauseHoldsUpAllClustersButNotReplicas() throws Exception {
        assertThat(kubectl.ok("rollout", "pause", WEB)).contains("paused");
        setImage("nginx:2");
        kubectl.ok("scale", WEB, "--replicas=9");
        federation.awaitMembers(WEB, ".spec.replicas", "c1=3 c2=3 c3=3");
        assertThat(federation.members(WEB, IMAGE)).isEqualTo("c1=nginx:1 c2=nginx:1 c3=nginx:1");
        assertThat(history()).isEqualTo("1 the first");
        assertThat(kubectl.ok("rollout", "resume", WEB)).contains("resumed");
        assertThat(awaitDone()).contains("successfully rolled out");
        assertThat(federation.members(WEB, IMAGE)).isEqualTo("c1=nginx:2 c2=nginx:2 c3=nginx:2");
    }

    @Test
    void badOrdersAndLimitsAreRefused() {
        assertThat(refusedAnnotation("archipelago.dev/rollout-order=c2,c9"))
                .contains("metadata.annotations[archipelago.dev/rollout-order]")
                .contains("there is no cluster c9; the clusters are c1, c2, c3");
        assertThat(refusedAnnotation("archipelago.dev/rollout-order=c1,c1")).contains("Duplicate value: \"c1\"");
        assertThat(refusedAnnotation("archipelago.dev/rollout-max-clusters=0%"))
                .contains("metadata.annotations[archipelago.dev/rollout-max-clusters]")
                .contains("must be a number of clusters from 1 on, or a part of them from 1% to 100%");
    }

    private static String refusedAnnotation(String annotation) {
        return kubectl.refused("annotate", WEB, annotation, "--overwrite");
    }

    @Test
    void whatIsDoneToShadowsIsPutBack() throws Exception {
        String shadow = shadows();
        kubectl.ok("delete", shadow);
        TestingFederation.await(() -> assertThat(shadows()).isEqualTo(shadow));
        kubectl.ok("scale", shadow, "--replicas=1");
        kubectl.ok("annotate", shadow, "deployment.kubernetes.io/revision=77", "--overwrite");
        TestingFederation.await(() -> {
            assertThat(kubectl.ok("get", shadow, "-o", "jsonpath={.spec.replicas} {.status.readyReplicas}"))
                    .isEqualTo("7 7");
            assertThat(history()).isEqualTo("1 the first");
        });
        assertThat(federation.members(WEB, ".spec.replicas")).isEqualTo("c1=2 c2=2 c3=3");
        assertThat(federation.members(shadow, ".spec.replicas")).isEmpty();
    }

    @Test
    void clustersAreTheirOwnMastersWhileTheFederationIsDownAndItsWordIsRestored() throws Exception {
        setImage("nginx:2");
        assertThat(awaitDone()).contains("successfully rolled out");
        Kubectl c1 = kubectl.with("--context=c1");
        TestingFederation.await(
                () -> assertThat(c1.ok("rollout", "history", WEB)).contains("2"));
        assertThat(c1.ok("rollout", "undo", WEB)).contains("rolled back");
        TestingFederation.await(() -> assertThat(described())
                .contains("cluster c1: Deployment default/web was changed there, and is put back as it was"));
        federation.awaitMembers(WEB, IMAGE, "c1=nginx:2 c2=nginx:2 c3=nginx:2");
    }
}
