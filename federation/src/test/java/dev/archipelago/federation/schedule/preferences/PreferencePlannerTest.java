package dev.archipelago.federation.schedule.preferences;

import static dev.archipelago.federation.schedule.TestingPreferences.anyPreferences;
import static dev.archipelago.federation.schedule.TestingPreferences.names;
import static dev.archipelago.federation.schedule.TestingPreferences.numbers;
import static dev.archipelago.federation.schedule.TestingPreferences.preferences;
import static dev.archipelago.federation.schedule.TestingPreferences.someClusters;
import static dev.archipelago.federation.schedule.TestingPreferences.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.federation.schedule.preferences.PreferencePlanner.Result;
import dev.archipelago.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreferencePlannerTest {

    private static void check(
            String preferences,
            int replicas,
            String available,
            String current,
            String capacity,
            String key,
            String plan,
            String overflow) {
        Result result = PreferencePlanner.plan(
                preferences(preferences), replicas, names(available), numbers(current), numbers(capacity), key);
        assertThat(result).isEqualTo(new Result(numbers(plan), numbers(overflow)));
    }

    /// The numbers are those of kubernetes-retired/federation,
    /// `pkg/federation-controller/util/planner/planner_test.go`, all 40 and in the same order. One
    /// differs: Federation divided 50 of 80 running replicas as 0 and 50.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // preferences | replicas | available | current | capacity | plan | overflow
                "* w1 | 50 | A B C | '' | '' | A=16 B=17 C=17 | ''",
                "* w1 | 50 | A B | '' | '' | A=25 B=25 | ''",
                "* w1 | 1 | A B | '' | '' | A=0 B=1 | ''",
                "* w1 | 1 | A B C D | '' | '' | A=0 B=0 C=0 D=1 | ''",
                "* w1 | 1 | A | '' | '' | A=1 | ''",
                "* w1 | 1 | '' | '' | '' | '' | ''",
                "* w1 | 50 | A B C | C=30 | '' | A=10 B=10 C=30 | ''",
                "* w1 | 50 | A B | A=30 | '' | A=30 B=20 | ''",
                "* w1 | 15 | A B | A=0 B=8 | '' | A=7 B=8 | ''",
                "* w1 | 15 | A B | A=1 B=8 | '' | A=7 B=8 | ''",
                "* w1 | 15 | A B | A=4 B=8 | '' | A=7 B=8 | ''",
                "* w1 | 15 | A B | A=5 B=8 | '' | A=7 B=8 | ''",
                "* w1 | 15 | A B | A=6 B=8 | '' | A=7 B=8 | ''",
                "* w1 | 15 | A B | A=7 B=8 | '' | A=7 B=8 | ''",
                "* w1 | 500000 | A B | A=300000 | '' | A=300000 B=200000 | ''",
                "* w1 | 50 | A B | A=10 | '' | A=25 B=25 | ''",
                "* w1 | 50 | A B | A=10 B=70 | '' | A=10 B=40 | ''",
                "* w1 | 1 | A B | A=30 | '' | A=1 B=0 | ''",
                "* w1 | 50 | A B | A=10 B=20 | '' | A=25 B=25 | ''",
                "rebalance, * w1 | 50 | A B C | '' | C=10 | A=20 B=20 C=10 | C=7",
                "rebalance, A w10000, B w1 | 50 | B C | '' | B=10 | B=10 C=0 | B=40",
                "rebalance, A w1, B w2 | 60 | A B C | '' | B=10 | A=50 B=10 C=0 | B=30",
                "rebalance, A w10000 M10, B w1, C w1 M21, D w1 M10 | 71 | A B C D | '' | C=10"
                        + " | A=10 B=41 C=10 D=10 | C=11",
                "A w1, B w1 | 60 | A B C | '' | A=10 B=10 | A=10 B=10 C=0 | A=20 B=20",
                "A w1, B w5 | 60 | A B C | '' | B=10 | A=50 B=10 C=0 | ''",
                "* m20 w0 | 50 | A B C | '' | B=10 | A=20 B=10 C=20 | ''",
                "rebalance, * m20 w1 | 60 | A B | '' | B=10 | A=50 B=10 | B=15",
                "* m2 w0 | 50 | A B C | '' | '' | A=2 B=2 C=2 | ''",
                "* m20 w0 | 50 | A B C | '' | '' | A=10 B=20 C=20 | ''",
                "* m20 w0, A m100 w1 | 50 | A B C | '' | '' | A=50 B=0 C=0 | ''",
                "* m10 w1 M12 | 50 | A B C | '' | '' | A=12 B=12 C=12 | ''",
                "* w1 M2 | 50 | A B C | '' | '' | A=2 B=2 C=2 | ''",
                "* w0 M2 | 50 | A B C | '' | '' | A=0 B=0 C=0 | ''",
                "A w1, B w2 | 60 | A B C | '' | '' | A=20 B=40 C=0 | ''",
                "A w10000, B w1 | 50 | A B C | '' | '' | A=50 B=0 C=0 | ''",
                "A w10000, B w1 | 50 | B C | '' | '' | B=50 C=0 | ''",
                "A w10000 M10, B w1, C w1 | 50 | A B C | '' | '' | A=10 B=20 C=20 | ''",
                "A w10000 M10, B w1, C w1 M10 | 50 | A B C | '' | '' | A=10 B=30 C=10 | ''",
                "A w10000 M10, B w1, C w1 M21, D w1 M10 | 71 | A B C D | '' | '' | A=10 B=30 C=21 D=10 | ''",
                "A w10000 M10, B w1, C w1 M21, D w1 M10, E w1 | 91 | A B C D E | '' | ''"
                        + " | A=10 B=25 C=21 D=10 E=25 | ''",
            })
    void dividesAsFederationDid(
            String preferences,
            int replicas,
            String available,
            String current,
            String capacity,
            String plan,
            String overflow) {
        check(preferences, replicas, available, current, capacity, "", plan, overflow);
    }

    /// From Federation's design document, from kubefed issue 319, and from S1 and S4. With the given key, clusters are
    /// served in the order c1, c2, c3 and A, B, C.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // preferences | replicas | available | current | capacity | plan | overflow
                "* w1 | 11 | c1 c2 c3 | '' | '' | c1=4 c2=4 c3=3 | ''",
                "* w1 | 2 | c1 c2 c3 | '' | '' | c1=1 c2=1 c3=0 | ''",
                "rebalance, A w1000000, B w1, C w1 | 50 | A B C | '' | A=40 | A=40 B=5 C=5 | A=10",
                "rebalance, A w1 M12, B w1 | 40 | A B | '' | A=10 | A=10 B=30 | A=2",
                "* w1 | 11 | c1 c2 | c1=4 c2=4 | '' | c1=6 c2=5 | ''",
                "* w1 | 11 | c1 c2 c3 c4 | c1=4 c2=4 c3=3 | '' | c1=4 c2=4 c3=3 c4=0 | ''",
                "rebalance, * w1 | 11 | c1 c2 c3 c4 | c1=4 c2=4 c3=3 | '' | c1=3 c2=3 c3=3 c4=2 | ''",
                // Federation rounded each share up until nothing was left: 2, 2, 0 and 3, 3, 1.
                "* w1 | 4 | c1 c2 c3 | '' | '' | c1=2 c2=1 c3=1 | ''",
                "* w1 | 7 | c1 c2 c3 | '' | '' | c1=3 c2=2 c3=2 | ''",
                "rebalance, c1 m2 M6 w2, c2 m4 M8 w3 | 10 | c1 c2 | '' | '' | c1=4 c2=6 | ''",
                // It kept running replicas in the order of clusters: 3, 0, 0 and 6, 5, 0.
                "* w1 | 3 | c1 c2 c3 | c1=4 c2=4 c3=3 | '' | c1=1 c2=1 c3=1 | ''",
                "* w1 | 11 | c1 c2 c3 | c1=6 c2=5 c3=3 | '' | c1=4 c2=4 c3=3 | ''",
                // The numbers depended on the order of clusters: 22, 22, 6 or 21, 23, 6.
                "* w1 | 50 | A B C | A=20 | C=6 | A=22 B=22 C=6 | ''",
                // Weights that change move nothing, unless rebalancing is on.
                "c1 w1, c2 w2 | 9 | c1 c2 | c1=6 c2=3 | '' | c1=6 c2=3 | ''",
                "rebalance, c1 w1, c2 w2 | 9 | c1 c2 | c1=6 c2=3 | '' | c1=3 c2=6 | ''",
                "c1 w1, c2 w2 | 12 | c1 c2 | c1=6 c2=3 | '' | c1=6 c2=6 | ''",
                // Running replicas of a cluster without a weight stay as long as there are not too many.
                "c1 w1, c2 w0 | 6 | c1 c2 | c1=2 c2=4 | '' | c1=2 c2=4 | ''",
                "c1 w1, c2 w0 | 3 | c1 c2 | c1=2 c2=4 | '' | c1=2 c2=1 | ''",
            })
    void dividesByTheNameOfTheObject(
            String preferences,
            int replicas,
            String available,
            String current,
            String capacity,
            String plan,
            String overflow) {
        check(preferences, replicas, available, current, capacity, "mynamespace/store", plan, overflow);
    }

    @Test
    void servesClustersInAnotherOrderForAnotherObject() {
        check("* w1", 4, "c1 c2 c3", "", "", "mynamespace/store", "c1=2 c2=1 c3=1", "");
        check("* w1", 4, "c1 c2 c3", "", "", "mynamespace/other", "c1=1 c2=2 c3=1", "");
    }

    @Seeds(500)
    void differsFromExactSharesByLessThanOne(Random random) {
        int replicas = random.nextInt(60);
        List<Integer> weights = new ArrayList<>();
        StringBuilder text = new StringBuilder("rebalance");
        List<String> clusters = List.of("c1", "c2", "c3", "c4", "c5").subList(0, 1 + random.nextInt(5));
        for (String cluster : clusters) {
            weights.add(1 + random.nextInt(9));
            text.append(", ").append(cluster).append(" w").append(weights.getLast());
        }
        Result result = PreferencePlanner.plan(
                preferences(text.toString()), replicas, clusters, Map.of(), Map.of(), "a/b" + random.nextInt());
        int all = weights.stream().mapToInt(Integer::intValue).sum();
        for (int i = 0; i < clusters.size(); i++) {
            double exact = (double) replicas * weights.get(i) / all;
            assertThat(result.plan().getOrDefault(clusters.get(i), 0) - exact).isBetween(-0.9999, 0.9999);
        }
        assertThat(sum(result.plan())).isEqualTo(replicas);
    }

    @Seeds(500)
    void movesNoRunningReplicaWithoutRebalancing(Random random) {
        SortedMap<String, Integer> current = someNumbers(random);
        int replicas = random.nextInt(80);
        Result result = PreferencePlanner.plan(
                preferences("* w1"), replicas, List.copyOf(current.keySet()), current, Map.of(), "a/b");
        boolean grows = sum(current) <= replicas;
        result.plan()
                .forEach((cluster, count) -> assertThat(
                                grows
                                        ? count - current.getOrDefault(cluster, 0)
                                        : current.getOrDefault(cluster, 0) - count)
                        .isNotNegative());
    }

    @Test
    void countsWithTheLargestNumbers() {
        check("A w2147483647, B w2147483647", 2147483647, "A B", "", "", "", "A=1073741823 B=1073741824", "");
        check("* m9223372036854775807 M9223372036854775807", 7, "A", "", "", "", "A=7", "");
    }

    @Test
    void takesAnEstimateBelowNothingAsNothing() {
        check("rebalance, * m2 w1", 4, "A B", "", "B=-1", "", "A=4 B=0", "B=1");
    }

    @Seeds(500)
    void staysWithinAllLimits(Random random) {
        Preferences preferences = anyPreferences(random);
        int replicas = random.nextInt(40);
        List<String> available = someClusters(random);
        SortedMap<String, Integer> current = someNumbers(random);
        SortedMap<String, Integer> capacity = someNumbers(random);

        Result result = PreferencePlanner.plan(preferences, replicas, available, current, capacity, "a/b");

        assertThat(result.plan().keySet()).containsExactlyInAnyOrderElementsOf(available);
        assertThat(sum(result.plan())).isLessThanOrEqualTo(replicas);
        result.plan().forEach((cluster, count) -> {
            ClusterPreference preference = preferences.of(cluster).orElse(ClusterPreference.NONE);
            assertThat(count).isBetween(0, capacity.getOrDefault(cluster, Integer.MAX_VALUE));
            assertThat((long) count).isLessThanOrEqualTo(preference.limit());
        });
        assertThat(result.overflow().keySet()).isSubsetOf(capacity.keySet());
        assertThat(result.overflow().values()).allMatch(count -> count > 0);
        if (!preferences.rebalance()) {
            assertThat(result.overflow().values()).allMatch(count -> count <= replicas - sum(result.plan()));
        }
        leavesNothingUndone(preferences, replicas, result, capacity);
        assertThat(PreferencePlanner.plan(preferences, replicas, shuffled(available, random), current, capacity, "a/b"))
                .isEqualTo(result);
    }

    /// Replicas remain only if no cluster with weight has room.
    private static void leavesNothingUndone(
            Preferences preferences, int replicas, Result result, Map<String, Integer> capacity) {
        if (sum(result.plan()) == replicas) {
            return;
        }
        result.plan()
                .forEach((cluster, count) -> preferences.of(cluster).ifPresent(preference -> {
                    if (preference.weight() > 0) {
                        assertThat((long) count)
                                .isEqualTo(Math.min(
                                        preference.limit(), capacity.getOrDefault(cluster, Integer.MAX_VALUE)));
                    }
                }));
    }

    private static SortedMap<String, Integer> someNumbers(Random random) {
        SortedMap<String, Integer> numbers = new TreeMap<>();
        someClusters(random).forEach(cluster -> numbers.put(cluster, random.nextInt(20)));
        return numbers;
    }

    private static List<String> shuffled(List<String> names, Random random) {
        List<String> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }
}
