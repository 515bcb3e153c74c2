package dev.archipelago.controller.runtime;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/// The metrics of all controllers of a process, with the names that dashboards use.
public final class ControllerMetrics {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, IntSupplier> depths = new ConcurrentHashMap<>();
    private final Counter retries;
    private final Histogram waited;
    private final Histogram worked;

    public ControllerMetrics(PrometheusRegistry registry) {
        GaugeWithCallback.builder()
                .name("workqueue_depth")
                .help("Keys that wait, by controller.")
                .labelNames("name")
                .callback(callback -> depths.forEach((name, depth) -> callback.call(depth.getAsInt(), name)))
                .register(registry);
        retries = Counter.builder()
                .name("workqueue_retries_total")
                .help("Plans that did not succeed and were made again, by controller.")
                .labelNames("name")
                .register(registry);
        waited = durations("workqueue_queue_duration_seconds", "How long keys waited, by controller.", registry);
        worked = durations(
                "workqueue_work_duration_seconds", "How long planning and acting took, by controller.", registry);
    }

    private static Histogram durations(String name, String help, PrometheusRegistry registry) {
        return Histogram.builder()
                .name(name)
                .help(help)
                .labelNames("name")
                .classicOnly()
                .classicUpperBounds(0.0001, 0.001, 0.002, 0.005, 0.01, 0.1, 1, 10)
                .register(registry);
    }

    /// The metrics of one controller.
    Meter of(String name, IntSupplier depth) {
        depths.put(name, depth);
        return new Meter(retries.labelValues(name), waited.labelValues(name), worked.labelValues(name));
    }

    record Meter(CounterDataPoint retries, DistributionDataPoint waited, DistributionDataPoint worked) {

        void failed() {
            retries.inc();
        }

        void waited(long nanos) {
            waited.observe(nanos / NANOS_PER_SECOND);
        }

        void worked(long nanos) {
            worked.observe(nanos / NANOS_PER_SECOND);
        }
    }
}
