package dev.archipelago.simulation.engine;

import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.Range;
import dev.archipelago.store.Store;
import dev.archipelago.store.Transaction;
import dev.archipelago.store.Watch;
import dev.archipelago.store.WatchEvent;
import dev.archipelago.store.WatchListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// A store in memory that delivers events before a commit returns. It has no history: watches start from now.
final class SimStore implements Store {
    private final TreeMap<String, KeyValue> entries = new TreeMap<>();
    private final List<SimWatch> watches = new ArrayList<>();
    private long revision = 1;

    @Override
    public long latestRevision() {
        return revision;
    }

    @Override
    public long observedRevision() {
        return revision;
    }

    @Override
    public long compactedRevision() {
        return 0;
    }

    @Override
    public boolean isBroken() {
        return false;
    }

    @Override
    public boolean awaitObserved(long wanted, Duration timeout) {
        return wanted <= revision;
    }

    @Override
    public Optional<KeyValue> get(String key) {
        return Optional.ofNullable(entries.get(key));
    }

    @Override
    public Range range(String prefix, String from, long at, int limit) {
        List<KeyValue> found = new ArrayList<>();
        for (KeyValue entry : entries.tailMap(from.compareTo(prefix) > 0 ? from : prefix, true)
                .values()) {
            if (!entry.key().startsWith(prefix)) {
                break;
            }
            if (limit > 0 && found.size() == limit) {
                return new Range(found, revision, true);
            }
            found.add(entry);
        }
        return new Range(found, revision, false);
    }

    @Override
    public long count(String prefix, String from, long at) {
        return range(prefix, from, at, 0).entries().size();
    }

    @Override
    public Outcome commit(Transaction transaction) {
        for (Transaction.Guard guard : transaction.guards()) {
            KeyValue current = entries.get(guard.key());
            if ((current == null ? 0 : current.modRevision()) != guard.modRevision()) {
                return new Outcome.Refused(guard.key());
            }
        }
        List<WatchEvent> events = new ArrayList<>();
        long next = revision + 1;
        for (Transaction.Change change : transaction.changes()) {
            Optional<KeyValue> before = get(change.key());
            switch (change) {
                case Transaction.Put put -> {
                    long created = before.map(KeyValue::createRevision).orElse(next);
                    KeyValue entry = new KeyValue(put.key(), put.value(), created, next);
                    entries.put(put.key(), entry);
                    events.add(new WatchEvent(entry, before, false));
                }
                case Transaction.Delete delete -> {
                    if (before.isPresent()) {
                        entries.remove(delete.key());
                        KeyValue gone = new KeyValue(delete.key(), new byte[0], 0, next);
                        events.add(new WatchEvent(gone, before, true));
                    }
                }
            }
        }
        if (!events.isEmpty()) {
            revision = next;
            List.copyOf(watches).forEach(watch -> watch.tell(events));
        }
        return new Outcome.Committed(revision);
    }

    @Override
    public Watch watch(String prefix, long fromRevision, WatchListener listener) {
        SimWatch watch = new SimWatch(prefix, listener);
        watches.add(watch);
        return watch;
    }

    /// Deletes everything and restarts at the first revision. Watchers get no event.
    void wipe() {
        entries.clear();
        revision = 1;
    }

    @Override
    public void compact(long at) {}

    @Override
    public void close() {}

    private final class SimWatch implements Watch {
        private final String prefix;
        private final WatchListener listener;

        SimWatch(String prefix, WatchListener listener) {
            this.prefix = prefix;
            this.listener = listener;
        }

        void tell(List<WatchEvent> events) {
            List<WatchEvent> mine = events.stream()
                    .filter(event -> event.key().startsWith(prefix))
                    .toList();
            if (!mine.isEmpty() && watches.contains(this)) {
                listener.onEvents(mine);
            }
        }

        @Override
        public void requestProgress() {
            listener.onProgress(revision);
        }

        @Override
        public void close() {
            watches.remove(this);
        }
    }
}
