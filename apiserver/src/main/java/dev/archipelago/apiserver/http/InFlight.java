package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import java.util.List;
import java.util.concurrent.Semaphore;

/// Bounds the requests that are worked on at one time, reads and writes apart, so that neither starves the other.
final class InFlight {
    private static final int READS_MAX = 400;
    private static final int WRITES_MAX = 200;
    private static final int RETRY_AFTER_SECONDS = 1;

    private final Semaphore reads = new Semaphore(READS_MAX);
    private final Semaphore writes = new Semaphore(WRITES_MAX);

    /// Takes a place; the result gives it back.
    Runnable enter(boolean mutating) {
        Semaphore places = mutating ? writes : reads;
        if (!places.tryAcquire()) {
            throw new ApiException(
                    Reason.TOO_MANY_REQUESTS,
                    "Too many requests, please try again later.",
                    new ApiException.Details("", "", "", "", List.of(), RETRY_AFTER_SECONDS));
        }
        return places::release;
    }

    int reading() {
        return READS_MAX - reads.availablePermits();
    }

    int writing() {
        return WRITES_MAX - writes.availablePermits();
    }
}
