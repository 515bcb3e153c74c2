package dev.archipelago.bench.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What each contender did in one round.
///
/// @param passes the passes of each contender, by its name
/// @param order the names in the order they ran
record Round(Map<String, List<Pass>> passes, List<String> order) {

    double value(String contender, String title, Measure measure) {
        return figures(contender, title)
                .map(figures -> figures.value(measure).orElse(Double.NaN))
                .orElse(Double.NaN);
    }

    Optional<Figures> figures(String contender, String title) {
        return passes.getOrDefault(contender, List.of()).stream()
                .filter(pass -> pass.title().equals(title))
                .map(Pass::figures)
                .findFirst();
    }
}
