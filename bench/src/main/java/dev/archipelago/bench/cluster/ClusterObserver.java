package dev.archipelago.bench.cluster;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/// Watches a cluster and tells when something has come true.
final class ClusterObserver implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Caches caches = new Caches();
    private final Cache<SetView> sets = caches.of(SetView.KIND);
    private final Map<Key, SliceView> slices = new ConcurrentHashMap<>();
    private final Object changed = new Object();

    // Guarded by changed:
    private long ready;

    /// @param slices whether to watch EndpointSlices, which while pods come up are most of what a cluster has to say
    ClusterObserver(ClusterApi api, boolean slices) {
        sets.listen((before, after) -> {
            synchronized (changed) {
                ready += (after == null ? 0 : after.ready()) - (before == null ? 0 : before.ready());
                changed.notifyAll();
            }
        });
        if (slices) {
            caches.of(SliceView.KIND).listen((before, after) -> {
                if (after != null) {
                    synchronized (changed) {
                        this.slices.put(new Key(after.namespace(), after.service()), after);
                        changed.notifyAll();
                    }
                }
            });
        }
        caches.start(api, threads);
    }

    /// How many pods are ready, by what the status of all StatefulSets says.
    long ready() {
        synchronized (changed) {
            return ready;
        }
    }

    int ready(Key set) {
        return sets.get(set).map(SetView::ready).orElse(0);
    }

    /// The uid of a set's pod if its service offers it, else empty.
    String served(Key set, String pod) {
        SliceView slice = slices.get(set);
        return slice == null ? "" : slice.readyUid(pod);
    }

    /// Waits until a condition holds, asking again at each change that is seen.
    void await(String what, Duration most, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        synchronized (changed) {
            while (!condition.getAsBoolean()) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new IllegalStateException("not within " + most.toSeconds() + " s: " + what);
                }
                changed.wait(left);
            }
        }
    }

    @Override
    public void close() {
        caches.close();
        threads.shutdownNow();
    }
}
