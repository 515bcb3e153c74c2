package dev.archipelago.controller.remote;

import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Kind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Limits on what one server may send, and on what is kept of it. An answer beyond them fails with
/// [Reason#REQUEST_ENTITY_TOO_LARGE] and is discarded, and the server counts as not ready for a while, with the
/// reason. Used by the threads of all calls and watches.
final class AnswerLimits {
    /// Longer than a list may take and the pause before the next one, so that a server that keeps failing does
    /// not become ready in between.
    private static final Duration REMEMBERED = Duration.ofMinutes(5);

    private final Limits limits;

    // Guarded by this:
    private final Map<Scope, Long> kept = new LinkedHashMap<>();
    private final Map<String, Fault> faults = new LinkedHashMap<>();
    private long keptBytes;

    private record Scope(Kind<?> kind, Selection selection) {}

    private record Fault(String message, long nanos) {}

    /// The limits of one server.
    ///
    /// @param answerBytesMax of one answer, or of one watch event
    /// @param pagesMax of one list
    /// @param keptBytesMax of all lists together with the events since, as caches keep them
    /// @param listing for a whole list
    record Limits(long answerBytesMax, int pagesMax, long keptBytesMax, Duration listing) {
        /// In the heap, objects take several times their length in bytes, and there are other members.
        static final Limits USUAL = new Limits(
                16 << 20, 4000, Math.max(32 << 20, Runtime.getRuntime().maxMemory() / 16), Duration.ofMinutes(2));
    }

    AnswerLimits(Limits limits) {
        this.limits = limits;
    }

    Limits limits() {
        return limits;
    }

    /// Checks the size of a list of which these bytes were read so far.
    void checkListing(Kind<?> kind, Selection selection, long bytes) {
        long others;
        synchronized (this) {
            others = keptBytes - kept.getOrDefault(new Scope(kind, selection), 0L);
        }
        if (others + bytes > limits.keptBytesMax) {
            throw fault(
                    listing(kind, selection),
                    "its list of " + kind.resource() + " has " + bytes + " bytes and more, and " + others
                            + " of others are kept; all together at most " + limits.keptBytesMax + " are");
        }
    }

    /// Names a list request for [#fault].
    static String listing(Kind<?> kind, Selection selection) {
        return "list " + kind.resource() + ' ' + selection;
    }

    /// Records the size of a complete list. It replaces what was recorded for that kind.
    synchronized void listed(Kind<?> kind, Selection selection, long bytes) {
        keep(new Scope(kind, selection), bytes);
        faults.remove(listing(kind, selection));
    }

    /// Records the size of a watch event.
    ///
    /// @return false when more is kept than allowed; a new list then shows the current size
    synchronized boolean received(Kind<?> kind, Selection selection, long bytes) {
        Scope scope = new Scope(kind, selection);
        keep(scope, kept.getOrDefault(scope, 0L) + bytes);
        return keptBytes <= limits.keptBytesMax;
    }

    /// Removes what was recorded for a watch that was closed.
    synchronized void dropped(Kind<?> kind, Selection selection) {
        Long before = kept.remove(new Scope(kind, selection));
        keptBytes -= before == null ? 0 : before;
    }

    private void keep(Scope scope, long bytes) {
        Long before = kept.put(scope, bytes);
        keptBytes += bytes - (before == null ? 0 : before);
    }

    /// Records that a server exceeded a limit.
    ///
    /// @param request identifies the request, so that a later success removes the fault
    synchronized ApiException fault(String request, String message) {
        faults.put(request, new Fault(message, System.nanoTime()));
        return new ApiException(Reason.REQUEST_ENTITY_TOO_LARGE, message);
    }

    /// @throws ApiException when the server exceeded a limit in the last minutes
    synchronized void check() {
        long now = System.nanoTime();
        faults.values().removeIf(fault -> now - fault.nanos >= REMEMBERED.toNanos());
        for (Fault fault : faults.values()) {
            throw new ApiException(Reason.REQUEST_ENTITY_TOO_LARGE, fault.message);
        }
    }
}
