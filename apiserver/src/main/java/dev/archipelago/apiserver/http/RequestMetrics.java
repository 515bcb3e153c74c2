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

    void record(RequestInfo info, int code, long elapsedNanos) {
        String verb = info.verb().toUpperCase(Locale.ROOT);
        // Only known resources get here with a 2xx; anything else must not make up labels without end.
        boolean known = info.isResource() && code != 404;
        String group = known ? info.group() : "";
        String version = known ? info.version() : "";
        String resource = known ? info.resource() : "";
        String subresource = known ? info.subresource() : "";
        String scope = !info.name().isEmpty() ? "resource" : info.namespace().isEmpty() ? "cluster" : "namespace";
        requests.labelValues(verb, group, version, resource, subresource, scope, Integer.toString(code))
                .inc();
        durations
                .labelValues(verb, group, version, resource, subresource, scope)
                .observe(elapsedNanos / 1e9);
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
