package dev.archipelago.controller.remote;

import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Kind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// What one server may send, and what of it is kept. A server that goes beyond is not believed: the answer fails with
/// [Reason#REQUEST_ENTITY_TOO_LARGE], nothing of it is kept, and the server counts as not ready for a while, with the
/// reason.
final class AnswerLimits {
    /// Longer than a list may take and the pause before the next, so that a server that goes on is not ready all the
    /// time.
    private static final Duration REMEMBERED = Duration.ofMinutes(5);

    private final Limits limits;

    // Guarded by this:
    private final Map<Asked, Long> kept = new LinkedHashMap<>();
    private final Map<String, Fault> faults = new LinkedHashMap<>();
    private long keptBytes;

    private record Asked(Kind<?> kind, Selection selection) {}

    private record Fault(String message, long nanos) {}

    /// How much is taken.
    ///
    /// @param answerBytesMax of one answer, or of one event of a watch
    /// @param pagesMax of one list
    /// @param keptBytesMax of all lists and of the events since, together: caches keep them
    /// @param listing for a whole list
    record Limits(long answerBytesMax, int pagesMax, long keptBytesMax, Duration listing) {
        /// Objects take several times their length, and there are other members.
        static final Limits USUAL = new Limits(
                16 << 20, 4000, Math.max(32 << 20, Runtime.getRuntime().maxMemory() / 16), Duration.ofMinutes(2));
    }

    AnswerLimits(Limits limits) {
        this.limits = limits;
    }

    Limits limits() {
        return limits;
    }

    /// A list has this many bytes so far.
    void listing(Kind<?> kind, Selection selection, long bytes) {
        long others;
        synchronized (this) {
            others = keptBytes - kept.getOrDefault(new Asked(kind, selection), 0L);
        }
        if (others + bytes > limits.keptBytesMax) {
            throw fault(
                    "list " + kind.resource(),
                    "its list of " + kind.resource() + " has " + bytes + " bytes and more, and " + others
                            + " of others are kept; all together at most " + limits.keptBytesMax + " are");
        }
    }

    /// A list was read to its end, and replaces what was kept of it.
    synchronized void listed(Kind<?> kind, Selection selection, long bytes) {
        keep(new Asked(kind, selection), bytes);
        faults.remove("list " + kind.resource());
    }

    /// A watch told of an object.
    ///
    /// @return false when all that was told is more than may be kept. A list then shows what is left of it
    synchronized boolean told(Kind<?> kind, Selection selection, long bytes) {
        Asked asked = new Asked(kind, selection);
        keep(asked, kept.getOrDefault(asked, 0L) + bytes);
        return keptBytes <= limits.keptBytesMax;
    }

    /// Nobody keeps what was told of this any more.
    synchronized void dropped(Kind<?> kind, Selection selection) {
        Long before = kept.remove(new Asked(kind, selection));
        keptBytes -= before == null ? 0 : before;
    }

    private void keep(Asked asked, long bytes) {
        Long before = kept.put(asked, bytes);
        keptBytes += bytes - (before == null ? 0 : before);
    }

    /// Remembers what a server did beyond the limits.
    ///
    /// @param request what it was asked
    synchronized ApiException fault(String request, String message) {
        faults.put(request, new Fault(message, System.nanoTime()));
        return new ApiException(Reason.REQUEST_ENTITY_TOO_LARGE, message);
    }

    /// @throws ApiException when the server has gone beyond the limits of late
    synchronized void check() {
        long now = System.nanoTime();
        faults.values().removeIf(fault -> now - fault.nanos >= REMEMBERED.toNanos());
        for (Fault fault : faults.values()) {
            throw new ApiException(Reason.REQUEST_ENTITY_TOO_LARGE, fault.message);
        }
    }
}
