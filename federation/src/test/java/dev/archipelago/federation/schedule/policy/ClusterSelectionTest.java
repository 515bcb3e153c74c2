package dev.archipelago.federation.schedule.policy;

import static dev.archipelago.federation.schedule.policy.TestingCluster.named;
import static dev.archipelago.federation.schedule.policy.TestingCluster.placement;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterSelectionTest {
    private static final String AGGREGATED =
            "\nreplicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Aggregated}";

    private static String select(String placement, int replicas, TestingCluster... clusters) {
        List<Ranked> fitting = new ArrayList<>();
        for (TestingCluster cluster : clusters) {
            fitting.add(Ranked.of(cluster.candidate(), 0, replicas));
        }
        return text(new ClusterSelection(placement(placement), replicas).select(fitting));
    }

    private static String text(Selection selection) {
        return switch (selection) {
            case Selection.Selected selected ->
                selected.clusters().stream().map(Ranked::name).sorted().collect(Collectors.joining(" "));
            case Selection.Impossible impossible -> impossible.message();
        };
    }

    /// The first column is the number of the worked example in our notes on Karmada.
    @ParameterizedTest
    @CsvSource({
        "18, 100, m2 m4",
        "18, 120, m3 m4",
        "18, 140, m2 m3",
        "18, 200, '200 replicas do not fit into 2 clusters, which have room for 140 at most'",
    })
    void takesClustersWithMoreRoomWhenTheBestHaveNotEnough(int example, int replicas, String expected) {
        List<Ranked> fitting = List.of(
                new Ranked(named("m1").candidate(), 0, 20, 40),
                new Ranked(named("m2").candidate(), 0, 40, 60),
                new Ranked(named("m3").candidate(), 0, 30, 80),
                new Ranked(named("m4").candidate(), 0, 60, 50));
        Placement placement = placement("spreadConstraints: [{spreadByField: cluster, maxGroups: 2}]" + AGGREGATED);
        assertThat(text(new ClusterSelection(placement, replicas).select(fitting)))
                .as("example %d", example)
                .isEqualTo(expected);
    }

    @Test
    void doesNotTakeClustersWithLessRoom() {
        assertThat(select(
                        "spreadConstraints: [{maxGroups: 1}]" + AGGREGATED,
                        60,
                        named("m1").free(40),
                        named("m2").free(45).holding(5)))
                .isEqualTo("60 replicas do not fit into 1 clusters, which have room for 50 at most");
    }

    @ParameterizedTest
    @CsvSource({
        "'', m1 m2 m3 m4",
        "'{spreadByField: cluster, maxGroups: 2}', m1 m3",
        "'{maxGroups: 1}', m3",
        "'{spreadByField: cluster, minGroups: 4}', m1 m2 m3 m4",
        "'{spreadByField: cluster, minGroups: 2, maxGroups: 0}', m1 m2 m3 m4",
        "'{spreadByField: cluster, minGroups: 5}', 'spreadConstraints ask for at least 5 clusters, but only 4 fit'",
    })
    void takesTheBestClusters(String constraint, String expected) {
        // Ranked by presence, then readiness, then room.
        assertThat(select(
                        "spreadConstraints: [" + constraint + "]",
                        9,
                        named("m1").free(2),
                        named("m2").free(100).notReady(),
                        named("m3").free(0).holding(1).notReady(),
                        named("m4").free(1)))
                .isEqualTo(expected);
    }

    @Test
    void duplicatesNeedNoRoom() {
        assertThat(select(
                        "spreadConstraints: [{maxGroups: 1}]",
                        9,
                        named("m1").free(1),
                        named("m2").free(2)))
                .isEqualTo("m2");
    }

    @Test
    void staticWeightsAreNotSpread() {
        assertThat(select(
                        "spreadConstraints: [{maxGroups: 1}]\nreplicaScheduling: {replicaSchedulingType: Divided}",
                        9,
                        named("m1"),
                        named("m2")))
                .isEqualTo("m1 m2");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 2, 2, e1 e2",
        "2, 2, 2, 2, a1 e1",
        "2, 2, 3, 3, a1 e1 e2",
        "1, 0, 1, 0, e1 e2 e3",
        "3, 0, 1, 0, a1 e1 e2 e3 u1",
        "4, 0, 1, 0, 'spreadConstraints ask for at least 4 groups by region, but clusters that fit are in 3'",
        "3, 3, 1, 2, 'no 1 or more of the 5 clusters that fit are spread as spreadConstraints ask for'",
        "1, 1, 4, 4, 'no 4 or more of the 5 clusters that fit are spread as spreadConstraints ask for'",
    })
    void spreadsOverRegions(int min, int max, int clustersMin, int clustersMax, String expected) {
        assertThat(select(
                        """
                        spreadConstraints:
                        - {spreadByField: region, minGroups: %d, maxGroups: %d}
                        - {spreadByField: cluster, minGroups: %d, maxGroups: %d}
                        """.formatted(min, max, clustersMin, clustersMax),
                        4,
                        named("e1").region("eu"),
                        named("e2").region("eu"),
                        named("e3").region("eu"),
                        named("u1").region("us").free(3),
                        named("a1").region("asia")))
                .isEqualTo(expected);
    }

    /// One unit is a cluster with room for all, or a replica of an even part; presence decides between equals.
    @ParameterizedTest
    @CsvSource({
        "'', 4, e1",
        "'', 6, u1",
        "aggregated, 10, u1",
        "aggregated, 4, e1",
    })
    void regionsThatCanTakeMoreAreBetter(String style, int replicas, String expected) {
        assertThat(select(
                        """
                        spreadConstraints:
                        - {spreadByField: region, maxGroups: 1}
                        - {spreadByField: cluster, maxGroups: 1}
                        """ + (style.isEmpty() ? "" : AGGREGATED),
                        replicas,
                        named("e1").region("west").free(4).holding(1),
                        named("u1").region("east").free(8)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "spreadByField: provider, m1 m3",
        "spreadByField: zone, m1 m2",
        "spreadByLabel: rack, m1 m3",
    })
    void spreadsOverAnythingElseLikewise(String by, String expected) {
        assertThat(select(
                        """
                        spreadConstraints:
                        - {%s, minGroups: 2, maxGroups: 2}
                        - {spreadByField: cluster, maxGroups: 2}
                        """.formatted(by),
                        1,
                        named("m1").provider("p").zones("a").label("rack", "r1"),
                        named("m2").provider("p").zones("b").label("rack", "r1"),
                        named("m3").provider("q").zones("b").label("rack", "r2")))
                .isEqualTo(expected);
    }

    @Test
    void aClusterInSeveralZonesStandsForEach() {
        String placement = """
                spreadConstraints:
                - {spreadByField: zone, minGroups: 2}
                - {spreadByField: cluster, minGroups: %d, maxGroups: %d}
                """;
        TestingCluster[] clusters = {
            named("m1").zones("a", "b"), named("m2").zones("b"), named("m3").zones("c")
        };
        assertThat(select(placement.formatted(1, 1), 1, clusters)).isEqualTo("m1");
        assertThat(select(placement.formatted(2, 2), 1, clusters)).isEqualTo("m1 m2");
    }

    /// The provider with the most clusters has one region only.
    @Test
    void triesOtherGroupsUntilAllConstraintsAreMet() {
        String placement = """
                spreadConstraints:
                - {spreadByField: region, minGroups: 2}
                - {spreadByField: provider, maxGroups: 1}
                - {spreadByField: cluster, minGroups: 2, maxGroups: %d}
                """;
        TestingCluster[] clusters = {
            named("p1").provider("p").region("r1"),
            named("p2").provider("p").region("r1"),
            named("p3").provider("p").region("r1"),
            named("q1").provider("q").region("r1"),
            named("q2").provider("q").region("r2"),
        };
        assertThat(select(placement.formatted(2), 1, clusters)).isEqualTo("q1 q2");
        assertThat(select(placement.formatted(0), 1, clusters)).isEqualTo("q1 q2");
    }

    @ParameterizedTest
    @CsvSource({"p1 p.r1 p2 p.r2 q1 q.r2, p1 q1", "p1 p.r1 q1 q.r1 q2 q.r2, p1 q2"})
    void clustersStandForGroupsOfAllKinds(String clusters, String expected) {
        String[] parts = clusters.split(" ");
        List<TestingCluster> list = new ArrayList<>();
        for (int i = 0; i < parts.length; i += 2) {
            String[] groups = parts[i + 1].split("\\.");
            list.add(named(parts[i]).provider(groups[0]).region(groups[1]));
        }
        assertThat(select("""
                        spreadConstraints:
                        - {spreadByField: provider, minGroups: 2}
                        - {spreadByField: region, minGroups: 2}
                        - {spreadByField: cluster, maxGroups: 2}
                        """, 1, list.toArray(TestingCluster[]::new))).isEqualTo(expected);
    }

    /// One provider would suffice, but each has one region only.
    @Test
    void takesMoreGroupsWhereFewerWillNotDo() {
        String placement = """
                spreadConstraints:
                - {spreadByField: provider}
                - {spreadByField: region, minGroups: 2}
                - {spreadByField: cluster}
                """;
        assertThat(select(
                        placement,
                        1,
                        named("p1").provider("p").region("r1"),
                        named("q1").provider("q").region("r2")))
                .isEqualTo("p1 q1");
        assertThat(select(
                        placement.replace("provider}", "provider, maxGroups: 1}"),
                        1,
                        named("p1").provider("p").region("r1"),
                        named("q1").provider("q").region("r2")))
                .isEqualTo("no 1 or more of the 2 clusters that fit are spread as spreadConstraints ask for");
    }

    @Test
    void saysWhyClustersWereSelected() {
        List<Ranked> fitting = new ArrayList<>();
        for (TestingCluster cluster : List.of(
                named("e1").region("eu"),
                named("e2").region("eu"),
                named("e3").region("eu"),
                named("u1").region("us"))) {
            fitting.add(Ranked.of(cluster.candidate(), 0, 1));
        }
        Placement placement = placement("""
                spreadConstraints:
                - {spreadByField: region, maxGroups: 1}
                - {spreadByField: cluster, maxGroups: 2}
                """);
        Selection selection = new ClusterSelection(placement, 1).select(fitting);
        assertThat(selection)
                .isInstanceOfSatisfying(
                        Selection.Selected.class,
                        selected -> assertThat(selected.reasons())
                                .containsOnly(
                                        Map.entry("e1", "is among the clusters chosen of region eu"),
                                        Map.entry("e2", "is among the clusters chosen of region eu"),
                                        Map.entry("e3", "others of region eu were chosen"),
                                        Map.entry("u1", "region us was not chosen")));
    }
}
