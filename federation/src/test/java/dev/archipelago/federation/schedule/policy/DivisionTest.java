package dev.archipelago.federation.schedule.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Numbers in the first column are those of the worked examples in our notes on Karmada; inputs and outputs are
/// those of its unit tests. Lists give clusters m1, m2 and so on; `-` stands for a cluster that does not have the
/// object, or that is not there.
class DivisionTest {
    private static final String NONE = "-";

    private static List<String> split(String list) {
        return Arrays.asList(list.split("/"));
    }

    /// @param free `-` for a cluster that does not exist
    private static List<Ranked> clusters(String held, String free, int replicas) {
        List<Ranked> clusters = new ArrayList<>();
        for (int i = 0; i < split(free).size(); i++) {
            if (split(free).get(i).equals(NONE)) {
                continue;
            }
            TestingCluster cluster = TestingCluster.named("m" + (i + 1))
                    .free(Integer.parseInt(split(free).get(i)));
            if (!held.isEmpty() && !split(held).get(i).equals(NONE)) {
                cluster.holding(Integer.parseInt(split(held).get(i)));
            }
            clusters.add(Ranked.of(cluster.candidate(), 0, replicas));
        }
        return clusters;
    }

    private static String text(Division.Result result) {
        return switch (result) {
            case Division.Result.Shares(SortedMap<String, Integer> shares) ->
                shares.entrySet().stream()
                        .map(share -> share.getKey() + "=" + share.getValue())
                        .collect(Collectors.joining(" "));
            case Division.Result.Unschedulable(String message) -> message;
        };
    }

    private static ReplicaScheduling weights(String weights) {
        List<ReplicaScheduling.StaticWeight> list = new ArrayList<>();
        for (int i = 0; i < split(weights).size(); i++) {
            list.add(new ReplicaScheduling.StaticWeight(
                    ClusterAffinity.read(TestingCluster.yaml("clusterNames: [m%d]".formatted(i + 1))),
                    Long.parseLong(split(weights).get(i))));
        }
        return new ReplicaScheduling(ReplicaScheduling.Style.STATIC_WEIGHT, list);
    }

    private static String divided(
            ReplicaScheduling.Style style, String held, String free, int replicas, boolean fresh) {
        return text(new Division(new ReplicaScheduling(style, List.of()), "", fresh)
                .divide(clusters(held, free, replicas), replicas));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 3/2/1, 12, m1=6 m2=4 m3=2",
        "1, 3/2/1, 13, m1=7 m2=4 m3=2",
        "1, 3/2/1, 14, m1=7 m2=5 m3=2",
        "2, 2/1, 1, m1=1",
        "2, 2/1, 2, m1=1 m2=1",
        "2, 2/1, 3, m1=2 m2=1",
        "3, 2/1/1/1, 7, m1=3 m2=2 m3=1 m4=1",
        "3, 2/1/1/1, 8, m1=3 m2=2 m3=2 m4=1",
        "3, 2/1/1/1, 9, m1=3 m2=2 m3=2 m4=2",
        "4, 1/1/1, 5, m1=2 m2=2 m3=1",
        "4, 1/1/1/1, 5, m1=2 m2=1 m3=1 m4=1",
        "5, 170/110/60, 5, m1=2 m2=2 m3=1",
        "5, 170/110/60, 6, m1=3 m2=2 m3=1",
    })
    void dividesByStaticWeights(int example, String weights, int replicas, String expected) {
        // Their room does not matter.
        String free = weights.replaceAll("\\d+", "0");
        Division division = new Division(weights(weights), "", false);
        assertThat(text(division.divide(clusters("", free, replicas), replicas)))
                .as("example %d", example)
                .isEqualTo(expected);
    }

    /// FNV-1a of "a" is 0xe40c292c, that of "b" 0xe70c2de5.
    @ParameterizedTest
    @CsvSource({"6, b, m1=2 m2=3", "6, a, m1=3 m2=2", "6, '', m1=3 m2=2"})
    void theUidDecidesWhoGetsTheOddReplica(int example, String uid, String expected) {
        Division division = new Division(weights("1/1"), uid, false);
        assertThat(text(division.divide(clusters("", "0/0", 5), 5)))
                .as("example %d", example)
                .isEqualTo(expected);
    }

    @Test
    void clustersWithoutAWeightGetNothing() {
        assertThat(text(new Division(weights("2/1"), "", false).divide(clusters("", "9/9/9", 6), 6)))
                .isEqualTo("m1=4 m2=2");
    }

    @Test
    void theLargestOfSeveralWeightsCounts() {
        Placement placement = TestingCluster.placement("""
                replicaScheduling:
                  replicaSchedulingType: Divided
                  weightPreference:
                    staticWeightList:
                    - {targetCluster: {clusterNames: [m1, m2]}, weight: 1}
                    - {targetCluster: {clusterNames: [m1]}, weight: 3}
                    - {targetCluster: {clusterNames: [m1]}, weight: 2}
                """);
        assertThat(text(new Division(placement.scheduling(), "", false).divide(clusters("", "9/9", 8), 8)))
                .isEqualTo("m1=6 m2=2");
    }

    @ParameterizedTest
    @CsvSource({
        "'replicaSchedulingType: Divided'",
        "'weightPreference: {staticWeightList: [{targetCluster: {clusterNames: [x]}, weight: 7}]}'"
    })
    void allAreAlikeWhenNoneHasAWeight(String scheduling) {
        Placement placement = TestingCluster.placement("replicaScheduling: {" + scheduling + "}");
        assertThat(text(new Division(placement.scheduling(), "", false).divide(clusters("", "0/9/9", 12), 12)))
                .isEqualTo("m1=4 m2=4 m3=4");
    }

    @ParameterizedTest
    @CsvSource({
        "7, '', 6/8/10, 12, m1=3 m2=4 m3=5",
        "8, 2/4/6, 10/10/10, 24, m1=6 m2=8 m3=10",
        "8, 2/4/6, 1/1/1, 24, '24 replicas are wanted, but the clusters have room for 15 only'",
        "9, 2/4/6, 1/1/1, 6, m1=1 m2=2 m3=3",
        "13, 6/-/6, 3/3/-, 12, m1=9 m2=3",
        "0, 2/4/6, 10/0/0, 12, m1=2 m2=4 m3=6",
        "0, '', 3/3/3, 12, '12 replicas are wanted, but the clusters have room for 9 only'",
    })
    void dividesByRoom(int example, String held, String free, int replicas, String expected) {
        assertThat(divided(ReplicaScheduling.Style.DYNAMIC_WEIGHT, held, free, replicas, false))
                .as("example %d", example)
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "10, '', 6/8/10, 12, m2=5 m3=7",
        "11, 4/8/-, 4/6/8, 24, m1=7 m2=12 m3=5",
        "11, 4/8/-, 6/6/20, 24, m1=10 m2=14",
        "12, 4/8/-, 100/100/100, 8, m2=8",
        "12, 4/8/-, 1/1/1, 6, m2=6",
        "0, '', 12/8/10, 12, m1=12",
        "0, 4/8/-/-, 4/-/8/12, 24, m1=7 m3=7 m4=10",
        "0, 4/8/-, 1/1/1, 24, '24 replicas are wanted, but the clusters have room for 15 only'",
    })
    void aggregates(int example, String held, String free, int replicas, String expected) {
        assertThat(divided(ReplicaScheduling.Style.AGGREGATED, held, free, replicas, false))
                .as("example %d", example)
                .isEqualTo(expected);
    }

    /// The room of a cluster includes what it has.
    @ParameterizedTest
    @CsvSource({
        "DYNAMIC_WEIGHT, 12/-/-, 0/12/12, 12, m1=4 m2=4 m3=4",
        "DYNAMIC_WEIGHT, 12/-/-, 0/0/0, 12, m1=12",
        "AGGREGATED, 2/2/2, 4/10/4, 6, m2=6",
        "AGGREGATED, 2/2/2, 0/0/0, 7, '7 replicas are wanted, but the clusters have room for 6 only'",
    })
    void dividesAnew(ReplicaScheduling.Style style, String held, String free, int replicas, String expected) {
        assertThat(divided(style, held, free, replicas, true)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "14, -, 2, -, 10, 5, m1=2 m2=3",
        "14, 3, 2, -, 10, 8, m1=5 m2=3",
        "0, 2, 0, 2, 0, 5, '5 replicas are wanted, but the clusters have room for 4 only'",
        "0, 2, 0, 3, 0, 3, m1=2 m2=1",
        "0, 2, 0, 3, 0, 2, m1=2",
        "0, 2, 2, 3, 5, 5, m1=4 m2=1",
    })
    void overflows(int example, String held, int free, String heldNext, int freeNext, int replicas, String expected) {
        Ranked first = clusters(held, Integer.toString(free), replicas).getFirst();
        Ranked next = clusters("-/" + heldNext, "-/" + freeNext, replicas).getFirst();
        List<Ranked> tiers = List.of(new Ranked(next.candidate(), 1, next.score(), next.free()), first);
        for (ReplicaScheduling.Style style :
                List.of(ReplicaScheduling.Style.DYNAMIC_WEIGHT, ReplicaScheduling.Style.AGGREGATED)) {
            Division division = new Division(new ReplicaScheduling(style, List.of()), "", false);
            assertThat(text(division.divide(tiers, replicas)))
                    .as("example %d", example)
                    .isEqualTo(expected);
        }
    }

    @Test
    void duplicatesEverywhere() {
        assertThat(divided(ReplicaScheduling.Style.DUPLICATED, "5/-", "0/0", 3, false))
                .isEqualTo("m1=3 m2=3");
    }

    @Test
    void staysWhereItIsWithoutReplicas() {
        assertThat(divided(ReplicaScheduling.Style.DUPLICATED, "5/-", "9/9", 0, false))
                .isEqualTo("m1=0 m2=0");
        for (ReplicaScheduling.Style style : ReplicaScheduling.Style.values()) {
            if (style != ReplicaScheduling.Style.DUPLICATED) {
                assertThat(divided(style, "3/-/1", "9/9/9", 0, false)).isEqualTo("m1=0 m3=0");
            }
        }
        // And it scales up there again.
        assertThat(divided(ReplicaScheduling.Style.AGGREGATED, "0/-", "2/9", 2, false))
                .isEqualTo("m1=2");
    }

    @Test
    void unlimitedRoomIsRoomForAll() {
        List<Ranked> clusters = List.of(
                Ranked.of(TestingCluster.named("m1").candidate(), 0, 12),
                Ranked.of(TestingCluster.named("m2").free(4).candidate(), 0, 12));
        ReplicaScheduling scheduling = new ReplicaScheduling(ReplicaScheduling.Style.DYNAMIC_WEIGHT, List.of());
        assertThat(new Division(scheduling, "", false).divide(clusters, 12))
                .isEqualTo(new Division.Result.Shares(new TreeMap<>(Map.of("m1", 9, "m2", 3))));
    }
}
