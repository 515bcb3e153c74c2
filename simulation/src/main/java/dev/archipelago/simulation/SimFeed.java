package dev.archipelago.simulation;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.api.ClusterApi.Subscription;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.objects.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Feeds a cache of one process over a line that is slow, repeats itself and breaks, but never swaps two events.
final class SimFeed<T extends ApiObject> implements ClusterApi.Watcher<T> {
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Cache<T> cache;
    private final SimProcess process;
    private final ClusterApi api;
    private final RandomGenerator random;
    private @Nullable Subscription subscription;
    private Instant lastArrival = Instant.MIN;
    private int line;

    SimFeed(Cache<T> cache, SimProcess process, ClusterApi api, RandomGenerator random) {
        this.cache = cache;
        this.process = process;
        this.api = api;
        this.random = random;
    }

    void start() {
        line++;
        ClusterApi.Listing<T> listing;
        try {
            listing = api.list(cache.kind());
        } catch (ApiException e) {
            process.later(RETRY, this::start);
            return;
        }
        subscription = api.watch(cache.kind(), listing.revision(), this);
        cache.replaceAll(listing);
    }

    void stop() {
        if (subscription != null) {
            subscription.close();
        }
    }

    @Override
    public void changed(T object) {
        send(() -> cache.put(object), object.toString());
    }

    @Override
    public void removed(T object, long revision) {
        send(() -> cache.remove(object.key(), revision), "removal of " + object);
    }

    @Override
    public void ended(ApiException reason) {}

    private void send(Runnable event, String what) {
        Faults faults = process.faults();
        if (process.isCutOff() || random.nextDouble() < faults.broken()) {
            process.trace(cache.kind() + " watch breaks at " + what);
            stop();
            line++;
            process.later(Duration.ofMillis(random.nextLong(Faults.REOPENING_MILLIS_MAX)), this::start);
            return;
        }
        arrive(event);
        if (random.nextDouble() < faults.doubled()) {
            arrive(event);
        }
    }

    private void arrive(Runnable event) {
        Instant arrival =
                process.now().plusMillis(random.nextLong(process.faults().lagMillisMax() + 1));
        lastArrival = arrival.isAfter(lastArrival) ? arrival : lastArrival;
        int sentOn = line;
        process.at(lastArrival, () -> {
            if (sentOn == line) {
                event.run();
            }
        });
    }
}
