package dev.archipelago.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Lease;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.testing.YamlObjects;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegistrationTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.25Z");

    private final Registration registration = new Registration(Fleet.of(4, List.of("a", "b")), "simulated://1");

    @Test
    void saysWhereANodeIs() {
        Node node = node("node-2", List.of());
        assertThat(node.labels())
                .containsEntry(Node.HOSTNAME, "node-2")
                .containsEntry(Node.ZONE, "b")
                .containsEntry(Node.REGION, "local")
                .containsKeys("kubernetes.io/os", "kubernetes.io/arch");
        assertThat(node.podRange()).isEqualTo("10.244.1.0/24");
    }

    @Test
    void takesNoRangeThatAnotherNodeHas() {
        Node other = YamlObjects.read(Node.KIND, "{metadata: {name: x}, spec: {podCIDR: 10.244.0.0/23}}");
        assertThat(node("node-2", List.of(other)).podRange()).isEqualTo("10.244.5.0/24");
        assertThat(node("node-1", List.of(other)).podRange()).isEqualTo("10.244.4.0/24");
    }

    @Test
    void reportsItselfReadyAndThenOnlyRenewsItsLease() {
        Node node = node("node-1", List.of());
        Plan plan = registration.heartbeat(node, null, NOW);
        assertThat(plan.actions()).hasSize(2);
        node = YamlObjects.after(plan, Node.KIND, node);
        assertThat(node.isReady()).isTrue();
        assertThat(node.podsMax()).isEqualTo(250);
        assertThat(node.allocatable().cpuMillis()).isEqualTo(32_000);
        Lease lease =
                YamlObjects.read(Lease.KIND, ((Action.Create) plan.actions().getLast()).object(), 1);
        assertThat(lease.renewed()).contains(NOW);
        assertThat(plan.lookAgain()).contains(Instant.parse("2026-01-01T00:00:10Z"));
        assertThat(registration.heartbeat(node, lease, NOW.plusSeconds(9)).steps())
                .isEmpty();
        Plan renewal = registration.heartbeat(node, lease, NOW.plusSeconds(10));
        assertThat(renewal.actions())
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.Update.class,
                        update -> assertThat(
                                        update.object().at("/spec/renewTime").asString())
                                .isEqualTo("2026-01-01T00:00:10.250000Z"));
    }

    @Test
    void nodesTakeTurns() {
        List<Instant> turns = new ArrayList<>();
        for (String name : List.of("node-1", "node-2", "node-3", "node-4")) {
            Node node = node(name, List.of());
            Plan plan = registration.heartbeat(node, null, NOW);
            turns.add(plan.lookAgain().orElseThrow());
        }
        assertThat(turns)
                .containsExactly(
                        Instant.parse("2026-01-01T00:00:10Z"),
                        Instant.parse("2026-01-01T00:00:02.4Z"),
                        Instant.parse("2026-01-01T00:00:05Z"),
                        Instant.parse("2026-01-01T00:00:07.4Z"));
    }

    @Test
    void saysThatItIsBackWhenItWasGivenUp() {
        Node lost = YamlObjects.read(Node.KIND, """
                metadata: {name: node-1, uid: u}
                status:
                  allocatable: {pods: '250'}
                  conditions: [{type: Ready, status: Unknown, lastHeartbeatTime: '2026-01-01T00:00:00Z'}]
                """);
        Plan plan = registration.heartbeat(lost, null, NOW);
        assertThat(YamlObjects.after(plan, Node.KIND, lost).isReady()).isTrue();
    }

    private Node node(String name, List<Node> others) {
        return YamlObjects.read(Node.KIND, registration.node(name, others), 1);
    }
}
