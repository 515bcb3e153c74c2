package dev.archipelago.bench.federation;

import dev.archipelago.bench.http.Connections;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/// Watches the StatefulSets of the federation and of its clusters, and tells when something has come true of them.
final class SetObserver {
    private static final Duration MOST = Duration.ofMinutes(5);

    private final int replicas;

    // Guarded by this:
    private final Map<Place, SetEvent> latest = new HashMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private String broken = "";

    private record Place(String server, String set) {}

    /// @param replicas with which a set is ready
    SetObserver(Map<String, Connections> servers, int replicas) {
        this.replicas = replicas;
        servers.forEach((name, server) ->
                server.send(0, SetWatch.CALL, new SetWatch(sighting -> see(name, sighting), why -> end(name, why))));
    }

    private synchronized void see(String server, SetEvent sighting) {
        Place place = new Place(server, sighting.name());
        SetEvent before = sighting.gone() ? latest.remove(place) : latest.put(place, sighting);
        if (before != null) {
            count(server, before, -1);
        }
        if (!sighting.gone()) {
            count(server, sighting, 1);
        }
        notifyAll();
    }

    private void count(String server, SetEvent sighting, int by) {
        counts.merge(running(server, sighting.image()), by, Integer::sum);
        if (sighting.ready() == replicas && sighting.updated() == replicas) {
            counts.merge(ready(server, sighting.image()), by, Integer::sum);
        }
    }

    private synchronized void end(String server, String why) {
        broken = "the watch of " + server + " has ended: " + why;
        notifyAll();
    }

    private static String running(String server, String image) {
        return server + ' ' + image;
    }

    private static String ready(String server, String image) {
        return running(server, image) + " ready";
    }

    /// Waits until so many StatefulSets of each of these servers run an image.
    void awaitRunning(Iterable<String> servers, String image, int sets) throws InterruptedException {
        await(sets + " sets that run " + image, () -> {
            for (String server : servers) {
                if (counts.getOrDefault(running(server, image), 0) != sets) {
                    return false;
                }
            }
            return true;
        });
    }

    /// Waits until so many StatefulSets of a server run an image with all their replicas.
    void awaitReady(String server, String image, int sets) throws InterruptedException {
        await(sets + " sets ready with " + image, () -> counts.getOrDefault(ready(server, image), 0) == sets);
    }

    private synchronized void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + MOST.toNanos();
        while (!condition.getAsBoolean()) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0 || !broken.isEmpty()) {
                throw new IllegalStateException("not within " + MOST + ": " + what + "; seen: " + counts + broken);
            }
            wait(left);
        }
    }
}
