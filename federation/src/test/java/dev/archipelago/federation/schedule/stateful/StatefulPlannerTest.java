package dev.archipelago.federation.schedule.stateful;

import static dev.archipelago.federation.schedule.TestingPreferences.anyPreferences;
import static dev.archipelago.federation.schedule.TestingPreferences.names;
import static dev.archipelago.federation.schedule.TestingPreferences.numbers;
import static dev.archipelago.federation.schedule.TestingPreferences.preferences;
import static dev.archipelago.federation.schedule.TestingPreferences.someClusters;
import static dev.archipelago.federation.schedule.TestingPreferences.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.federation.schedule.preferences.ClusterPreference;
import dev.archipelago.federation.schedule.preferences.Preferences;
import dev.archipelago.federation.schedule.stateful.StatefulPlanner.Result;
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

class StatefulPlannerTest {

    private static void check(
            String preferences, int replicas, String assigned, String ready, String expected, int unplaced) {
        Result result = StatefulPlanner.plan(replicas, numbers(assigned), names(ready), preferences(preferences));
        assertThat(result).isEqualTo(new Result(numbers(expected), unplaced));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // preferences | replicas | ready | assigned | unplaced
                "* w1 | 11 | c1 c2 c3 | c1=4 c2=4 c3=3 | 0",
                "* w1 | 10 | c3 c2 c1 | c1=4 c2=3 c3=3 | 0",
                "* w1 | 2 | c1 c2 c3 | c1=1 c2=1 | 0",
                "* w1 | 3 | c1 c2 c3 | c1=1 c2=1 c3=1 | 0",
                "* w1 | 0 | c1 c2 c3 | '' | 0",
                "* w1 | 5 | '' | '' | 5",
                "* w1 | 2 | c2 c2 | c2=2 | 0",
                // In proportion to weight, and the heavier first.
                "c1 w1, c2 w2 | 9 | c1 c2 | c1=3 c2=6 | 0",
                "c1 w1, c2 w2 | 1 | c1 c2 | c2=1 | 0",
                "c1 w1, c2 w2 | 2 | c1 c2 | c1=1 c2=1 | 0",
                "c1 w10000, c2 w1 | 50 | c1 c2 | c1=49 c2=1 | 0",
                // Clusters without a preference get none.
                "c1 w1, c2 w0 | 3 | c1 c2 c3 | c1=3 | 0",
                "c2 w0 | 3 | c1 c2 c3 | '' | 3",
                // The minimum first, but one each before that; never above the maximum.
                "c1 m3, * w1 | 5 | c1 c2 c3 | c1=3 c2=1 c3=1 | 0",
                "c1 m4 w1, * w1 | 5 | c1 c2 c3 | c1=4 c2=1 | 0",
                "c1 m4 w1, * w1 | 3 | c1 c2 c3 | c1=1 c2=1 c3=1 | 0",
                "* m4 w1 | 5 | c1 c2 | c1=3 c2=2 | 0",
                "* m2 | 5 | c1 c2 | c1=2 c2=2 | 1",
                "c1 w1 M2, * w1 | 10 | c1 c2 c3 | c1=2 c2=4 c3=4 | 0",
                "* w1 M2 | 10 | c1 c2 c3 | c1=2 c2=2 c3=2 | 4",
                "* m5 w1 M2 | 10 | c1 c2 | c1=2 c2=2 | 6",
                // What users expected of Federation (kubefed issue 319).
                "c1 m2 M6 w2, c2 m4 M8 w3 | 10 | c1 c2 | c1=4 c2=6 | 0",
            })
    void placesAtFirst(String preferences, int replicas, String ready, String expected, int unplaced) {
        check(preferences, replicas, "", ready, expected, unplaced);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // preferences | replicas | assigned before | ready | assigned | unplaced
                "* w1 | 14 | c1=4 c2=4 c3=3 | c1 c2 c3 c4 | c1=4 c2=4 c3=3 c4=3 | 0",
                "* w1 | 13 | c1=4 c2=4 c3=3 | c1 c2 c3 | c1=5 c2=4 c3=4 | 0",
                "* w1 | 4 | c1=1 c2=1 c3=1 | c1 c2 c3 | c1=2 c2=1 c3=1 | 0",
                "* w1 | 14 | c1=4 c2=4 c3=3 | c1 c2 | c1=6 c2=5 c3=3 | 0",
                "* w1 | 14 | c1=4 c2=4 c3=3 | '' | c1=4 c2=4 c3=3 | 3",
                "* w1 | 2 | c1=1 | c1 c2 | c1=1 c2=1 | 0",
                "* w1 | 2 | c1=1 c2=0 | c1 | c1=2 c2=0 | 0",
                "c1 w2, c2 w1 | 6 | c1=1 c2=2 | c1 c2 | c1=4 c2=2 | 0",
                "* w1 M4 | 20 | c1=4 c2=4 c3=3 | c1 c2 c3 | c1=4 c2=4 c3=4 | 8",
                "c2 m2 w1, * w1 | 5 | c1=1 c2=0 c3=1 | c1 c2 c3 | c1=2 c2=2 c3=1 | 0",
                // Later preferences move nothing.
                "* w1 M2 | 12 | c1=4 c2=4 c3=3 | c1 c2 c3 c4 | c1=4 c2=4 c3=3 c4=1 | 0",
                "c2 w1 | 4 | c1=3 | c1 c2 | c1=3 c2=1 | 0",
            })
    void grows(String preferences, int replicas, String assigned, String ready, String expected, int unplaced) {
        check(preferences, replicas, assigned, ready, expected, unplaced);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // preferences | replicas | assigned before | ready | assigned
                "* w1 | 3 | c1=4 c2=4 c3=3 | c1 c2 c3 | c1=1 c2=1 c3=1",
                "* w1 | 3 | c1=4 c2=4 c3=3 c4=3 | c1 c2 c3 c4 | c1=1 c2=1 c3=1 c4=0",
                "* w1 | 10 | c1=4 c2=4 c3=3 | c1 c2 c3 | c1=4 c2=3 c3=3",
                "* w1 | 0 | c1=4 c2=4 c3=3 | c1 c2 c3 | c1=0 c2=0 c3=0",
                "* w1 | 5 | c1=1 c2=9 | c1 c2 | c1=1 c2=4",
                // By the record, whichever clusters are ready.
                "* w1 | 3 | c1=4 c2=4 c3=3 | c1 c2 | c1=1 c2=1 c3=1",
                "* w1 | 3 | c1=4 c2=4 c3=3 | '' | c1=1 c2=1 c3=1",
                // The lighter cluster loses first, but none is emptied before others have one.
                "c1 w2, c2 w1 | 6 | c1=6 c2=3 | c1 c2 | c1=4 c2=2",
                "c1 w2, c2 w1 | 2 | c1=6 c2=3 | c1 c2 | c1=1 c2=1",
                "c1 w1, c2 w2 | 1 | c1=1 c2=1 | c1 c2 | c1=0 c2=1",
                // Surplus replicas are removed first, those of the minimum last.
                "c1 w1 M2, c2 w1 | 7 | c1=4 c2=6 | c1 c2 | c1=2 c2=5",
                "c2 w1 | 4 | c1=3 c2=3 | c1 c2 | c1=1 c2=3",
                "c1 m3 w1, c2 w1 | 4 | c1=4 c2=4 | c1 c2 | c1=3 c2=1",
            })
    void shrinks(String preferences, int replicas, String assigned, String ready, String expected) {
        check(preferences, replicas, assigned, ready, expected, 0);
    }

    @ParameterizedTest
    @CsvSource({"c1 c2 c3", "c1 c2", "''", "c1 c2 c3 c4", "c4"})
    void changesNothingWhileTheNumberStays(String ready) {
        check("* w1", 11, "c1=4 c2=4 c3=3", ready, "c1=4 c2=4 c3=3", 0);
        check("c4 w9, * w1 M1", 11, "c1=9 c2=1 c3=1", ready, "c1=9 c2=1 c3=1", 0);
    }

    @Test
    void placesNoMoreThanCanBeCounted() {
        Result result = StatefulPlanner.plan(Integer.MAX_VALUE, new TreeMap<>(), names("c1 c2"), Preferences.EQUAL);
        assertThat(result.assigned()).isEqualTo(numbers("c1=500000 c2=500000"));
        assertThat(result.unplaced()).isEqualTo(Integer.MAX_VALUE - 1_000_000);
    }

    @Seeds(200)
    void neverMovesAReplica(Random random) {
        SortedMap<String, Integer> assigned = new TreeMap<>();
        for (int change = 0; change < 10; change++) {
            Preferences preferences = anyPreferences(random);
            List<String> ready = someClusters(random);
            int replicas = random.nextInt(30);
            Result result = StatefulPlanner.plan(replicas, assigned, ready, preferences);

            assertThat(sum(result.assigned()) + result.unplaced()).isEqualTo(replicas);
            assertThat(result.unplaced()).isNotNegative();
            onlyGrowsOrOnlyShrinks(assigned, result.assigned(), replicas, ready);
            isFilled(result, preferences, ready);
            assertThat(StatefulPlanner.plan(replicas, result.assigned(), someClusters(random), preferences))
                    .satisfies(again -> {
                        if (result.unplaced() == 0) {
                            assertThat(again).isEqualTo(result);
                        }
                    });
            assertThat(StatefulPlanner.plan(replicas, assigned, shuffled(ready, random), preferences))
                    .isEqualTo(result);
            assigned = result.assigned();
        }
    }

    private static void onlyGrowsOrOnlyShrinks(
            SortedMap<String, Integer> before, SortedMap<String, Integer> after, int replicas, List<String> ready) {
        assertThat(before.keySet()).isSubsetOf(after.keySet());
        int total = sum(before);
        after.forEach((cluster, count) -> {
            int held = before.getOrDefault(cluster, 0);
            if (replicas >= total) {
                assertThat(count).isGreaterThanOrEqualTo(held);
                assertThat(count == held || ready.contains(cluster)).isTrue();
            }
            if (replicas <= total) {
                assertThat(count).isLessThanOrEqualTo(held);
            }
        });
    }

    /// Replicas are unplaced only if each ready cluster has its maximum.
    private static void isFilled(Result result, Preferences preferences, List<String> ready) {
        if (result.unplaced() > 0) {
            for (String cluster : ready) {
                ClusterPreference preference = preferences.of(cluster).orElse(ClusterPreference.NONE);
                long most = preference.weight() > 0 ? preference.limit() : preference.minReplicas();
                assertThat((long) result.assigned().getOrDefault(cluster, 0)).isGreaterThanOrEqualTo(most);
            }
        }
    }

    @Seeds(2000)
    void placesAsIfOneByOne(Random random) {
        SortedMap<String, Integer> assigned = new TreeMap<>();
        for (int change = 0; change < 10; change++) {
            Preferences preferences = anyPreferences(random);
            List<String> ready = someClusters(random);
            int replicas = random.nextInt(random.nextBoolean() ? 12 : 300);
            Result result = StatefulPlanner.plan(replicas, assigned, ready, preferences);

            assertThat(result).isEqualTo(OneByOne.plan(replicas, assigned, ready, preferences));
            assigned = result.assigned();
        }
    }

    @Seeds(200)
    void comesBackToWhereItWas(Random random) {
        Preferences preferences = anyPreferences(random);
        List<String> ready = someClusters(random);
        // More than one for each cluster, so that the first placement follows the minimums.
        SortedMap<String, Integer> before = StatefulPlanner.plan(
                        ready.size() + 1 + random.nextInt(30), new TreeMap<>(), ready, preferences)
                .assigned();
        SortedMap<String, Integer> grown = StatefulPlanner.plan(
                        sum(before) + random.nextInt(30), before, ready, preferences)
                .assigned();
        SortedMap<String, Integer> back = new TreeMap<>(
                StatefulPlanner.plan(sum(before), grown, ready, preferences).assigned());
        back.values().removeIf(count -> count == 0);
        assertThat(back).isEqualTo(before);
    }

    private static List<String> shuffled(List<String> names, Random random) {
        List<String> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    @Test
    void aRecordOfAbsurdNumbersIsCutWithoutCountingThemOneByOne() {
        TreeMap<String, Integer> assigned = new TreeMap<>(Map.of("a", 2_000_000_000, "b", 2_000_000_000, "c", 1));
        StatefulPlanner.Result result = StatefulPlanner.plan(4, assigned, List.of("a", "b", "c"), Preferences.EQUAL);
        assertThat(result.assigned()).isEqualTo(new TreeMap<>(Map.of("a", 2, "b", 1, "c", 1)));
        assertThat(result.unplaced()).isZero();
        assertThat(StatefulPlanner.plan(Integer.MAX_VALUE, assigned, List.of("a"), Preferences.EQUAL)
                        .unplaced())
                .isEqualTo(Integer.MAX_VALUE - StatefulPlanner.REPLICAS_MAX);
    }
}
