package dev.archipelago.federation.bind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.federation.kinds.Binding;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTextTest {
    /// Reads targets such as `c1=4 c2`.
    private static List<Binding.Target> targets(String text) {
        return Stream.of(text.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .map(word -> {
                    List<String> parts = List.of(word.split("=", -1));
                    return Binding.Target.of(
                            parts.getFirst(),
                            parts.size() == 1 ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(parts.get(1))));
                })
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            c1=4 c2=4 c3=3 | placed as c1 4, c2 4, c3 3
            c1 c2          | placed in c1, c2
            ''             | placed in no cluster
            """)
    void saysWhere(String targets, String text) {
        assertThat(PlacementText.of(targets(targets))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            c1=4 c2=4 | c1=1 c2=4 | placement changed: c1 4 to 1
            c1=4      | c2=4      | placement changed: c1 removed, c2 added with 4
            c1        | c1 c2     | placement changed: c2 added
            c1=4      | c1=4      | ''
            """)
    void saysWhatChanged(String before, String after, String text) {
        assertThat(PlacementText.ofChange(targets(before), targets(after))).isEqualTo(text);
    }

    @Test
    void saysHowManyAPodJobIsToComplete() {
        Binding.Target job = Binding.Target.of("c1", OptionalInt.of(2)).withCompletions(5);
        assertThat(PlacementText.of(List.of(job))).isEqualTo("placed as c1 2 (5 to complete)");
    }

    @Test
    void isReadableHoweverManyThereAre() {
        List<Binding.Target> many = IntStream.range(0, 500)
                .mapToObj(i -> Binding.Target.of("c" + i, OptionalInt.of(1)))
                .toList();
        assertThat(PlacementText.of(many)).endsWith("c19 1 and 480 more");
    }
}
