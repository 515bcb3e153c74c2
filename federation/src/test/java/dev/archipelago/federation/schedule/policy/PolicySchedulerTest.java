package dev.archipelago.federation.schedule.policy;

import static dev.archipelago.federation.schedule.policy.TestingCluster.deployment;
import static dev.archipelago.federation.schedule.policy.TestingCluster.named;
import static dev.archipelago.federation.schedule.policy.TestingCluster.placement;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicySchedulerTest {
    private static final PlacementRequest CONFIGURATION = new PlacementRequest("v1", "ConfigMap", "", false, 0);
    private static final String TWO_GROUPS = """
            clusterAffinities:
            - {affinityName: first, clusterNames: [m1]}
            - {affinityName: second, clusterNames: [m2]}
            replicaScheduling: {replicaDivisionPreference: Aggregated}
            """;

    private static Decision decide(
            String placement, PlacementRequest subject, String last, boolean fresh, TestingCluster... clusters) {
        List<Candidate> candidates =
                Arrays.stream(clusters).map(TestingCluster::candidate).toList();
        return PolicyScheduler.decide(placement(placement), subject, candidates, last, fresh);
    }

    private static Decision.Placed placed(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Placed.class);
        return (Decision.Placed) decision;
    }

    @Test
    void everythingGoesEverywhereByDefault() {
        Decision.Placed placed = placed(
                decide("{}", deployment(3), "", false, named("b"), named("a").holding(3)));
        assertThat(placed.clusters()).containsExactly(Map.entry("a", 3), Map.entry("b", 3));
        assertThat(placed.affinityName()).isEmpty();
        assertThat(placed.passedOver()).isEmpty();
        assertThat(placed.reasons())
                .containsExactly(
                        Map.entry("a", List.of("has it already", "gets 3 of 3 replicas")),
                        Map.entry("b", List.of("gets 3 of 3 replicas")));
    }

    /// Static weights and room do not matter for objects without replicas.
    @ParameterizedTest
    @CsvSource({
        "'{}'",
        "'replicaScheduling: {weightPreference: {staticWeightList: [{targetCluster: {clusterNames: [m1]}, weight: 1}]}}'",
        "'replicaScheduling: {weightPreference: {dynamicWeight: AvailableReplicas}}'",
        "'{spreadConstraints: [{minGroups: 2}], replicaScheduling: {replicaDivisionPreference: Aggregated}}'",
    })
    void whatHasNoReplicasGoesToAllThatAreSelected(String placement) {
        Decision decision = decide(
                placement,
                CONFIGURATION,
                "",
                false,
                named("m1").free(0),
                named("m2").free(0));
        assertThat(placed(decision).clusters()).containsExactly(Map.entry("m1", 0), Map.entry("m2", 0));
        assertThat(decision.reasons().get("m1")).contains("fits");
    }

    @Test
    void roomDoesNotMatterToWhatHasNoReplicas() {
        Decision decision = decide(
                "spreadConstraints: [{maxGroups: 1}]",
                CONFIGURATION,
                "",
                false,
                named("m1").free(1),
                named("m2").free(9));
        assertThat(placed(decision).clusters()).containsExactly(Map.entry("m1", 0));
    }

    @Test
    void saysWhyNoClusterFits() {
        Decision decision = decide(
                "clusterAffinity: {clusterNames: [m1, m3]}",
                deployment(1),
                "",
                false,
                named("m1").taint("down", "", "NoSchedule"),
                named("m2").holding(1));
        assertThat(decision).isInstanceOf(Decision.NoFit.class);
        assertThat(decision.reasons())
                .containsExactly(
                        Map.entry("m1", List.of("taint down:NoSchedule is not tolerated")),
                        Map.entry("m2", List.of("is not named by clusterAffinity")));
    }

    @Test
    void saysWhatIsMissing() {
        assertThat(decide(
                        "replicaScheduling: {replicaDivisionPreference: Aggregated}",
                        deployment(9),
                        "",
                        false,
                        named("m1").free(1).holding(2),
                        named("m2").free(3)))
                .isEqualTo(new Decision.Unschedulable(
                        "9 replicas are wanted, but the clusters have room for 6 only",
                        new TreeMap<>(Map.of(
                                "m1", List.of("has it already", "fits and has room for 3"),
                                "m2", List.of("fits and has room for 3")))));
        assertThat(decide("spreadConstraints: [{minGroups: 2}]", CONFIGURATION, "", false, named("m1")))
                .isEqualTo(new Decision.Unschedulable(
                        "spreadConstraints ask for at least 2 clusters, but only 1 fit",
                        new TreeMap<>(Map.of("m1", List.of("fits")))));
    }

    @Test
    void saysWhyAClusterGetsNoReplica() {
        Decision decision = decide("""
                replicaScheduling:
                  weightPreference:
                    staticWeightList: [{targetCluster: {exclude: [m3]}, weight: 1}]
                """, deployment(1), "", false, named("m1"), named("m2"), named("m3"));
        assertThat(placed(decision).clusters()).containsExactly(Map.entry("m1", 1));
        assertThat(decision.reasons())
                .containsExactly(
                        Map.entry("m1", List.of("gets 1 of 1 replicas")),
                        Map.entry("m2", List.of("no replica is left for it")),
                        Map.entry("m3", List.of("has no weight in staticWeightList")));
    }

    @ParameterizedTest
    @CsvSource({
        // last, fresh, room in m1, in m2, expected
        "'', false, 5, 5, first m1",
        "'', false, 1, 5, second m2",
        "second, false, 5, 5, second m2",
        "second, true, 5, 5, first m1",
        "second, true, 1, 5, second m2",
        "renamed, false, 5, 5, first m1",
    })
    void goesOnFromTheGroupOfLastTime(String last, boolean fresh, int room1, int room2, String expected) {
        Decision.Placed placed = placed(decide(
                TWO_GROUPS,
                deployment(2),
                last,
                fresh,
                named("m1").free(room1),
                named("m2").free(room2)));
        assertThat(placed.affinityName() + " " + placed.clusters().firstKey()).isEqualTo(expected);
    }

    @Test
    void doesNotGoBackToAnEarlierGroup() {
        assertThat(decide(
                        TWO_GROUPS,
                        deployment(2),
                        "second",
                        false,
                        named("m1").free(5),
                        named("m2").free(1)))
                .isInstanceOf(Decision.Unschedulable.class);
    }

    @Test
    void tellsWhatKeptItFromEarlierGroups() {
        Decision.Placed placed =
                placed(decide(TWO_GROUPS, deployment(2), "", false, named("m1").free(1), named("m2")));
        assertThat(placed.passedOver())
                .containsExactly("affinity group first: 2 replicas are wanted, but the clusters have room for 1 only");
        assertThat(placed.reasons())
                .containsExactly(
                        Map.entry("m1", List.of("is not named by affinity group second")),
                        Map.entry("m2", List.of("gets 2 of 2 replicas")));
    }

    @Test
    void tellsOfAllGroupsWhenNoneWillDo() {
        TestingCluster tainted = named("m1").taint("down", "", "NoSchedule");
        Decision unschedulable = decide(
                TWO_GROUPS, deployment(2), "", false, tainted, named("m2").free(1));
        assertThat(unschedulable)
                .isInstanceOfSatisfying(
                        Decision.Unschedulable.class,
                        it -> assertThat(it.message())
                                .isEqualTo(
                                        "affinity group first: no cluster fits; affinity group second: 2 replicas are wanted, but"
                                                + " the clusters have room for 1 only"));
        assertThat(unschedulable.reasons().get("m1"))
                .containsExactly("taint down:NoSchedule is not tolerated", "is not named by affinity group second");
        Decision noFit = decide(TWO_GROUPS, deployment(2), "", false, tainted);
        assertThat(noFit).isInstanceOf(Decision.NoFit.class);
        assertThat(noFit.reasons()).containsOnlyKeys("m1");
    }

    @Test
    void overflowsInTheOrderOfTheTiers() {
        String placement = """
                clusterAffinities:
                - affinityName: own
                  clusterNames: [m9]
                  overflowAffinities:
                  - {affinityName: partner, clusterNames: [m5]}
                  - {affinityName: rented, labelSelector: {}}
                replicaScheduling: {weightPreference: {dynamicWeight: AvailableReplicas}}
                """;
        TestingCluster[] clusters = {
            named("m1").free(99), named("m5").free(2), named("m9").free(3)
        };
        assertThat(placed(decide(placement, deployment(3), "", false, clusters)).clusters())
                .containsExactly(Map.entry("m9", 3));
        assertThat(placed(decide(placement, deployment(10), "", false, clusters))
                        .clusters())
                .containsExactly(Map.entry("m1", 5), Map.entry("m5", 2), Map.entry("m9", 3));
    }
}
