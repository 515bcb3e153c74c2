package dev.archipelago.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedSet;

/// What one contender achieved in one pass, in the order of measuring.
public final class Figures {
    private final LinkedHashMap<Measure, Double> values = new LinkedHashMap<>();

    public void put(Measure measure, double value) {
        if (values.put(measure, value) != null) {
            throw new IllegalArgumentException(measure.label() + " was measured twice");
        }
    }

    /// Adds throughput, latencies in milliseconds, and nothing else.
    public void put(String name, String unit, double perSecond, Latencies latencies) {
        put(Measure.rate(name, unit), perSecond);
        put(name, latencies);
    }

    public void put(String name, Latencies latencies) {
        put(Measure.cost(name + " p50", "ms"), latencies.milliseconds(0.50));
        put(Measure.cost(name + " p99", "ms"), latencies.milliseconds(0.99));
    }

    public OptionalDouble value(Measure measure) {
        Double value = values.get(measure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    public SequencedSet<Measure> measures() {
        return values.sequencedKeySet();
    }

    Map<Measure, Double> asMap() {
        return values;
    }
}
