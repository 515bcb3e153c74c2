package dev.archipelago.federation.schedule.stateful;

import static dev.archipelago.federation.schedule.TestingPreferences.anyPreferences;
import static dev.archipelago.federation.schedule.TestingPreferences.names;
import static dev.archipelago.federation.schedule.TestingPreferences.preferences;
import static dev.archipelago.federation.schedule.TestingPreferences.someClusters;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.archipelago.federation.schedule.preferences.Preferences;
import dev.archipelago.federation.schedule.stateful.GlobalOrdinals.Result;
import dev.archipelago.testing.Seeds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Slices are written `cluster:start+count`, with `/claimed` if not all assigned ordinals run.
class GlobalOrdinalsTest {

    private static List<Slice> slices(String text) {
        return names(text).stream().map(GlobalOrdinalsTest::slice).toList();
    }

    private static Slice slice(String text) {
        String[] parts = text.split("[:+/]");
        int count = Integer.parseInt(parts[2]);
        int claimed = parts.length > 3 ? Integer.parseInt(parts[3]) : count;
        return new Slice(parts[0], Integer.parseInt(parts[1]), count, claimed);
    }

    private static String text(List<Slice> slices) {
        return slices.stream()
                .map(slice -> "%s:%d+%d".formatted(slice.cluster(), slice.start(), slice.count())
                        + (slice.count() < slice.claimed() ? "/" + slice.claimed() : ""))
                .collect(Collectors.joining(" "));
    }

    private static void check(
            String preferences, int replicas, String current, String ready, String expected, int unplaced) {
        Result result = GlobalOrdinals.plan(replicas, slices(current), names(ready), preferences(preferences));
        assertThat(text(result.slices())).isEqualTo(expected);
        assertThat(result.unplaced()).isEqualTo(unplaced);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // preferences | replicas | ready | slices | unplaced
                "* w1 | 9 | c1 c2 c3 | c1:0+3 c2:3+3 c3:6+3 | 0",
                "* w1 | 11 | c3 c1 c2 | c1:0+4 c2:4+4 c3:8+3 | 0",
                "* w1 | 2 | c1 c2 c3 | c1:0+1 c2:1+1 | 0",
                "* w1 | 0 | c1 c2 c3 | '' | 0",
                "* w1 | 3 | '' | '' | 3",
                "c1 w1, c2 w2 | 6 | c1 c2 | c1:0+2 c2:2+4 | 0",
                "* w1 M2 | 6 | c1 c2 | c1:0+2 c2:2+2 | 2",
            })
    void cutsAtFirst(String preferences, int replicas, String ready, String expected, int unplaced) {
        check(preferences, replicas, "", ready, expected, unplaced);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // preferences | replicas | slices before | ready | slices | unplaced
                // An empty slice with the start of another.
                "* w1 | 5 | c1:0+3 c3:0+0 c2:3+2 | c1 c2 c3 | c3:0+0 c1:0+3 c2:3+2 | 0",
                // Scaled down and up again.
                "* w1 | 2 | c1:0+3 c2:3+3 c3:6+3 | c1 c2 c3 | c1:0+2/3 c2:3+0/3 c3:6+0/3 | 0",
                "* w1 | 0 | c1:0+3 c2:3+3 c3:6+3 | '' | c1:0+0/3 c2:3+0/3 c3:6+0/3 | 0",
                "* w1 | 4 | c1:0+2/3 c2:3+0/3 c3:6+0/3 | c1 c2 c3 c4 | c1:0+3 c2:3+1/3 c3:6+0/3 | 0",
                "* w1 | 9 | c1:0+2/3 c2:3+0/3 c3:6+0/3 | c4 | c1:0+3 c2:3+3 c3:6+3 | 0",
                "* w1 | 12 | c1:0+2/3 c2:3+0/3 c3:6+0/3 | c4 | c1:0+3 c2:3+3 c3:6+3 c4:9+3 | 0",
                // Clusters without a slice get the new ordinals.
                "* w1 | 12 | c1:0+3 c2:3+3 c3:6+3 | c1 c2 c3 c4 | c1:0+3 c2:3+3 c3:6+3 c4:9+3 | 0",
                "* w1 | 12 | c2:0+9 | c1 c2 c3 | c2:0+9 c1:9+2 c3:11+1 | 0",
                "* w1 | 10 | c2:0+9 | c1 c2 c3 | c2:0+9 c1:9+1 | 0",
                // If all have a slice the last one grows, if it can.
                "* w1 | 12 | c1:0+3 c2:3+3 c3:6+3 | c1 c2 c3 | c1:0+3 c2:3+3 c3:6+6 | 0",
                "* w1 | 12 | c1:0+3 c2:3+3 c3:6+3 | c1 c2 | c1:0+3 c2:3+3 c3:6+3 | 3",
                "* w1 M4 | 12 | c1:0+3 c2:3+3 c3:6+3 | c1 c2 c3 | c1:0+3 c2:3+3 c3:6+4 | 2",
                "c4 w0, * w1 | 12 | c1:0+3 c2:3+3 c3:6+3 | c1 c2 c3 c4 | c1:0+3 c2:3+3 c3:6+6 | 0",
                "c3 w0, * w1 | 12 | c1:0+3 c2:3+3 c3:6+3 | c1 c2 c3 | c1:0+3 c2:3+3 c3:6+3 | 3",
                "c3 m5, * w1 | 12 | c1:0+3 c2:3+3 c3:6+3 | c1 c2 c3 | c1:0+3 c2:3+3 c3:6+5 | 1",
                "c3 m5 M4, * w1 | 12 | c1:0+3 c2:3+3 c3:6+3 | c1 c2 c3 | c1:0+3 c2:3+3 c3:6+4 | 2",
                "* w1 M2 | 12 | c1:0+3 c2:3+3 c3:6+3 | c1 c2 c3 | c1:0+3 c2:3+3 c3:6+3 | 3",
                "c4 w1 M1, * w1 | 12 | c1:0+3 c2:3+3 c3:6+3 | c1 c2 c3 c4 | c1:0+3 c2:3+3 c3:6+3 c4:9+1 | 2",
                // Other changes have no effect.
                "* w1 | 9 | c1:0+3 c2:3+3 c3:6+3 | c4 c5 | c1:0+3 c2:3+3 c3:6+3 | 0",
            })
    void cutsAnew(String preferences, int replicas, String current, String ready, String expected, int unplaced) {
        check(preferences, replicas, current, ready, expected, unplaced);
    }

    @Test
    void comesBackToTheVerySameSlices() {
        List<String> ready = names("c1 c2 c3");
        List<Slice> nine =
                GlobalOrdinals.plan(9, List.of(), ready, Preferences.EQUAL).slices();
        List<Slice> two = GlobalOrdinals.plan(2, nine, ready, Preferences.EQUAL).slices();
        assertThat(GlobalOrdinals.plan(9, two, ready, Preferences.EQUAL).slices())
                .isEqualTo(nine);
    }

    @Test
    void placesNoMoreThanCanBeCounted() {
        List<String> ready = names("c1");
        Result result = GlobalOrdinals.plan(Integer.MAX_VALUE, List.of(), ready, Preferences.EQUAL);
        assertThat(text(result.slices())).isEqualTo("c1:0+1000000");
        assertThat(GlobalOrdinals.plan(Integer.MAX_VALUE, result.slices(), ready, Preferences.EQUAL))
                .isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource({"c1:1+3", "c1:0+3 c2:2+3", "c1:0+3 c2:4+3", "c1:0+3 c1:3+3"})
    void refusesARecordThatIsNotOneRun(String current) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GlobalOrdinals.plan(3, slices(current), List.of(), Preferences.EQUAL));
    }

    @Seeds(200)
    void neverMovesAnOrdinal(Random random) {
        Map<Integer, String> owners = new HashMap<>();
        List<Slice> current = List.of();
        for (int change = 0; change < 10; change++) {
            Preferences preferences = anyPreferences(random);
            List<String> ready = someClusters(random);
            int replicas = random.nextInt(40);
            Result result = GlobalOrdinals.plan(replicas, current, ready, preferences);

            assertThat(result.unplaced()).isNotNegative();
            isOneRun(result, replicas);
            for (Slice slice : result.slices()) {
                IntStream.range(slice.start(), slice.end()).forEach(ordinal -> {
                    String before = owners.putIfAbsent(ordinal, slice.cluster());
                    assertThat(before == null ? ready : List.of(before)).contains(slice.cluster());
                });
            }
            assertThat(GlobalOrdinals.plan(replicas, result.slices(), ready, preferences))
                    .isEqualTo(result);
            assertThat(GlobalOrdinals.plan(replicas, current.reversed(), ready.reversed(), preferences))
                    .isEqualTo(result);
            current = result.slices();
        }
    }

    /// The running ordinals are the lowest, each once, and no cluster has two slices.
    private static void isOneRun(Result result, int replicas) {
        List<Integer> running = result.slices().stream()
                .flatMap(slice -> IntStream.range(slice.start(), slice.start() + slice.count())
                        .boxed())
                .toList();
        assertThat(running)
                .isEqualTo(
                        IntStream.range(0, replicas - result.unplaced()).boxed().toList());
        assertThat(result.slices()).extracting(Slice::cluster).doesNotHaveDuplicates();
    }
}
