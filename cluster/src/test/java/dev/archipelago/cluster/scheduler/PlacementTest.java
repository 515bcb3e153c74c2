package dev.archipelago.cluster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.testing.YamlObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {
    private final ClusterState state = new ClusterState();
    private int pods;

    @BeforeEach
    void threeNodesInTwoZones() {
        node("n1", "zone: a, disk: ssd, size: '5'", "");
        node("n2", "zone: b, size: '10'", "");
        node("n3", "zone: b", "");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        nodeSelector: {disk: ssd}                                                                  | n1
        nodeSelector: {disk: hdd}                                                                  | nowhere
        affinity: {nodeAffinity: {R: {T: [{E: [{key: zone, operator: In, values: [a]}]}]}}}        | n1
        affinity: {nodeAffinity: {R: {T: [{E: [{key: size, operator: Gt, values: ['7']}]}]}}}      | n2
        affinity: {nodeAffinity: {R: {T: [{E: [{key: size, operator: DoesNotExist}]}]}}}           | n3
        affinity: {nodeAffinity: {R: {T: [{F: [{key: metadata.name, operator: In, values: [n3]}]}]}}} | n3
        affinity: {nodeAffinity: {R: {T: [{}]}}}                                                   | nowhere
        affinity: {nodeAffinity: {P: [{weight: 5, preference: {E: [{key: disk, operator: Exists}]}}]}} | n1
        containers: [{name: c, resources: {requests: {cpu: 11}}}]                                  | nowhere
        containers: [{name: c, resources: {requests: {cpu: 1e100}}}, {name: d, resources: {requests: {cpu: 1e100}}}] | nowhere
        """)
    void goesWhereItMay(String spec, String node) {
        SchedulingDecision verdict = choose(pod("", spec));
        if (node.equals("nowhere")) {
            assertThat(verdict).isInstanceOf(SchedulingDecision.Nowhere.class);
        } else {
            assertThat(verdict).isEqualTo(new SchedulingDecision.Chosen(node));
        }
    }

    @Test
    void saysWhyThereIsNoNode() {
        node("n1", "zone: a", "taints: [{key: gpu, value: 'yes', effect: NoSchedule}]");
        node("n2", "zone: b", "unschedulable: true");
        assertThat(choose(pod("", "containers: [{name: c, resources: {requests: {cpu: 11, memory: 1Ti}}}]")))
                .isInstanceOfSatisfying(
                        SchedulingDecision.Nowhere.class,
                        nowhere -> assertThat(nowhere.message())
                                .isEqualTo("0/3 nodes are available: 1 Insufficient cpu, 1 Insufficient memory, "
                                        + "1 node(s) had untolerated taint {gpu: yes}, 1 node(s) were unschedulable."));
    }

    @Test
    void toleratesTaints() {
        node("n2", "", "taints: [{key: a, effect: NoSchedule}]");
        node("n3", "", "taints: [{key: a, effect: NoExecute}]");
        node("n1", "", "taints: [{key: b, value: x, effect: NoSchedule}]");
        assertThat(choose(pod("", "tolerations: [{key: b, value: x}]"))).isEqualTo(new SchedulingDecision.Chosen("n1"));
        assertThat(choose(pod("", "tolerations: [{key: a, operator: Exists, effect: NoExecute}]")))
                .isEqualTo(new SchedulingDecision.Chosen("n3"));
        assertThat(choose(pod("", "tolerations: [{key: b, value: y}]"))).isInstanceOf(SchedulingDecision.Nowhere.class);
    }

    @Test
    void avoidsNodesThatWouldRatherNotHaveIt() {
        node("n1", "", "taints: [{key: a, effect: PreferNoSchedule}]");
        node("n2", "", "taints: [{key: a, effect: PreferNoSchedule}]");
        assertThat(choose(pod("", ""))).isEqualTo(new SchedulingDecision.Chosen("n3"));
    }

    @Test
    void fillsNodesEvenlyUntilTheyAreFull() {
        Map<String, Integer> counts = placeAll(30, "", "containers: [{name: c, resources: {requests: {cpu: 1}}}]");
        assertThat(counts).isEqualTo(Map.of("n1", 10, "n2", 10, "n3", 10));
        assertThat(choose(pod("", "containers: [{name: c, resources: {requests: {cpu: 1}}}]")))
                .isInstanceOfSatisfying(SchedulingDecision.Nowhere.class, nowhere -> {
                    assertThat(nowhere.message()).isEqualTo("0/3 nodes are available: 3 Insufficient cpu.");
                    assertThat(nowhere.wakeReasons()).contains(WakeReason.POD_GONE, WakeReason.NODE);
                });
    }

    @Test
    void givesAHostPortOnce() {
        String spec = "containers: [{name: c, ports: [{hostPort: 80, containerPort: 80}]}]";
        assertThat(placeAll(3, "", spec)).hasSize(3);
        assertThat(choose(pod("", spec))).isInstanceOf(SchedulingDecision.Nowhere.class);
    }

    @Test
    void keepsTheSkewWithinItsLimit() {
        String spread = "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, "
                + "labelSelector: {matchLabels: {app: x}}}]";
        List<String> zones = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            zones.add(zone(place(pod("app: x", spread))));
        }
        int difference = 0;
        for (String zone : zones) {
            difference += zone.equals("a") ? 1 : -1;
            assertThat(difference).isBetween(-1, 1);
        }
    }

    @Test
    void aFullZoneStopsAHardSpread() {
        String spec = "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, "
                + "labelSelector: {matchLabels: {app: x}}}], "
                + "containers: [{name: c, resources: {requests: {cpu: 6}}}]";
        assertThat(placeAll(2, "app: x", spec)).containsKey("n1");
        place(pod("app: x", spec));
        assertThat(choose(pod("app: x", spec)))
                .isInstanceOfSatisfying(
                        SchedulingDecision.Nowhere.class,
                        nowhere -> assertThat(nowhere.message()).contains("Insufficient cpu"));
    }

    @Test
    void keepsApartWhatMustBeApartAlsoTheOtherWayRound() {
        String apart =
                "affinity: {podAntiAffinity: {R: [{topologyKey: zone, labelSelector: " + "{matchLabels: {app: x}}}]}}";
        assertThat(zone(place(pod("app: x", apart)))).isNotEqualTo(zone(place(pod("app: x", apart))));
        assertThat(choose(pod("app: x", "")))
                .isInstanceOfSatisfying(
                        SchedulingDecision.Nowhere.class,
                        nowhere -> assertThat(nowhere.message())
                                .isEqualTo(
                                        "0/3 nodes are available: 3 node(s) didn't satisfy existing pods anti-affinity rules."));
        assertThat(choose(pod("app: y", ""))).isInstanceOf(SchedulingDecision.Chosen.class);
    }

    @Test
    void aRepulsionGoesWithItsPod() {
        String apart =
                "affinity: {podAntiAffinity: {R: [{topologyKey: zone, labelSelector: " + "{matchLabels: {app: x}}}]}}";
        Pod one = pod("app: x", apart);
        Pod other = pod("app: x", apart);
        place(one);
        place(other);
        state.remove(one.uid());
        assertThat(choose(pod("app: x", ""))).isInstanceOf(SchedulingDecision.Chosen.class);
    }

    @Test
    void theFirstOfAGroupMayGoAnywhereAndTheOthersFollow() {
        String together = "affinity: {podAffinity: {R: [{topologyKey: zone, labelSelector: {matchLabels: {app: x}}}]}}";
        assertThat(choose(pod("app: y", together))).isInstanceOf(SchedulingDecision.Nowhere.class);
        String zone = zone(place(pod("app: x", together)));
        for (int i = 0; i < 5; i++) {
            assertThat(zone(place(pod("app: x", together)))).isEqualTo(zone);
        }
    }

    @Test
    void spreadsThePodsOfOneControllerOverZonesAndNodes() {
        Map<String, Integer> counts = placeAll(8, "", "");
        assertThat(counts).isEqualTo(Map.of("n1", 4, "n2", 2, "n3", 2));
    }

    @Test
    void countsOnWhenNodesAreRelabelled() {
        String spread = "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, "
                + "labelSelector: {matchLabels: {app: x}}}]";
        place(pod("app: x", spread));
        place(pod("app: x", spread));
        node("n1", "zone: b", "");
        node("n4", "zone: c", "");
        assertThat(place(pod("app: x", spread))).isEqualTo("n4");
    }

    private Map<String, Integer> placeAll(int count, String labels, String spec) {
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            counts.merge(place(pod(labels, spec)), 1, Integer::sum);
        }
        return counts;
    }

    private String place(Pod pod) {
        SchedulingDecision verdict = choose(pod);
        assertThat(verdict).isInstanceOf(SchedulingDecision.Chosen.class);
        String node = ((SchedulingDecision.Chosen) verdict).node();
        state.place(pod, node);
        return node;
    }

    private SchedulingDecision choose(Pod pod) {
        return Placement.choose(Needs.of(pod), VolumeNeeds.NONE, state);
    }

    private String zone(String node) {
        return node.equals("n1") ? "a" : "b";
    }

    private void node(String name, String labels, String spec) {
        state.node(YamlObjects.read(
                Node.KIND,
                "{metadata: {name: %s, labels: {%s, topology.kubernetes.io/zone: '%s'}}, spec: {%s}, status: {allocatable: {cpu: '10', memory: 100Gi, pods: '50'}}}"
                        .formatted(name, labels.isEmpty() ? "x: y" : labels, zone(name), spec)));
    }

    private Pod pod(String labels, String spec) {
        pods++;
        String expanded = spec.replace("R:", "requiredDuringSchedulingIgnoredDuringExecution:")
                .replace("P:", "preferredDuringSchedulingIgnoredDuringExecution:")
                .replace("T:", "nodeSelectorTerms:")
                .replace("E:", "matchExpressions:")
                .replace("F:", "matchFields:");
        return YamlObjects.read(Pod.KIND, """
                {metadata: {name: p%d, namespace: d, uid: u%d, labels: {%s},
                  ownerReferences: [{kind: ReplicaSet, name: r, uid: r, controller: true}]}, spec: {%s}}
                """.formatted(pods, pods, labels, expanded));
    }
}
