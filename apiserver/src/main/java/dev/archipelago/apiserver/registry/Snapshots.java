package dev.archipelago.apiserver.registry;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Cause;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.store.Store;
import java.time.Duration;
import java.util.List;

/// Makes sure that reads are as fresh as Kubernetes' resourceVersion rules ask.
final class Snapshots {
    /// How long a read waits for a revision that this server has not seen yet.
    private static final Duration FRESHNESS_WAIT_MAX = Duration.ofSeconds(3);

    private final Store store;

    Snapshots(Store store) {
        this.store = store;
    }

    /// After this, reads see every write that was acknowledged before the call.
    void awaitLatest() {
        await(store.latestRevision());
    }

    /// After this, reads see at least `revision`.
    void awaitAtLeast(long revision) {
        if (revision > store.observedRevision()) {
            await(revision);
        }
    }

    private void await(long revision) {
        try {
            if (store.awaitObserved(revision, FRESHNESS_WAIT_MAX)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String message = "Too large resource version: %d, current: %d".formatted(revision, store.observedRevision());
        throw new ApiException(
                Reason.TIMEOUT,
                "Timeout: " + message,
                new ApiException.Details(
                        "",
                        "",
                        "",
                        "",
                        List.of(new Cause("ResourceVersionTooLarge", "Too large resource version", "")),
                        1));
    }

    static ApiException expired(String message) {
        return new ApiException(Reason.EXPIRED, message);
    }
}
