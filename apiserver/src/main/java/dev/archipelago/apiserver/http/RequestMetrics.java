package dev.archipelago.apiserver.http;

import dev.archipelago.apiserver.request.RequestInfo;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/// What the server counts, under the names that dashboards and alerts for kube-apiserver look for.
final class RequestMetrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter requests = Counter.builder()
            .name("apiserver_request_total")
            .help("Requests by verb, resource and response code.")
            .labelNames("verb", "group", "version", "resource", "subresource", "scope", "code")
            .register(registry);
    private final Histogram durations = Histogram.builder()
            .name("apiserver_request_duration_seconds")
            .help("How long requests took; for watches, until the stream was open.")
            .labelNames("verb", "group", "version", "resource", "subresource", "scope")
            .classicOnly()
            .classicUpperBounds(0.001, 0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 1, 2, 5, 10, 30, 60)
            .register(registry);

    RequestMetrics(InFlight inFlight, WatchTimer watches) {
        GaugeWithCallback.builder()
                .name("apiserver_current_inflight_requests")
                .help("Requests being worked on.")
                .labelNames("request_kind")
                .callback(callback -> {
                    callback.call(inFlight.reading(), "readOnly");
                    callback.call(inFlight.writing(), "mutating");
                })
                .register(registry);
        GaugeWithCallback.builder()
                .name("apiserver_longrunning_requests")
                .help("Open watches.")
                .labelNames("verb")
                .callback(callback -> callback.call(watches.openCount(), "WATCH"))
                .register(registry);
    }

    /// Counts a request.
    ///
    /// @param known whether there is such a resource: what clients make up must not become labels, of which there
    /// would be no end
    void record(RequestInfo info, boolean known, int code, long elapsedNanos) {
        String verb = verb(info.verb());
        String group = known ? info.group() : "";
        String version = known ? info.version() : "";
        String resource = known ? info.resource() : "";
        String subresource = known && code != 404 ? info.subresource() : "";
        String scope = !info.name().isEmpty() ? "resource" : info.namespace().isEmpty() ? "cluster" : "namespace";
        requests.labelValues(verb, group, version, resource, subresource, scope, Integer.toString(code))
                .inc();
        durations
                .labelValues(verb, group, version, resource, subresource, scope)
                .observe(elapsedNanos / 1e9);
    }

    private static String verb(String verb) {
        return switch (verb) {
            case "get",
                    "list",
                    "watch",
                    "create",
                    "update",
                    "patch",
                    "delete",
                    "deletecollection",
                    "head",
                    "post",
                    "put" -> verb.toUpperCase(Locale.ROOT);
            default -> "OTHER";
        };
    }

    /// For what other parts of this process count.
    PrometheusRegistry registry() {
        return registry;
    }

    byte[] text() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(out, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
