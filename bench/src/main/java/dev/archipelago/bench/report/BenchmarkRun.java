package dev.archipelago.bench.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;

/// Runs ours and a peer in rounds, taking turns at going first, and reports after each round and at the end.
public final class BenchmarkRun {
    private final Contender ours;
    private final Optional<Contender> peer;
    private final Optional<Contender> ceiling;
    private final PrintWriter out;
    private final List<Round> rounds = new ArrayList<>();

    /// @param ceiling what the way of measuring allows at most; runs once, in the first round, after ours
    public BenchmarkRun(Contender ours, Optional<Contender> peer, Optional<Contender> ceiling, PrintWriter out) {
        this.ours = ours;
        this.peer = peer;
        this.ceiling = ceiling;
        this.out = out;
    }

    public void run(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            var order = new ArrayList<>(List.of(ours));
            peer.ifPresent(i % 2 == 0 ? order::addLast : order::addFirst);
            if (i == 0) {
                ceiling.ifPresent(order::addLast);
            }
            Map<String, List<Pass>> passes = new LinkedHashMap<>();
            for (Contender contender : order) {
                passes.put(contender.name(), contender.run());
            }
            var round = new Round(passes, order.stream().map(Contender::name).toList());
            rounds.add(round);
            if (count > 1) {
                out.printf("%nround %d of %d, in this order: %s%n", i + 1, count, String.join(", ", round.order()));
                print(List.of(round));
            }
        }
        out.printf(count > 1 ? "%nmedians of " + count + " rounds%n" : "%n");
        print(rounds);
    }

    private void print(List<Round> some) {
        for (String title : titles()) {
            if (!title.isEmpty()) {
                out.printf("%n%s%n", title);
            }
            out.print(table(title, some));
        }
        if (peer.isPresent()) {
            out.printf(
                    "ratio = %s / %s; for marked rows less is better%n",
                    ours.name(), peer.get().name());
        }
        out.flush();
    }

    private String table(String title, List<Round> some) {
        boolean capped = ceiling.isPresent() && some.contains(rounds.getFirst());
        var header = new ArrayList<>(List.of("measure", ours.name()));
        peer.ifPresent(contender -> header.addAll(List.of(contender.name(), "ratio")));
        if (peer.isPresent() && some.size() > 1) {
            header.add("ratio of each round");
        }
        if (capped) {
            header.add("ceiling");
        }
        var table = new FigureTable(header);
        for (Measure measure : measures(title)) {
            table.add(row(title, measure, some, capped));
        }
        return table.render();
    }

    private List<String> row(String title, Measure measure, List<Round> some, boolean capped) {
        String mark = measure.better() == Measure.Better.LOWER ? " (less)" : "";
        var cells = new ArrayList<>(
                List.of(measure.label() + mark, Numbers.text(median(ours.name(), title, measure, some))));
        if (peer.isPresent()) {
            cells.add(Numbers.text(median(peer.get().name(), title, measure, some)));
            double[] ratios = ratios(title, measure, some);
            cells.add(Numbers.text(Numbers.median(ratios)));
            if (some.size() > 1) {
                var each = new ArrayList<String>();
                for (double ratio : ratios) {
                    each.add(Numbers.text(ratio));
                }
                cells.add(String.join(" ", each));
            }
        }
        if (capped) {
            cells.add(Numbers.text(median(ceiling.orElseThrow().name(), title, measure, rounds)));
        }
        return cells;
    }

    double median(String contender, String title, Measure measure, List<Round> some) {
        return Numbers.median(some.stream()
                .mapToDouble(round -> round.value(contender, title, measure))
                .toArray());
    }

    /// Round by round: what disturbed the machine in one round disturbed both, so the ratio of medians would be
    /// worse.
    double[] ratios(String title, Measure measure, List<Round> some) {
        return some.stream()
                .mapToDouble(round -> Numbers.ratio(
                        round.value(ours.name(), title, measure),
                        peer.map(contender -> round.value(contender.name(), title, measure))
                                .orElse(Double.NaN)))
                .toArray();
    }

    SequencedSet<String> titles() {
        var titles = new LinkedHashSet<String>();
        for (Round round : rounds) {
            round.passes().getOrDefault(ours.name(), List.of()).forEach(pass -> titles.add(pass.title()));
        }
        return titles;
    }

    SequencedSet<Measure> measures(String title) {
        var measures = new LinkedHashSet<Measure>();
        for (Round round : rounds) {
            round.figures(ours.name(), title).ifPresent(figures -> measures.addAll(figures.measures()));
        }
        return measures;
    }

    List<Round> rounds() {
        return rounds;
    }

    String oursName() {
        return ours.name();
    }

    Optional<String> peerName() {
        return peer.map(Contender::name);
    }
}
