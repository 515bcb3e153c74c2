package dev.archipelago.store.etcd;

import dev.archipelago.store.StoreException;
import dev.archipelago.store.mvcc.MvccIndex;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells etcd, from time to time, to forget what is older than the last time. That other stores do the same does no
/// harm.
final class Compactions {
    private static final Logger LOG = LoggerFactory.getLogger(Compactions.class);

    private final EtcdClient client;
    private final MvccIndex index;
    private final Duration interval;
    private @Nullable Thread thread;

    Compactions(EtcdClient client, MvccIndex index, Duration interval) {
        this.client = client;
        this.index = index;
        this.interval = interval;
    }

    void start() {
        if (interval.isPositive()) {
            thread = Thread.ofVirtual().name("etcd-compactions").start(this::run);
        }
    }

    private void run() {
        long revision = index.observedRevision();
        while (true) {
            try {
                Thread.sleep(interval);
            } catch (InterruptedException e) {
                return;
            }
            try {
                client.compact(revision);
            } catch (StoreException e) {
                LOG.warn("etcd could not be compacted: {}", e.getMessage());
            }
            revision = index.observedRevision();
        }
    }

    void close() {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
