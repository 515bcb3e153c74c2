package dev.archipelago.store.mvcc;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/// Which revision was the newest how long ago, to the second. Revisions found at opening count as new.
final class HistoryAge {
    private static final long SAMPLE_MILLIS = 1000;

    private final long ageMaxMillis;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private long lastSampleMillis = Long.MIN_VALUE / 2;
    private long agedRevision;

    private record Sample(long millis, long revision) {}

    HistoryAge(Duration ageMax) {
        ageMaxMillis = ageMax.toMillis();
    }

    /// Takes note of the newest revision; cheap to call often.
    ///
    /// @return whether the answer of [#agedRevision()] may have changed
    boolean observe(long revision, long nowMillis) {
        if (nowMillis - lastSampleMillis < SAMPLE_MILLIS && nowMillis >= lastSampleMillis) {
            return false;
        }
        lastSampleMillis = nowMillis;
        samples.addLast(new Sample(nowMillis, revision));
        while (!samples.isEmpty() && samples.getFirst().millis() + ageMaxMillis <= nowMillis) {
            agedRevision = samples.removeFirst().revision();
        }
        return true;
    }

    /// The newest revision that is past its age; 0 if none is.
    long agedRevision() {
        return agedRevision;
    }
}
