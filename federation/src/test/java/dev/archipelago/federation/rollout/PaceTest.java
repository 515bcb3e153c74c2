package dev.archipelago.federation.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.rollout.Pace.Permission;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaceTest {
    private static final Pace ORDERED = new Pace(true, false);
    private static final Pace ONE_AT_A_TIME = new Pace(false, true);

    /// Reads `a 3 old`: the cluster, its replicas as `ready/asked>wanted`, `asked>wanted` or one number for all,
    /// and its state. `from=4` is its first ordinal and `pods=5` the number of pods, including terminating ones.
    private static Standing standing(String text) {
        List<String> words = List.of(text.trim().split(" +"));
        String numbers = words.get(1);
        String asked = numbers.replaceAll(".*/|>.*", "");
        String ready = numbers.contains("/") ? numbers.replaceAll("/.*", "") : asked;
        boolean exists = !words.contains("none");
        return new Standing(
                words.getFirst(),
                Integer.parseInt(numbers.replaceAll(".*[/>]", "")),
                !words.contains("away"),
                exists,
                number(words, "from", 0),
                exists ? Integer.parseInt(asked) : 0,
                number(words, "pods", exists ? Integer.parseInt(asked) : 0),
                exists ? Integer.parseInt(ready) : 0,
                !words.contains("old"),
                !words.contains("busy"));
    }

    private static int number(List<String> words, String name, int otherwise) {
        return words.stream()
                .filter(word -> word.startsWith(name + '='))
                .map(word -> Integer.parseInt(word.substring(name.length() + 1)))
                .findFirst()
                .orElse(otherwise);
    }

    private static List<Standing> standings(String text) {
        return Stream.of(text.split(",")).map(PaceTest::standing).toList();
    }

    private static List<Permission> leaves(Pace pace, String text) {
        List<Standing> all = standings(text);
        return all.stream().map(one -> pace.permit(all, one)).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a 3 old, b 3>5 old",
                "a 0/3, b 3>1 old",
                "a 3 away, b 3>5 old",
                "a >4 none, b 3>5",
            })
    void numbersOfReplicasChangeAtOnce(String standings) {
        assertThat(leaves(Pace.USUAL, standings))
                .extracting(Permission::replicas)
                .containsExactlyElementsOf(
                        standings(standings).stream().map(Standing::wanted).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a >3 none, b >3 none, c >3 none | a",
                "a 2/3, b >3 none, c >3 none | a",
                "a 3 away, b >3 none, c >3 none | a",
                "a 3, b >3 none, c >3 none | a b",
                // The number in the end counts, not the current one.
                "a 1>3, b >3 none, c >3 none | a",
                "a 3, b 3 busy, c >3 none | a b c",
                // A cluster that is to have none blocks nobody, and one with the workload
                // waits for nobody.
                "a >0 none, b >3 none, c >3 none | a b",
                "a >3 none, b 3, c 0/3 | a b c",
            })
    void orderedStartsAClusterWhenThoseBeforeItAreReady(String standings, String started) {
        List<Standing> all = standings(standings);
        assertThat(all)
                .filteredOn(one -> ORDERED.permit(all, one).exists())
                .extracting(Standing::cluster)
                .containsExactly(started.split(" "));
    }

    @Test
    void orderedSaysWhoIsWaitedFor() {
        assertThat(leaves(ORDERED, "a >3 none, b >3 none"))
                .containsExactly(
                        new Permission(true, 3, Wait.NONE),
                        new Permission(false, 0, new Wait("ClusterProgressing", "a", "a has no replicas yet")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Up and down, by one.
                "a 1>3, b 2 | 2 2",
                "a 3>1, b 2 | 2 2",
                "a 2>3, b 2 | 3 2",
                "a 3, b 3 | 3 3",
                // In the order of the clusters, in both directions.
                "a 1>3, b 1>3 | 2 1",
                "a 3, b 1>3 | 3 2",
                // Missing replicas are added before surplus ones are removed.
                "a 3>2, b 1>2 | 3 2",
                // Removed from the fullest cluster, among equals from the last.
                "a 3>1, b 3>1, c 3>1 | 3 3 2",
                "a 3>1, b 3>1, c 2>1 | 3 2 2",
                "a 3>1, b 2>1, c 2>1 | 2 2 2",
                "a 1, b 2>1, c 1 | 1 1 1",
                "a 2>0, b 5>4 | 2 4",
                // With global ordinals, the highest one.
                "a 4>2 from=0, b 2>0 from=4 | 4 1",
                "a 4>2 from=0, b 0 from=4 | 3 0",
                // Not before the last removed replica is gone, in any cluster.
                "a 3>1, b 3>1, c 2>1 pods=3 | 3 3 2",
                "a 2>1 pods=3, b 2, c 2 | 2 2 2",
                "a 1>3, b 1 pods=2 | 1 1",
                "a 3>1 away, b 3>1 | 3 3",
                "a 3 away, b 3>1 | 3 3",
                "a 2/3>1, b 3>1 | 3 3",
                // Not before all are ready, in all clusters.
                "a 1/2>3, b 2 | 2 2",
                "a 2>3 busy, b 2 | 2 2",
                "a 2>3, b 1/2 | 2 2",
                "a 2>3, b 2 away | 2 2",
                // At the start all are created, and the first gets the first replica.
                "a >3 none, b >3 none | 1 0",
                "a 1>3, b >3 none | 2 0",
                "a 3, b 0>3 | 3 1",
                "a 3, b >3 none away, c 1>2 | 3 0 1",
            })
    void oneAtATimeChangesOneReplica(String standings, String replicas) {
        assertThat(leaves(ONE_AT_A_TIME, standings))
                .allMatch(Permission::exists)
                .extracting(leave -> Integer.toString(leave.replicas()))
                .containsExactly(replicas.split(" "));
    }

    @Test
    void oneAtATimeSaysWhyNotAllIsDone() {
        assertThat(leaves(ONE_AT_A_TIME, "a 1>3, b 1>2"))
                .extracting(leave -> leave.waitsFor().message())
                .containsExactly("a changes by one replica at a time", "a goes from 1 to 3 first");
        assertThat(leaves(ONE_AT_A_TIME, "a 2>3, b 1/2"))
                .extracting(leave -> leave.waitsFor().message())
                .containsExactly("b has 1 of 2 replicas ready", "");
        assertThat(leaves(ONE_AT_A_TIME, "a 3>1, b 3>1"))
                .extracting(leave -> leave.waitsFor().message())
                .containsExactly("b goes from 3 to 1 first", "b changes by one replica at a time");
        assertThat(leaves(ONE_AT_A_TIME, "a 3>1, b 2>1 pods=3"))
                .extracting(leave -> leave.waitsFor().message())
                .containsExactly("b still has 3 pods where 2 are to be", "b still has 3 pods where 2 are to be");
        assertThat(leaves(ONE_AT_A_TIME, "a 3>1, b 2>1 away"))
                .extracting(leave -> leave.waitsFor().message())
                .containsExactly("b cannot be reached", "b cannot be reached");
    }
}
