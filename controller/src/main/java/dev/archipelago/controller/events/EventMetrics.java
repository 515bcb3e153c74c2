package dev.archipelago.controller.events;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/// The counters of all recorders of a process.
public final class EventMetrics {
    private final Counter written;
    private final Counter dropped;

    public EventMetrics(PrometheusRegistry registry) {
        written = Counter.builder()
                .name("controller_events_written_total")
                .help("Events that were created or counted up.")
                .register(registry);
        dropped = Counter.builder()
                .name("controller_events_dropped_total")
                .help(
                        "Events that were not written, by why: the queue was full, the object had too many, or it failed.")
                .labelNames("why")
                .register(registry);
    }

    enum Loss {
        FULL,
        LIMITED,
        FAILED
    }

    void written() {
        written.inc();
    }

    void dropped(Loss why) {
        dropped.labelValues(
                        switch (why) {
                            case FULL -> "full";
                            case LIMITED -> "limited";
                            case FAILED -> "failed";
                        })
                .inc();
    }
}
