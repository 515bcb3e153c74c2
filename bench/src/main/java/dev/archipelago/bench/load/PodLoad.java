package dev.archipelago.bench.load;

import dev.archipelago.bench.http.Call;
import dev.archipelago.bench.http.CallBatch;
import dev.archipelago.bench.http.Connections;
import dev.archipelago.bench.report.Figures;
import dev.archipelago.bench.report.Measure;
import dev.archipelago.bench.servers.ApiServerProcess;
import dev.archipelago.bench.servers.Meter;
import dev.archipelago.bench.servers.Usage;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.IntFunction;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/// The load on one API server: create, get, patch, list, watch and delete pods in a namespace of its own.
public final class PodLoad {
    private static final ObjectMapper MAPPER = JsonMapper.builder().build();
    private static final int UPDATING_CLIENTS = 4;
    private static final long SETTLE_MILLISECONDS = 300;

    private final ApiServerProcess server;
    private final LoadOptions options;
    private final Connections connections;
    private final PrintWriter complaints;
    private final Figures figures = new Figures();
    private final String pods;
    private int failed;
    private int answerBytes;
    private int listBytes;
    private int eventBytes;

    private PodLoad(
            ApiServerProcess server,
            LoadOptions options,
            Connections connections,
            String namespace,
            PrintWriter complaints) {
        this.server = server;
        this.options = options;
        this.connections = connections;
        this.pods = "/api/v1/namespaces/" + namespace + "/pods";
        this.complaints = complaints;
    }

    /// What was measured.
    public record Result(Figures figures, Sizes sizes) {}

    /// Puts the load on a server once.
    ///
    /// @param namespace one that does not exist yet
    /// @param complaints where to tell of requests that failed
    public static Result run(ApiServerProcess server, LoadOptions options, String namespace, PrintWriter complaints)
            throws Exception {
        try (var connections = Connections.open(server.port(), server.token(), options.connections())) {
            var load = new PodLoad(server, options, connections, namespace, complaints);
            connections.ask(Call.post("/api/v1/namespaces", bytes("""
                    {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"%s"}}""".formatted(namespace))));
            load.run();
            return new Result(load.figures, new Sizes(load.answerBytes, load.listBytes, load.eventBytes));
        }
    }

    private void run() throws Exception {
        measure("create", options.objects(), index -> Call.post(pods, Pods.body(index)));
        figures.put(Measure.cost("memory after the creates", "MB"), Usage.residentMegabytes(server.handles()));
        var random = new Random(1);
        CallBatch.Result gets =
                measure("get", options.gets(), index -> Call.get(pod(random.nextInt(options.objects()))));
        answerBytes = (int) (gets.bytes() / gets.total());
        measure(
                "patch",
                options.patches(),
                index -> Call.mergePatch(
                        pod(index % options.objects()),
                        bytes("{\"metadata\":{\"annotations\":{\"shop.example/turn\":\"" + index + "\"}}}")));
        list();
        watch();
        measure("delete", options.objects(), index -> Call.delete(pod(index) + "?gracePeriodSeconds=0"));
        figures.put(Measure.cost("memory at the end", "MB"), Usage.residentMegabytes(server.handles()));
        figures.put(Measure.cost("failed requests", ""), failed);
    }

    private String pod(int index) {
        return pods + "/" + Pods.name(index);
    }

    private CallBatch.Result measure(String name, int total, IntFunction<Call> calls) throws InterruptedException {
        var meter = Meter.start(server.handles());
        CallBatch.Result result = CallBatch.run(connections, options.clients(), total, calls);
        figures.put(name, "ops/s", result.perSecond(), result.latencies());
        meter.stop(figures, name, "ms/op", total, 1);
        check(name, result);
        return result;
    }

    private void check(String name, CallBatch.Result result) {
        failed += result.failed();
        for (String complaint : result.complaints()) {
            complaints.println("  " + name + " failed: " + complaint);
        }
    }

    /// Full lists as informers ask for them, one after the other.
    private void list() throws InterruptedException {
        var meter = Meter.start(server.handles());
        CallBatch.Result result =
                CallBatch.run(connections, 1, options.lists(), index -> Call.get(pods + "?resourceVersion=0"));
        figures.put(Measure.rate("list", "objects/s"), result.perSecond() * options.objects());
        figures.put(Measure.cost("list p50", "ms"), result.latencies().milliseconds(0.50));
        figures.put(Measure.cost("list size on the wire", "MB"), result.bytes() / 1e6 / options.lists());
        meter.stop(figures, "list", "ms/list", options.lists(), 1);
        listBytes = (int) (result.bytes() / options.lists());
        check("list", result);
    }

    private void watch() throws Exception {
        String revision = MAPPER.readTree(connections.ask(Call.get(pods + "?limit=1")))
                .path("metadata")
                .path("resourceVersion")
                .asString();
        int expected = options.watchers() * options.updates();
        Watchers watchers = Watchers.start(
                connections, options.watchers(), pods + "?watch=1&resourceVersion=" + revision, options.updates());
        // As long as a server that has answered may still be busy with the start of so many watches.
        Thread.sleep(SETTLE_MILLISECONDS);
        var meter = Meter.start(server.handles());
        long start = System.nanoTime();
        check(
                "update while watching",
                CallBatch.run(
                        connections,
                        UPDATING_CLIENTS,
                        options.updates(),
                        index -> Call.mergePatch(pod(index % options.objects()), Stamp.patch(Stamp.now()))));
        double seconds = (watchers.await(expected) - start) / 1e9;
        int arrived = watchers.latencies().count();
        figures.put("watch", "events/s", arrived / seconds, watchers.latencies());
        meter.stop(figures, "watch", "µs/event", expected, 1_000);
        figures.put(Measure.cost("watch events missing", ""), expected - arrived);
        eventBytes = (int) (watchers.bytes() / Math.max(1, arrived));
        watchers.stop();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
