package dev.archipelago.store.etcd;

import dev.archipelago.store.StoreException;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread that keeps the replica up to date: it follows a watch, and when that ends it follows the next one from
/// where it stands, on the next member. It never gives up, unless the etcd is another one.
final class WatchFeed implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(WatchFeed.class);
    private static final long TICK_MILLIS = 1000;
    private static final long PAUSE_MILLIS_MIN = 20;
    private static final long PAUSE_MILLIS_MAX = 1000;

    private final Endpoints endpoints;
    private final KeySpace keys;
    private final EtcdClient client;
    private final Replica replica;
    private final Thread thread;
    private volatile boolean closing;
    private volatile @Nullable WatchStream stream;

    private long pauseMillis = PAUSE_MILLIS_MIN;
    private boolean broken;

    private enum Ending {
        CLOSED,
        GIVEN_UP,
        FAILED,
        COMPACTED
    }

    WatchFeed(Endpoints endpoints, KeySpace keys, EtcdClient client, Replica replica) {
        this.endpoints = endpoints;
        this.client = client;
        this.keys = keys;
        this.replica = replica;
        this.thread = Thread.ofPlatform().name("etcd-feed").daemon().unstarted(this);
    }

    void start() {
        thread.start();
    }

    /// Follows another watch, because this one's member does not answer or should have reported something long ago.
    void restart() {
        WatchStream following = stream;
        if (following != null) {
            following.cancel("given up");
        }
    }

    void close() {
        closing = true;
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        while (!closing && !client.continuity().ended().isDone()) {
            try {
                ManagedChannel channel = endpoints.current();
                switch (follow(channel)) {
                    case CLOSED, GIVEN_UP -> {}
                    case COMPACTED -> replica.resync();
                    case FAILED -> {
                        endpoints.failed(channel);
                        pause();
                    }
                }
            } catch (StoreException e) {
                report("The replica of etcd cannot be brought up to date; trying again", e);
                pause();
            } catch (RuntimeException e) {
                LOG.error("The replica of etcd could not take in a change; trying again", e);
                pause();
            }
        }
    }

    private Ending follow(ManagedChannel channel) {
        WatchStream following = WatchStream.open(channel, keys, replica.index().observedRevision() + 1);
        stream = following;
        try {
            while (!closing) {
                switch (following.next(TICK_MILLIS)) {
                    case null -> replica.compactWithinBudget();
                    case WatchStream.Message(WatchResponse response) -> {
                        Ending ending = take(response);
                        if (ending != null) {
                            return ending;
                        }
                    }
                    case WatchStream.End(var status) -> {
                        report("The watch on etcd broke off; following another", status.asException());
                        return status.getCode() == Status.Code.CANCELLED ? Ending.GIVEN_UP : Ending.FAILED;
                    }
                }
            }
        } catch (InterruptedException e) {
            // Only closing interrupts this thread.
        } finally {
            following.cancel("done");
        }
        return Ending.CLOSED;
    }

    private @Nullable Ending take(WatchResponse response) {
        if (response.getCompactRevision() > 0) {
            return Ending.COMPACTED;
        }
        if (response.getCanceled()) {
            LOG.warn("etcd ended the watch: {}", response.getCancelReason());
            return Ending.FAILED;
        }
        if (response.getCreated()) {
            created(response);
            return null;
        }
        replica.apply(response.getEventsList());
        return null;
    }

    private void created(WatchResponse response) {
        client.continuity().checkCluster(response.getHeader());
        if (response.getHeader().getRevision() < replica.index().observedRevision()) {
            // This member lags behind, or all have gone back.
            client.latestRevision();
        }
        pauseMillis = PAUSE_MILLIS_MIN;
        if (broken) {
            LOG.info(
                    "The watch on etcd goes on from revision {}",
                    replica.index().observedRevision());
            broken = false;
        }
    }

    /// Says once that something broke, not at every attempt to mend it.
    private void report(String message, Exception cause) {
        if (!broken && !closing) {
            LOG.warn("{}: {}", message, cause.getMessage());
        }
        broken = true;
    }

    private void pause() {
        try {
            Thread.sleep(pauseMillis);
        } catch (InterruptedException e) {
            // Only closing interrupts this thread.
        }
        pauseMillis = Math.min(2 * pauseMillis, PAUSE_MILLIS_MAX);
    }
}
