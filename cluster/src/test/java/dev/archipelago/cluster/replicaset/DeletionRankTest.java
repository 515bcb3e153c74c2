package dev.archipelago.cluster.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.testing.World;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each row: the criterion that decides between two pods, and both, the one to be deleted first.
class DeletionRankTest {
    private static final String READY = "conditions: [{type: Ready, status: 'True', lastTransitionTime: '%s'}]";
    private static final String OLD = READY.formatted("2025-01-01T00:00:00Z");
    private static final String NEW = READY.formatted("2025-12-31T23:59:00Z");

    private final World world = new World();

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "unassigned | {} ; {phase: Running, OLD} | {nodeName: n} ; {phase: Pending}",
                "phase | {nodeName: n} ; {phase: Pending} | {nodeName: n} ; {phase: Unknown}",
                "phase | {nodeName: n} ; {phase: Unknown} | {nodeName: n} ; {phase: Running}",
                "not ready | {nodeName: n} ; {phase: Running} | {nodeName: n} ; {phase: Running, NEW}",
                "cost | {nodeName: n} ; {phase: Running, OLD} ; -5 | {nodeName: n} ; {phase: Running, NEW} ; 3",
                "cost is no number | {nodeName: n} ; {phase: Running, OLD} ; -5 | {nodeName: n} ; {phase: Running, NEW} ; x",
                "not alone | {nodeName: crowded} ; {phase: Running, OLD} | {nodeName: n} ; {phase: Running, NEW}",
                "ready for shorter | {nodeName: n} ; {phase: Running, NEW} | {nodeName: n} ; {phase: Running, OLD}",
                "restarts          | {nodeName: n} ; {phase: Running, OLD, containerStatuses: [{restartCount: 3}]}"
                        + "        | {nodeName: n} ; {phase: Running, OLD, containerStatuses: [{restartCount: 1}]}",
                "younger           | {nodeName: n} ; {phase: Running, OLD} ; 0 ; 2025-12-31T23:59:00Z"
                        + "        | {nodeName: n} ; {phase: Running, OLD} ; 0 ; 2025-01-01T00:00:00Z",
            })
    void order(String name, String first, String second) {
        Pod goes = pod("a", first);
        Pod stays = pod("b", second);
        List<Pod> relatedPods = List.of(
                goes,
                stays,
                pod("c", "{nodeName: crowded} ; {phase: Running}"),
                pod("d", "{nodeName: crowded} ; {phase: Running}"),
                pod("e", "{nodeName: n} ; {phase: Failed}"),
                pod("f", "{nodeName: n} ; {phase: Succeeded}"),
                pod("g", "{nodeName: n} ; {phase: Failed}"));
        assertThat(new DeletionRank(relatedPods, world.now()).first(List.of(goes, stays), 1))
                .containsExactly(goes);
        assertThat(new DeletionRank(relatedPods, world.now()).first(List.of(stays, goes), 1))
                .containsExactly(goes);
    }

    private Pod pod(String name, String description) {
        String[] parts = description.split(" ; ", -1);
        return world.create(Pod.KIND, """
                metadata:
                  name: %s
                  creationTimestamp: '%s'
                  annotations: {controller.kubernetes.io/pod-deletion-cost: '%s'}
                spec: %s
                status: %s
                """.formatted(
                        name,
                        parts.length > 3 ? parts[3] : "2025-06-01T00:00:00Z",
                        parts.length > 2 ? parts[2] : "0",
                        parts[0],
                        parts[1].replace("OLD", OLD).replace("NEW", NEW)));
    }
}
