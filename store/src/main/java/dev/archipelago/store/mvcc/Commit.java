package dev.archipelago.store.mvcc;

import dev.archipelago.store.WatchEvent;
import java.util.List;

/// All changes of one transaction, both as the versions to persist and as the events to tell watchers.
public final class Commit {
    /// What the objects around an event and its two values weigh on the heap, roughly.
    private static final long EVENT_OVERHEAD_BYTES = 200;

    private final long revision;
    private final List<Version> versions;
    private final List<WatchEvent> events;

    Commit(long revision, List<Version> versions, List<WatchEvent> events) {
        this.revision = revision;
        this.versions = versions;
        this.events = events;
    }

    public long revision() {
        return revision;
    }

    public List<Version> versions() {
        return versions;
    }

    List<WatchEvent> events() {
        return events;
    }

    /// What forgetting this commit would free: mostly the values it replaced.
    long weight() {
        long weight = 0;
        for (WatchEvent event : events) {
            weight += EVENT_OVERHEAD_BYTES + event.key().length();
            weight += event.previous().isPresent() ? event.previous().get().value().length : 0;
        }
        return weight;
    }
}
