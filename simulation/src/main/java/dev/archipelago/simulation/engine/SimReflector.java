package dev.archipelago.simulation.engine;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.ClusterApi.Subscription;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A reflector of one process over a faulty connection that delays, repeats and loses events, but never reorders them.
public final class SimReflector<T extends ApiObject> implements ClusterApi.Watcher<T>, Caches.RunningReflector {
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Cache<T> cache;
    private final Line line;
    private final ClusterApi api;
    private @Nullable Subscription subscription;
    private Instant lastArrival = Instant.MIN;
    private int connection;
    private boolean stopped;
    private boolean losing;

    public SimReflector(Cache<T> cache, Line line, ClusterApi api) {
        this.cache = cache;
        this.line = line;
        this.api = api;
    }

    public void start() {
        if (stopped) {
            return;
        }
        connection++;
        losing = false;
        ClusterApi.Listing<T> listing;
        int number = cache.beginList();
        try {
            listing = api.list(cache.kind(), cache.selection());
        } catch (ApiException e) {
            startAfter(RETRY);
            return;
        }
        subscription = api.watch(cache.kind(), cache.selection(), listing.resourceVersion(), this);
        cache.replaceAll(listing, number);
    }

    private void startAfter(Duration pause) {
        var _ = line.at(line.instant().plus(pause), this::start);
    }

    /// Stops the reflector.
    @Override
    public void close() {
        stopped = true;
        disconnect();
    }

    private void disconnect() {
        connection++;
        if (subscription != null) {
            subscription.close();
        }
    }

    @Override
    public void changed(T object) {
        send(() -> cache.put(object), object.toString());
    }

    @Override
    public void removed(T object, long resourceVersion) {
        send(() -> cache.remove(object.key(), resourceVersion), "removal of " + object);
    }

    @Override
    public void ended(ApiException reason) {
        disconnect();
        startAfter(RETRY);
    }

    private void send(Runnable event, String what) {
        if (line.isSilent()) {
            loseEvents();
            return;
        }
        if (line.random().nextDouble() < line.noise().broken()) {
            line.trace(cache.kind() + " watch breaks at " + what);
            disconnect();
            startAfter(Duration.ofMillis(line.random().nextLong(Line.REOPENING_MILLIS_MAX)));
            return;
        }
        arrive(event);
        if (line.random().nextDouble() < line.noise().doubled()) {
            arrive(event);
        }
    }

    /// Ends the watch while events are lost. The loss is noticed only when the connection works again.
    private void loseEvents() {
        if (!losing) {
            losing = true;
            disconnect();
            restartWhenHeard();
        }
    }

    private void restartWhenHeard() {
        var _ = line.at(line.instant().plus(RETRY), () -> {
            if (line.isSilent()) {
                restartWhenHeard();
            } else {
                start();
            }
        });
    }

    private void arrive(Runnable event) {
        Instant arrival =
                line.instant().plusMillis(line.random().nextLong(line.noise().lagMillisMax() + 1));
        lastArrival = arrival.isAfter(lastArrival) ? arrival : lastArrival;
        int sentOn = connection;
        var _ = line.at(lastArrival, () -> {
            if (sentOn == connection) {
                event.run();
            }
        });
    }
}
