package dev.archipelago.cluster.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.DaemonSet;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.testing.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each row: the scheduling fields of the pods, the labels and taints of a node, and the verdict.
class EligibilityTest {
    private final World world = new World();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{} | {} | [] | RUN",
                "{nodeSelector: {disk: ssd}} | {disk: ssd} | [] | RUN",
                "{nodeSelector: {disk: ssd}} | {disk: hdd} | [] | LEAVE",
                "{nodeName: n} | {} | [] | RUN",
                "{nodeName: other} | {} | [] | LEAVE",
                "{key: disk, operator: In, values: [ssd]} | {disk: ssd} | [] | RUN",
                "{key: disk, operator: NotIn, values: [ssd]} | {disk: ssd} | [] | LEAVE",
                "{key: disk, operator: Exists} | {disk: ssd} | [] | RUN",
                "{key: disk, operator: DoesNotExist} | {disk: ssd} | [] | LEAVE",
                "{key: cpus, operator: Gt, values: ['4']} | {cpus: '8'} | [] | RUN",
                "{key: cpus, operator: Lt, values: ['4']} | {cpus: '8'} | [] | LEAVE",
                "{} | {} | [{key: a, effect: NoSchedule}] | STAY",
                "{} | {} | [{key: a, effect: NoExecute}] | LEAVE",
                "{} | {} | [{key: a, effect: PreferNoSchedule}] | RUN",
                "{tolerations: [{operator: Exists}]} | {} | [{key: a, effect: NoExecute}] | RUN",
                "{tolerations: [{key: a, value: b}]} | {} | [{key: a, value: b, effect: NoSchedule}] | RUN",
                "{tolerations: [{key: a, value: b}]} | {} | [{key: a, value: c, effect: NoSchedule}] | STAY",
                "{} | {} | [{key: node.kubernetes.io/not-ready, effect: NoExecute}] | RUN",
                "{} | {} | [{key: node.kubernetes.io/unreachable, effect: NoExecute}] | RUN",
                "{} | {} | [{key: node.kubernetes.io/unschedulable, effect: NoSchedule}] | RUN",
                "{} | {} | [{key: node.kubernetes.io/network-unavailable, effect: NoSchedule}] | STAY",
                "{hostNetwork: true} | {} | [{key: node.kubernetes.io/network-unavailable, effect: NoSchedule}] | RUN",
            })
    void verdict(String asked, String labels, String taints, Eligibility.Verdict expected) {
        String spec = asked.startsWith("{key") ? affinity(asked) : asked;
        DaemonSet set = world.create(
                DaemonSet.KIND, "{metadata: {name: d}, spec: {template: {metadata: {}, spec: %s}}}".formatted(spec));
        Node node = world.create(
                Node.KIND, "{metadata: {name: n, labels: %s}, spec: {taints: %s}}".formatted(labels, taints));
        assertThat(new Eligibility(new Template(set, "x").spec()).of(node)).isEqualTo(expected);
    }

    private static String affinity(String rule) {
        return "{affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                + " {nodeSelectorTerms: [{matchExpressions: [" + rule + "]}]}}}}";
    }
}
