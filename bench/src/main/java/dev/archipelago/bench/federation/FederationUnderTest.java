package dev.archipelago.bench.federation;

import dev.archipelago.api.objects.Json;
import dev.archipelago.bench.http.Call;
import dev.archipelago.bench.http.CallBatch;
import dev.archipelago.bench.http.Connections;
import dev.archipelago.bench.servers.FederationProcesses;
import dev.archipelago.bench.servers.Meter;
import dev.archipelago.bench.servers.Usage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntFunction;
import tools.jackson.databind.node.ObjectNode;

/// A federation on trial: StatefulSets are applied to it, and somebody looks on at it and at its clusters.
final class FederationUnderTest implements AutoCloseable {
    private static final String FEDERATION = "the federation";
    private static final int WRITERS = 8;

    private final FederationProcesses processes;
    private final int replicas;
    private final Map<String, Connections> servers;
    private final SetObserver onlooker;

    private FederationUnderTest(FederationProcesses processes, int replicas, Map<String, Connections> servers) {
        this.processes = processes;
        this.replicas = replicas;
        this.servers = servers;
        this.onlooker = new SetObserver(servers, replicas);
    }

    /// @param replicas of all sets
    static FederationUnderTest of(FederationProcesses processes, int replicas) throws Exception {
        Map<String, Connections> servers = new TreeMap<>();
        servers.put(FEDERATION, processes.federation().open());
        for (Map.Entry<String, FederationProcesses.Access> member :
                processes.clusters().entrySet()) {
            servers.put(member.getKey(), member.getValue().open());
        }
        return new FederationUnderTest(processes, replicas, servers);
    }

    void create(String name, String image) throws Exception {
        federation().ask(creation(name, image));
    }

    void change(String name, String image) throws Exception {
        federation().ask(patch(name, image));
    }

    /// Creates sets, several at a time, and returns when the federation has all of them.
    void createAll(int sets, String title, String image) throws IOException, InterruptedException {
        atOnce(sets, i -> creation(title + '-' + i, image));
    }

    /// Gives all sets of a title another image, several at a time.
    void changeAll(int sets, String title, String image) throws IOException, InterruptedException {
        atOnce(sets, i -> patch(title + '-' + i, image));
    }

    private void atOnce(int count, IntFunction<Call> calls) throws IOException, InterruptedException {
        CallBatch.Result result = CallBatch.run(federation(), WRITERS, count, calls);
        if (result.failed() > 0) {
            throw new IOException(result.failed() + " requests failed: " + result.complaints());
        }
    }

    private Call creation(String name, String image) {
        return Call.post(Sets.PATH, bytes(Sets.of(name, replicas, image)));
    }

    private static Call patch(String name, String image) {
        return Call.strategicPatch(Sets.PATH + '/' + name, bytes(Sets.image(image)));
    }

    private static byte[] bytes(ObjectNode tree) {
        return tree.toString().getBytes(StandardCharsets.UTF_8);
    }

    /// Waits until so many sets run an image, each in all clusters.
    void awaitEverywhere(String image, int sets) throws InterruptedException {
        onlooker.awaitRunning(processes.names(), image, sets);
    }

    /// Waits until so many sets run an image with all their replicas, and the federation says so.
    void awaitReady(String image, int sets) throws InterruptedException {
        onlooker.awaitReady(FEDERATION, image, sets);
    }

    /// Of the federation: it grows by one with each write.
    long revision() throws Exception {
        byte[] list = federation().ask(Call.get(Sets.PATH + "?limit=1")).getBytes(StandardCharsets.UTF_8);
        return Long.parseLong(
                Json.parse(list).path("metadata").path("resourceVersion").asString());
    }

    Meter meter() {
        return Meter.start(processes.handles());
    }

    double residentMegabytes() {
        return Usage.residentMegabytes(processes.handles());
    }

    private Connections federation() {
        return Objects.requireNonNull(servers.get(FEDERATION));
    }

    @Override
    public void close() {
        servers.values().forEach(Connections::close);
    }
}
