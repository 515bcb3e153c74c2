package dev.archipelago.bench.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Counts the StatefulSets that are new in clusters, and remembers nothing of them but their names.
final class Arrivals implements AutoCloseable {
    private static final long MINUTES_MAX = 15;

    private final List<ClusterApi.Subscription> subscriptions = new ArrayList<>();
    private final Semaphore arrived = new Semaphore(0);

    Arrivals(Collection<ClusterApi> clusters) {
        for (ClusterApi cluster : clusters) {
            long now = cluster.list(MemberSet.KIND).resourceVersion();
            subscriptions.add(cluster.watch(MemberSet.KIND, now, new Counting()));
        }
    }

    private final class Counting implements ClusterApi.Watcher<MemberSet> {
        private final Set<String> names = ConcurrentHashMap.newKeySet();

        @Override
        public void changed(MemberSet set) {
            if (names.add(set.name())) {
                arrived.release();
            }
        }

        @Override
        public void removed(MemberSet set, long resourceVersion) {}

        @Override
        public void ended(ApiException reason) {
            throw reason;
        }
    }

    void await(int count) throws InterruptedException {
        if (!arrived.tryAcquire(count, MINUTES_MAX, TimeUnit.MINUTES)) {
            throw new IllegalStateException("only " + arrived.availablePermits() + " of " + count + " have arrived");
        }
    }

    @Override
    public void close() {
        subscriptions.forEach(ClusterApi.Subscription::close);
    }
}
