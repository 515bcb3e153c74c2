package dev.archipelago.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BenchmarkRunTest {
    private static final Measure RATE = Measure.rate("get", "ops/s");
    private static final Measure COST = Measure.cost("memory", "MB");

    private final List<String> ran = new ArrayList<>();
    private final StringWriter text = new StringWriter();

    /// Reaches these rates, one in each round, with one megabyte.
    private Contender contender(String name, double... rates) {
        var left = new ArrayDeque<Double>();
        for (double rate : rates) {
            left.add(rate);
        }
        return new Contender(name, () -> {
            ran.add(name);
            var figures = new Figures();
            figures.put(RATE, left.remove());
            figures.put(COST, 1);
            return List.of(new Pass("", figures));
        });
    }

    private BenchmarkRun run(int rounds, Contender ours, Contender peer) throws Exception {
        var comparison = new BenchmarkRun(ours, Optional.of(peer), Optional.empty(), new PrintWriter(text));
        comparison.run(rounds);
        return comparison;
    }

    @Test
    void takesTurnsAtGoingFirst() throws Exception {
        run(3, contender("ours", 1, 1, 1), contender("peer", 1, 1, 1));
        assertThat(ran).containsExactly("ours", "peer", "peer", "ours", "ours", "peer");
    }

    @Test
    void printsOneTableForOneRound() throws Exception {
        run(1, contender("ours", 900), contender("peer", 300));
        assertThat(text.toString()).isEqualToNormalizingNewlines("""

                measure            ours  peer  ratio
                get, ops/s          900   300   3.00
                memory, MB (less)  1.00  1.00   1.00
                ratio = ours / peer; for marked rows less is better
                """);
    }

    @Test
    void endsWithMediansAndTheRatioOfEachRound() throws Exception {
        run(3, contender("ours", 200, 900, 400), contender("peer", 100, 100, 400));
        assertThat(text.toString())
                .contains("round 2 of 3, in this order: peer, ours")
                .endsWith("""
                medians of 3 rounds
                measure            ours  peer  ratio  ratio of each round
                get, ops/s          400   100   2.00       2.00 9.00 1.00
                memory, MB (less)  1.00  1.00   1.00       1.00 1.00 1.00
                ratio = ours / peer; for marked rows less is better
                """);
    }

    @Test
    void withoutPeerThereIsNoRatio() throws Exception {
        new BenchmarkRun(contender("ours", 7), Optional.empty(), Optional.empty(), new PrintWriter(text)).run(1);
        assertThat(text.toString()).contains("ours").doesNotContain("ratio");
    }

    @Test
    void ceilingRunsOnceAndHasItsColumn() throws Exception {
        var comparison = new BenchmarkRun(
                contender("ours", 7, 8),
                Optional.empty(),
                Optional.of(contender("ceiling", 50)),
                new PrintWriter(text));
        comparison.run(2);
        assertThat(ran).containsExactly("ours", "ceiling", "ours");
        assertThat(text.toString()).endsWith("""
                measure            ours  ceiling
                get, ops/s         7.50     50.0
                memory, MB (less)  1.00     1.00
                """);
    }

    @Test
    void jsonHoldsRoundsAndMedians() throws Exception {
        BenchmarkRun comparison = run(1, contender("ours", 900), contender("peer", 0));
        var json = JsonReport.of(Map.of("machine", "small"), comparison);
        assertThat(json.at("/setting/machine").asString()).isEqualTo("small");
        assertThat(json.at("/rounds/0/order/1").asString()).isEqualTo("peer");
        assertThat(json.at("/rounds/0/ours//get, ops~1s").asDouble()).isEqualTo(900);
        assertThat(json.at("/medians/0/ours").asDouble()).isEqualTo(900);
        assertThat(json.at("/medians/0/ratio").isNull()).isTrue();
        assertThat(json.at("/medians/1/better").asString()).isEqualTo("lower");
    }
}
