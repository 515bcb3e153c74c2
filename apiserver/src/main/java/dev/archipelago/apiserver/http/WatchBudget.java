package dev.archipelago.apiserver.http;

import java.util.concurrent.atomic.AtomicLong;

/// Bounds what all watch queues together may hold. When it is used up, those that hold more than a fair share go.
final class WatchBudget {
    private static final long FAIR_SHARE_BYTES = 64 * 1024;

    private final long bytesMax;
    private final AtomicLong used = new AtomicLong();

    WatchBudget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /// Accounts for bytes that were queued.
    ///
    /// @param queuedBytes what the one queue holds now
    /// @return false when that queue must go
    boolean take(int bytes, long queuedBytes) {
        return used.addAndGet(bytes) <= bytesMax || queuedBytes <= FAIR_SHARE_BYTES;
    }

    /// Whether less than half of it is used.
    boolean hasRoom() {
        return used.get() < bytesMax / 2;
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }
}
