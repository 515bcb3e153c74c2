package dev.archipelago.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import dev.archipelago.cluster.testing.YamlObjects;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class PodPlannerTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String NODE =
            "{metadata: {name: n1}, status: {addresses: [{type: InternalIP, address: 172.20.0.2}]}}";

    private Node node = YamlObjects.read(Node.KIND, NODE);
    private Optional<String> missingClaim = Optional.empty();
    private boolean portsTaken;

    @Test
    void isReadyAfterASingleWrite() {
        Pod pod = pod("", "containers: [{name: a, image: x}, {name: b, image: y}]");
        Plan plan = plan(pod, 0);
        assertThat(plan.actions()).hasSize(1);
        pod = YamlObjects.after(plan, Pod.KIND, pod);
        assertThat(pod.isReady()).isTrue();
        assertThat(pod.addresses()).containsExactly("10.0.0.2");
        JsonNode status = pod.tree().path("status");
        assertThat(status.path("hostIP").asString()).isEqualTo("172.20.0.2");
        assertThat(status.path("startTime").asString()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(status.path("conditions").findValuesAsString("type"))
                .containsExactlyInAnyOrder("PodScheduled", "Initialized", "ContainersReady", "Ready");
        assertThat(status.path("containerStatuses").findValuesAsString("name")).containsExactly("a", "b");
        assertThat(status.at("/containerStatuses/0/state/running/startedAt").asString())
                .isEqualTo("2026-01-01T00:00:00Z");
        assertSettled(pod, 1);
        assertThat(plan(pod, 100_000).steps()).isEmpty();
    }

    @Test
    void takesTheTimeItIsToldTo() {
        Pod pod = pod("pull-delay: 3s, start-delay: 1s, ready-delay: 5s", "containers: [{name: a, image: x}]");
        Plan plan = plan(pod, 0);
        pod = YamlObjects.after(plan, Pod.KIND, pod);
        assertThat(reason(pod, 0)).isEqualTo("ContainerCreating");
        assertThat(plan.lookAgain()).contains(START.plusSeconds(4));
        assertThat(plan(pod, 3).steps()).isEmpty();
        plan = plan(pod, 4);
        pod = YamlObjects.after(plan, Pod.KIND, pod);
        assertThat(pod.phase()).isEqualTo("Running");
        assertThat(pod.isReady()).isFalse();
        assertThat(plan.lookAgain()).contains(START.plusSeconds(9));
        assertThat(plan(pod, 8).steps()).isEmpty();
        pod = YamlObjects.after(plan(pod, 9), Pod.KIND, pod);
        assertThat(pod.isReady()).isTrue();
        assertThat(pod.readySince()).contains(START.plusSeconds(9));
    }

    @Test
    void initialisesInTurn() {
        Pod pod = pod(
                "init-delay: 2s",
                "initContainers: [{name: i1, image: x}, {name: i2, image: x}], containers: [{name: a, image: x}]");
        pod = step(pod, 0);
        assertThat(pod.phase()).isEqualTo("Pending");
        assertThat(reason(pod, 0)).isEqualTo("PodInitializing");
        assertThat(Conditions.find(status(pod), "Initialized").path("message").asString())
                .isEqualTo("containers with incomplete status: [i1 i2]");
        pod = step(pod, 2);
        assertThat(status(pod)
                        .at("/initContainerStatuses/0/state/terminated/exitCode")
                        .asInt(-1))
                .isZero();
        assertThat(status(pod).at("/initContainerStatuses/1/state").has("running"))
                .isTrue();
        pod = step(pod, 4);
        assertThat(pod.isReady()).isTrue();
        assertThat(status(pod).at("/initContainerStatuses/1/ready").asBoolean()).isTrue();
        assertThat(plan(pod, 50).steps()).isEmpty();
    }

    @Test
    void waitsLongerAfterEachCrash() {
        Pod pod = step(pod("crash: 'true'", "containers: [{name: a, image: x}]"), 0);
        // The first restart is at once, so two runs have failed already.
        assertThat(pod.restarts()).isEqualTo(1);
        assertThat(reason(pod, 0)).isEqualTo("CrashLoopBackOff");
        assertThat(pod.phase()).isEqualTo("Running");
        assertThat(plan(pod, 9).steps()).isEmpty();
        long at = 0;
        for (int wait : new int[] {10, 20, 40, 80, 160, 300, 300}) {
            assertThat(plan(pod, at).lookAgain()).contains(START.plusSeconds(at + wait));
            at += wait;
            int before = pod.restarts();
            pod = step(pod, at);
            assertThat(pod.restarts()).isEqualTo(before + 1);
        }
    }

    @Test
    void recoversAfterAFewCrashes() {
        Pod pod = step(pod("crash: '2'", "containers: [{name: a, image: x}]"), 0);
        assertThat(pod.isStuck()).isTrue();
        pod = step(pod, 10);
        assertThat(pod.isReady()).isTrue();
        assertThat(pod.restarts()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "Never, 0, Succeeded, 0",
        "Never, 3, Failed, 0",
        "OnFailure, 0, Succeeded, 0",
        "OnFailure, 3, Running, 1",
        "Always, 0, Running, 1"
    })
    void endsAsTheRestartPolicySays(String policy, int code, String phase, int restarts) {
        Pod pod = pod(
                "exit-after: 5s, exit-code: '" + code + "'",
                "restartPolicy: " + policy + ", containers: [{name: a, image: x}]");
        pod = step(pod, 0);
        assertThat(pod.isReady()).isTrue();
        pod = step(pod, 5);
        assertThat(pod.phase()).isEqualTo(phase);
        assertThat(pod.restarts()).isEqualTo(restarts);
        if (pod.isOver()) {
            assertThat(plan(pod, 6).steps()).isEmpty();
        }
    }

    @Test
    void cannotPullWhatDoesNotExist() {
        Pod pod = step(pod("", "containers: [{name: a, image: 'x:404'}]"), 0);
        assertThat(reason(pod, 0)).isEqualTo("ErrImagePull");
        assertThat(pod.phase()).isEqualTo("Pending");
        assertThat(plan(pod, 5).steps()).isEmpty();
        pod = step(pod, 10);
        assertThat(reason(pod, 0)).isEqualTo("ImagePullBackOff");
        assertSettled(pod, 5000);
    }

    @Test
    void stopsServingAtOnceAndIsGoneWhenStopped() {
        Pod pod = step(pod("stop-delay: 7s", "containers: [{name: a, image: x}]"), 0);
        Pod going = deleted(pod, 30, "");
        Plan plan = plan(going, 0);
        assertThat(plan.lookAgain()).contains(START.plusSeconds(7));
        going = YamlObjects.after(plan, Pod.KIND, going);
        assertThat(going.isReady()).isFalse();
        assertThat(plan(going, 3).steps()).isEmpty();
        assertThat(plan(going, 7).actions()).singleElement().isInstanceOfSatisfying(Action.Delete.class, delete -> {
            assertThat(delete.options().gracePeriodSeconds()).contains(0L);
            assertThat(delete.options().uid()).isEqualTo("u1");
        });
    }

    @Test
    void isGoneInASingleWriteWhenItStopsAtOnce() {
        Pod pod = step(pod("", "containers: [{name: a, image: x}]"), 0);
        assertThat(plan(deleted(pod, 30, ""), 0).actions()).singleElement().isInstanceOf(Action.Delete.class);
    }

    @Test
    void isKilledWhenItsTimeIsOver() {
        Pod pod = step(pod("stop-delay: 1h", "containers: [{name: a, image: x}]"), 0);
        Pod going = step(deleted(pod, 30, ""), 0);
        assertThat(plan(going, 29).steps()).isEmpty();
        assertThat(plan(going, 30).actions()).hasSize(1);
    }

    @Test
    void saysHowItEndedToThoseWhoHoldItBack() {
        Pod pod = step(pod("", "containers: [{name: a, image: x}]"), 0);
        Pod held = deleted(pod, 30, "job/tracking");
        Plan plan = plan(held, 0);
        assertThat(plan.actions()).hasSize(2);
        held = YamlObjects.after(plan, Pod.KIND, held);
        assertThat(held.isOver()).isTrue();
        Pod released = deleted(held, 0, "job/tracking");
        assertThat(plan(released, 1).steps()).isEmpty();
    }

    @Test
    void isRejectedWhenItsPortIsTaken() {
        portsTaken = true;
        Pod pod = step(pod("", "containers: [{name: a, image: x, ports: [{containerPort: 1, hostPort: 80}]}]"), 0);
        assertThat(pod.phase()).isEqualTo("Failed");
        assertThat(status(pod).path("reason").asString()).isEqualTo("NodePorts");
        assertThat(plan(pod, 1).steps()).isEmpty();
    }

    @Test
    void waitsForItsVolumes() {
        missingClaim = Optional.of("data");
        Pod pod = step(pod("", "containers: [{name: a, image: x}]"), 0);
        assertThat(pod.isPending()).isTrue();
        assertThat(reason(pod, 0)).isEqualTo("ContainerCreating");
        assertThat(plan(pod, 60).steps()).isEmpty();
        missingClaim = Optional.empty();
        assertThat(step(pod, 90).isReady()).isTrue();
    }

    @Test
    void goesOnWhereAnEarlierProcessLeftOff() {
        Pod pod = step(pod("exit-after: 100s", "restartPolicy: Never, containers: [{name: a, image: x}]"), 0);
        assertThat(plan(pod, 99).steps()).isEmpty();
        assertThat(step(pod, 100).phase()).isEqualTo("Succeeded");
    }

    @Test
    void startsAgainAfterItsNodeHasBooted() {
        Pod pod = step(pod("", "containers: [{name: a, image: x}]"), 0);
        node = YamlObjects.read(
                Node.KIND,
                NODE.replace(
                        "name: n1",
                        "name: n1, annotations: {simulation.archipelago.dev/booted: '2026-01-01T00:01:00Z'}"));
        pod = step(pod, 60);
        assertThat(pod.restarts()).isEqualTo(1);
        assertThat(pod.isReady()).isTrue();
        assertThat(plan(pod, 61).steps()).isEmpty();
    }

    @Test
    void restartsAContainerWithAnotherImage() {
        Pod pod = step(pod("", "containers: [{name: a, image: 'x:1'}]"), 0);
        var tree = pod.tree();
        ((tools.jackson.databind.node.ObjectNode) tree.at("/spec/containers/0")).put("image", "x:2");
        pod = step(YamlObjects.read(Pod.KIND, tree, 9), 5);
        assertThat(pod.restarts()).isEqualTo(1);
        assertThat(status(pod).at("/containerStatuses/0/image").asString()).isEqualTo("x:2");
        assertThat(plan(pod, 6).steps()).isEmpty();
    }

    @Test
    void failsWhenItsDeadlineIsOver() {
        Pod pod = pod("", "activeDeadlineSeconds: 60, containers: [{name: a, image: x}]");
        Plan plan = plan(pod, 0);
        assertThat(plan.lookAgain()).contains(START.plusSeconds(60));
        pod = step(YamlObjects.after(plan, Pod.KIND, pod), 60);
        assertThat(pod.phase()).isEqualTo("Failed");
        assertThat(status(pod).path("reason").asString()).isEqualTo("DeadlineExceeded");
        assertThat(plan(pod, 61).steps()).isEmpty();
    }

    private static Pod pod(String rules, String spec) {
        StringBuilder annotations = new StringBuilder();
        for (String rule : rules.isEmpty() ? List.<String>of() : List.of(rules.split(", "))) {
            annotations.append("simulation.archipelago.dev/").append(rule).append(", ");
        }
        return YamlObjects.read(
                Pod.KIND,
                "{metadata: {name: p, namespace: d, uid: u1, annotations: {" + annotations + "}}, spec: {nodeName: n1, "
                        + spec + "}, status: {phase: Pending}}");
    }

    private static Pod deleted(Pod pod, int grace, String finalizer) {
        var tree = pod.tree();
        tree.withObjectProperty("metadata")
                .put("deletionTimestamp", START.plusSeconds(grace).toString())
                .put("deletionGracePeriodSeconds", grace);
        if (!finalizer.isEmpty()) {
            tree.withObjectProperty("metadata").putArray("finalizers").add(finalizer);
        }
        return YamlObjects.read(Pod.KIND, tree, pod.resourceVersion() + 1);
    }

    /// The status shows a container some time after it was started.
    @Test
    void stopsWhatWasStartedAndIsNotInTheStatus() {
        Pod pod = pod("", "containers: [{name: a, image: x}]");
        ObjectNode tree = pod.tree();
        tree.withObjectProperty("metadata")
                .put("deletionTimestamp", "2026-01-01T00:00:30Z")
                .put("deletionGracePeriodSeconds", 30);
        Pod deleting = YamlObjects.read(Pod.KIND, tree, 2);
        PodContainers starting = new PodContainers() {
            @Override
            public NodeRuntime.Progress progress(NodeRuntime.Attempt attempt) {
                return NodeRuntime.Progress.TO_START;
            }

            @Override
            public Optional<Instant> stopped(Instant asked) {
                return Optional.empty();
            }
        };
        Plan plan = PodPlanner.plan(new PodState(
                deleting, node, missingClaim, portsTaken, () -> "", new SimulatedRuntime(), starting, START));
        assertThat(plan.actions()).filteredOn(Action.Delete.class::isInstance).isEmpty();
        assertThat(plan.actions())
                .filteredOn(Action.Perform.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.Perform.class,
                        perform -> assertThat(perform.effect()).isInstanceOf(StopContainers.class));
    }

    private Plan plan(Pod pod, long second) {
        SimulatedRuntime runtime = new SimulatedRuntime();
        return PodPlanner.plan(new PodState(
                pod,
                node,
                missingClaim,
                portsTaken,
                () -> "10.0.0.2",
                runtime,
                runtime.observe(pod, node),
                START.plusSeconds(second)));
    }

    private Pod step(Pod pod, long second) {
        return YamlObjects.after(plan(pod, second), Pod.KIND, pod);
    }

    private void assertSettled(Pod pod, long second) {
        Plan plan = plan(pod, second);
        assertThat(plan.steps()).isEmpty();
        assertThat(plan.lookAgain()).isEmpty();
    }

    private static JsonNode status(Pod pod) {
        return pod.tree().path("status");
    }

    private static String reason(Pod pod, int container) {
        return status(pod)
                .path("containerStatuses")
                .path(container)
                .at("/state/waiting/reason")
                .asString("");
    }
}
