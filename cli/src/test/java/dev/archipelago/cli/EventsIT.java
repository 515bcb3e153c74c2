package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `kubectl describe` at the federation shows of what happened.
class EventsIT {
    private static final List<String> APPLY = List.of("apply");

    private static final String SET = """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: web}
            spec:
              serviceName: web
              replicas: 3
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
        federation = TestingFederation.start(home, "--clusters", "c1,c2", "--simulate", "ready-delay=100ms");
        kubectl = federation.kubectl();
        kubectl.ok(SET, APPLY);
        federation.awaitStatus("default statefulset/web 3/3 c1 2/2, c2 1/1");
    }

    @AfterAll
    static void stop() {
        federation.close();
    }

    private static void awaitDescribed(String object, String... texts) throws InterruptedException {
        TestingFederation.await(() ->
                assertThat(kubectl.ok("describe", object).replaceAll(" +", " ")).contains(texts));
    }

    private static int count(String object, String text) {
        return (int) kubectl.ok("describe", object)
                .lines()
                .filter(line -> line.contains(text))
                .count();
    }

    @Test
    void describeTellsOfPlacementsRolloutsRepairsAndClusters() throws Exception {
        awaitDescribed("statefulset/web", "Normal ScheduleBindingSucceed", "placed as c1 2, c2 1");
        kubectl.ok("scale", "statefulset/web", "--replicas=4");
        awaitDescribed("statefulset/web", "placement changed: c2 1 to 2");
        federation.awaitStatus("default statefulset/web 4/4 c1 2/2, c2 2/2");

        Kubectl c1 = kubectl.with("--context=c1");
        c1.ok("scale", "statefulset/web-c1", "--replicas=5");
        awaitDescribed(
                "statefulset/web",
                "Normal DriftRepaired",
                "cluster c1: StatefulSet default/web-c1 was changed there, and is put back as it was: spec.replicas");
        federation.awaitStatus("default statefulset/web 4/4 c1 2/2, c2 2/2");

        kubectl.ok("set", "image", "statefulset/web", "main=nginx:2");
        awaitDescribed(
                "statefulset/web",
                "Normal RolloutProgressing",
                "cluster c1 begins with revision ",
                "; still to come: c2",
                "cluster c2 begins with revision ",
                "Normal RolloutComplete",
                "all clusters have revision ");

        federation.ok("stop", "c1");
        awaitDescribed("cluster/c1", "Warning ClusterNotReachable");
        awaitDescribed("statefulset/web", "Warning ClusterNotReady", "cluster c1 cannot be reached: it has 2 replicas");
        federation.killAndRestart();
        federation.ok("start", "c1");
        awaitDescribed("statefulset/web", "Normal ClusterReady", "cluster c1 is back: it has 2 replicas");
        awaitDescribed("cluster/c1", "Normal ClusterReady");
        federation.awaitStatus("default statefulset/web 4/4 c1 2/2, c2 2/2");
        assertThat(count("statefulset/web", "placed as")).isOne();
        assertThat(count("statefulset/web", "cannot be reached: it has")).isOne();
        assertThat(count("statefulset/web", "was changed there")).isOne();
        assertThat(count("statefulset/web", "RolloutComplete")).isOne();
    }

    @Test
    void describeTellsOfWhatWasDeletedInACluster() throws Exception {
        kubectl.ok("create", "configmap", "hello", "--from-literal=who=world");
        awaitDescribed("configmap/hello", "placed in c1, c2");
        awaitApplied("hello-configmap");
        kubectl.with("--context=c2").ok("delete", "configmap/hello");
        awaitDescribed(
                "configmap/hello",
                "Normal DriftRepaired",
                "cluster c2: ConfigMap default/hello was deleted there, and is made again");
    }

    @Test
    void eventsDoNotTellWhatASecretHolds() throws Exception {
        kubectl.ok("create", "secret", "generic", "key", "--from-literal=password=hunter2");
        awaitApplied("key-secret");
        kubectl.with("--context=c2").ok("patch", "secret/key", "-p", "{\"data\":{\"password\":\"bWluZQ==\"}}");
        TestingFederation.await(() -> assertThat(kubectl.ok("get", "events"))
                .contains("Secret default/key was changed there, and is put back as it was: data.password"));
        assertThat(kubectl.ok("get", "events", "-o", "yaml"))
                .doesNotContain("hunter2")
                .doesNotContain("aHVudGVyMg==")
                .doesNotContain("bWluZQ==");
    }

    private static void awaitApplied(String binding) throws InterruptedException {
        String applied = "jsonpath={.status.aggregatedStatus[*].applied}";
        TestingFederation.await(
                () -> assertThat(kubectl.ok("get", "resourcebinding/" + binding, "--ignore-not-found", "-o", applied))
                        .isEqualTo("true true"));
    }
}
