package dev.archipelago.bench.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A comparison as a file for programs.
public final class JsonReport {
    private static final ObjectMapper MAPPER = JsonMapper.builder().build();

    private JsonReport() {}

    public static void write(Path file, Map<String, String> setting, BenchmarkRun comparison) {
        MAPPER.writerWithDefaultPrettyPrinter().writeValue(file, of(setting, comparison));
    }

    static ObjectNode of(Map<String, String> setting, BenchmarkRun comparison) {
        ObjectNode root = MAPPER.createObjectNode();
        ObjectNode settings = root.putObject("setting");
        setting.forEach(settings::put);
        ArrayNode rounds = root.putArray("rounds");
        for (Round round : comparison.rounds()) {
            ObjectNode entry = rounds.addObject();
            ArrayNode order = entry.putArray("order");
            round.order().forEach(order::add);
            round.passes().forEach((name, passes) -> figures(entry.putObject(name), passes));
        }
        ArrayNode medians = root.putArray("medians");
        for (String title : comparison.titles()) {
            for (Measure measure : comparison.measures(title)) {
                medians.add(median(comparison, title, measure));
            }
        }
        return root;
    }

    private static void figures(ObjectNode into, List<Pass> passes) {
        for (Pass pass : passes) {
            ObjectNode figures = into.putObject(pass.title());
            pass.figures().asMap().forEach((measure, value) -> put(figures, measure.label(), value));
        }
    }

    private static ObjectNode median(BenchmarkRun comparison, String title, Measure measure) {
        ObjectNode entry = MAPPER.createObjectNode();
        entry.put("pass", title);
        entry.put("measure", measure.name());
        entry.put("unit", measure.unit());
        entry.put("better", measure.better() == Measure.Better.HIGHER ? "higher" : "lower");
        List<Round> rounds = comparison.rounds();
        put(entry, "ours", comparison.median(comparison.oursName(), title, measure, rounds));
        comparison.peerName().ifPresent(peer -> {
            put(entry, "peer", comparison.median(peer, title, measure, rounds));
            put(entry, "ratio", Numbers.median(comparison.ratios(title, measure, rounds)));
        });
        return entry;
    }

    /// JSON has no NaN: what is unknown is null.
    private static void put(ObjectNode into, String name, double value) {
        if (Double.isFinite(value)) {
            into.put(name, value);
        } else {
            into.putNull(name);
        }
    }
}
