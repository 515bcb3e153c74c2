package dev.archipelago.bench.federation;

import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/// Watches the StatefulSets of the federation and of its clusters, and tells when something has come true of them.
final class Onlooker implements AutoCloseable {
    private static final Duration MOST = Duration.ofMinutes(5);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Caches> caches = new TreeMap<>();
    private final Object changed = new Object();

    // Guarded by changed:
    private final Map<String, Integer> counts = new TreeMap<>();

    /// How many StatefulSets a server has that run an image, counted as they change.
    Onlooker(Map<String, ClusterApi> servers) {
        servers.forEach((name, api) -> {
            Caches own = new Caches();
            Cache<MemberSet> sets = own.of(MemberSet.KIND);
            sets.listen((before, after) -> {
                synchronized (changed) {
                    if (before != null) {
                        counts.merge(name + ' ' + before.image(), -1, Integer::sum);
                    }
                    if (after != null) {
                        counts.merge(name + ' ' + after.image(), 1, Integer::sum);
                    }
                    changed.notifyAll();
                }
            });
            own.start(api, threads);
            caches.put(name, own);
        });
    }

    /// How many StatefulSets of a server run an image.
    int running(String server, String image) {
        synchronized (changed) {
            return counts.getOrDefault(server + ' ' + image, 0);
        }
    }

    boolean all(String server, Predicate<MemberSet> condition) {
        return Objects.requireNonNull(caches.get(server)).of(MemberSet.KIND).all().stream()
                .allMatch(condition);
    }

    /// Waits until a condition holds, asking again at each change that is seen.
    void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + MOST.toNanos();
        synchronized (changed) {
            while (!condition.getAsBoolean()) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new IllegalStateException("not within " + MOST + ": " + what + "; seen: " + counts);
                }
                changed.wait(left);
            }
        }
    }

    @Override
    public void close() {
        caches.values().forEach(Caches::close);
        threads.shutdownNow();
    }
}
