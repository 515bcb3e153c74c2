package dev.archipelago.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTableTest {
    @Test
    void firstColumnStandsLeftAndTheOthersRight() {
        var table = new FigureTable(List.of("measure", "ours", "ratio"));
        table.add(List.of("get", "12,345", "2"));
        table.add(List.of("long name", "1", "0.25"));
        assertThat(table.render()).isEqualTo("""
                measure      ours  ratio
                get        12,345      2
                long name       1   0.25
                """);
    }

    @Test
    void rowsOfAnotherLengthAreRefused() {
        var table = new FigureTable(List.of("measure", "ours"));
        assertThatThrownBy(() -> table.add(List.of("get"))).isInstanceOf(IllegalArgumentException.class);
    }
}
