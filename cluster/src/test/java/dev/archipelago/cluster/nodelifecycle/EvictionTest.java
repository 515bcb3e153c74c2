package dev.archipelago.cluster.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.testing.YamlObjects;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvictionTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String LOST =
            "{key: node.kubernetes.io/unreachable, effect: NoExecute, timeAdded: '" + START + "'}";

    @ParameterizedTest(name = "{0} => {1}")
    @CsvSource(delimiter = '|', textBlock = """
        []                                                                                        | 300
        [{operator: Exists}]                                                                      | -1
        [{operator: Exists, tolerationSeconds: 9223372036854775806}]                              | -1
        [{key: node.kubernetes.io/unreachable, operator: Exists, tolerationSeconds: 10}]           | 10
        [{key: node.kubernetes.io/not-ready, operator: Exists, tolerationSeconds: 10}]             | 300
        [{key: node.kubernetes.io/unreachable, operator: Exists, tolerationSeconds: 0}]            | 0
        [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoSchedule}]              | 300
        [{operator: Exists}, {key: node.kubernetes.io/unreachable, operator: Exists, tolerationSeconds: 7}] | 7
        """)
    void aPodStaysOnALostNodeAsLongAsItSays(String tolerations, long seconds) {
        Pod pod = pod("False", "tolerations: " + tolerations, "");
        Node node = node("Unknown", LOST);
        if (seconds < 0) {
            assertThat(Eviction.plan(pod, node, START.plusSeconds(1_000_000)).steps())
                    .isEmpty();
            return;
        }
        if (seconds > 0) {
            Plan early = Eviction.plan(pod, node, START.plusSeconds(seconds - 1));
            assertThat(early.steps()).isEmpty();
            assertThat(early.lookAgain()).contains(START.plusSeconds(seconds));
        }
        assertThat(Eviction.plan(pod, node, START.plusSeconds(seconds)).actions())
                .last()
                .isInstanceOfSatisfying(Action.Delete.class, delete -> {
                    assertThat(delete.options().gracePeriodSeconds()).isEmpty();
                    assertThat(delete.options().uid()).isEqualTo("u");
                });
    }

    @Test
    void aTaintOfSomebodyElseDrivesOutAtOnce() {
        assertThat(Eviction.plan(pod("True", "", ""), node("True", "{key: x, effect: NoExecute}"), START)
                        .actions())
                .last()
                .isInstanceOf(Action.Delete.class);
    }

    @Test
    void aPodOnASilentNodeServesNoMore() {
        Pod pod = pod("True", "", "");
        Node node = node("Unknown", "");
        pod = YamlObjects.after(Eviction.plan(pod, node, START), Pod.KIND, pod);
        assertThat(pod.isReady()).isFalse();
        assertThat(Eviction.plan(pod, node, START).steps()).isEmpty();
    }

    @Test
    void aPodThatIsGoingStaysUntilItsNodeLetsGo() {
        Pod going = pod("True", "", "deletionTimestamp: '2020-01-01T00:00:00Z', ");
        assertThat(Eviction.plan(going, node("Unknown", LOST), START.plusSeconds(1_000_000))
                        .steps())
                .isEmpty();
        String off = LOST + ", {key: node.kubernetes.io/out-of-service, effect: NoExecute}";
        assertThat(Eviction.plan(going, node("True", off), START).steps()).isEmpty();
        List<Action> actions = Eviction.plan(going, node("Unknown", off), START).actions();
        assertThat(actions).hasSize(2);
        // Found by the simulation: with a cache that did not show the node back in service, two pods ran.
        assertThat(actions.getFirst())
                .isEqualTo(new Action.Confirm(Node.KIND, Key.global(going.nodeName()), "", Eviction.OUT_OF_SERVICE));
        assertThat(actions.getLast()).isInstanceOfSatisfying(Action.Delete.class, delete -> {
            assertThat(delete.options().gracePeriodSeconds()).contains(0L);
            assertThat(delete.options().uid()).isEqualTo("u");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "node.kubernetes.io/out-of-service, Unknown, true",
        "node.kubernetes.io/out-of-service, True, false",
        "node.kubernetes.io/unreachable, Unknown, false",
    })
    void aNodeIsOutOfServiceWhenItIsMarkedAndNotReady(String taint, String ready, boolean confirmed) {
        Node node = node(ready, "{key: " + taint + ", effect: NoExecute}");
        assertThat(Eviction.OUT_OF_SERVICE.holds().test(Optional.of(node))).isEqualTo(confirmed);
        assertThat(Eviction.OUT_OF_SERVICE.holds().test(Optional.empty())).isFalse();
    }

    @Test
    void thoseWhoHoldAPodBackAreToldOnceThatItHasFailed() {
        Pod held = pod("True", "", "deletionTimestamp: '2020-01-01T00:00:00Z', finalizers: [a/b], ");
        Plan plan = Eviction.abandon(held);
        assertThat(plan.actions()).hasSize(3);
        var tree = YamlObjects.after(plan, Pod.KIND, held).tree();
        tree.withObjectProperty("metadata").put("deletionGracePeriodSeconds", 0);
        assertThat(Eviction.abandon(YamlObjects.read(Pod.KIND, tree, 9)).steps())
                .isEmpty();
    }

    /// Found by the simulation: a node that was back, but not in the cache, lost its pod, and two ran.
    @Test
    void aNodeIsMadeSureToBeGoneBeforeItsPodsAreTakenAway() {
        Pod pod = pod("True", "", "");
        List<Action> actions = Eviction.abandon(pod).actions();
        assertThat(actions).hasSize(2);
        assertThat(actions.getFirst())
                .isEqualTo(new Action.Confirm(Node.KIND, Key.global(pod.nodeName()), "", Fact.GONE));
        assertThat(actions.getLast()).isInstanceOf(Action.Delete.class);
    }

    private static Node node(String ready, String taints) {
        return YamlObjects.read(
                Node.KIND,
                "{metadata: {name: n}, spec: {taints: [%s]}, status: {conditions: [{type: Ready, status: '%s'}]}}"
                        .formatted(taints, ready));
    }

    private static Pod pod(String ready, String spec, String metadata) {
        return YamlObjects.read(
                Pod.KIND,
                ("{metadata: {%s name: p, namespace: d, uid: u}, spec: {nodeName: n, %s}, "
                                + "status: {phase: Running, conditions: [{type: Ready, status: '%s'}]}}")
                        .formatted(metadata, spec, ready));
    }
}
