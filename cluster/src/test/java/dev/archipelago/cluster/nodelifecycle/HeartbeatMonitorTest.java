package dev.archipelago.cluster.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Lease;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.testing.YamlObjects;
import dev.archipelago.controller.plan.Plan;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class HeartbeatMonitorTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private Node node = node("True", "");
    private Lease lease = lease(0);

    @Test
    void waitsFortySecondsForASignOfLife() {
        assertThat(plan(39).steps()).isEmpty();
        assertThat(plan(39).lookAgain()).contains(START.plusSeconds(40));
        lease = lease(30);
        assertThat(plan(69).steps()).isEmpty();
        assertThat(step(70).readiness()).isEqualTo("Unknown");
    }

    @Test
    void silenceBeforeAnybodyListenedProvesNothing() {
        assertThat(HeartbeatMonitor.plan(node, lease, START.plusSeconds(500), START.plusSeconds(539))
                        .steps())
                .isEmpty();
        assertThat(HeartbeatMonitor.plan(node, lease, START.plusSeconds(500), START.plusSeconds(540))
                        .steps())
                .isNotEmpty();
    }

    @Test
    void keepsPodsAwayFromALostNodeUntilItIsBack() {
        node = step(40);
        node = step(41);
        assertThat(node.taints())
                .extracting(taint -> taint.key() + ":" + taint.effect())
                .containsExactly(
                        "node.kubernetes.io/unreachable:NoSchedule", "node.kubernetes.io/unreachable:NoExecute");
        assertThat(node.taints().getLast().added()).contains(START.plusSeconds(41));
        assertThat(plan(42).steps()).isEmpty();
        assertThat(plan(42).lookAgain()).isEmpty();
        var back = node.tree();
        lease = lease(100);
        back.set("status", node("True", "").tree().get("status"));
        node = YamlObjects.read(Node.KIND, back, 9);
        assertThat(step(100).taints()).isEmpty();
    }

    @Test
    void tellsNotReadyFromUnreachable() {
        node = node("False", "taints: [{key: mine, value: x, effect: NoSchedule}]");
        assertThat(step(1).taints())
                .extracting(Node.Taint::key)
                .containsExactly("mine", "node.kubernetes.io/not-ready", "node.kubernetes.io/not-ready");
    }

    @Test
    void givesATimeToTaintsThatDrivePodsOut() {
        node = node("True", "taints: [{key: mine, effect: NoExecute}]");
        node = step(5);
        assertThat(node.taints().getFirst().added()).contains(START.plusSeconds(5));
        assertThat(plan(6).steps()).isEmpty();
    }

    private Node step(long second) {
        return YamlObjects.after(plan(second), Node.KIND, node);
    }

    private Plan plan(long second) {
        return HeartbeatMonitor.plan(node, lease, START.minusSeconds(1000), START.plusSeconds(second));
    }

    private static Node node(String ready, String spec) {
        return YamlObjects.read(
                Node.KIND,
                "{metadata: {name: n}, spec: {%s}, status: {conditions: [{type: Ready, status: '%s'}]}}"
                        .formatted(spec, ready));
    }

    private static Lease lease(long second) {
        return YamlObjects.read(
                Lease.KIND,
                "{metadata: {name: n, namespace: kube-node-lease}, spec: {renewTime: '%s'}}"
                        .formatted(START.plusSeconds(second)));
    }
}
