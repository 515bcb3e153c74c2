package dev.archipelago.store;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// The contract in the plainest possible words: a copy of the whole state for every revision.
final class ReferenceStore {
    private final TreeMap<Long, NavigableMap<String, KeyValue>> states = new TreeMap<>();
    private final List<WatchEvent> events = new ArrayList<>();
    private long compacted;

    ReferenceStore(long revision, long compacted) {
        this.compacted = compacted;
        states.put(0L, new TreeMap<>());
        states.put(revision, new TreeMap<>());
    }

    long revision() {
        return states.lastKey();
    }

    /// Lets revisions pass in which nothing changed.
    void skipTo(long revision) {
        states.put(revision, states.lastEntry().getValue());
    }

    long compacted() {
        return compacted;
    }

    void compacted(long revision) {
        compacted = Math.max(compacted, revision);
    }

    Outcome commit(Transaction transaction) {
        NavigableMap<String, KeyValue> now = states.lastEntry().getValue();
        for (Transaction.Guard guard : transaction.guards()) {
            long actual = now.containsKey(guard.key()) ? now.get(guard.key()).modRevision() : 0;
            if (actual != guard.modRevision()) {
                return new Outcome.Refused(guard.key());
            }
        }
        long revision = revision() + 1;
        var next = new TreeMap<>(now);
        var made = new ArrayList<WatchEvent>();
        for (Transaction.Change change : transaction.changes()) {
            Optional<KeyValue> before = Optional.ofNullable(now.get(change.key()));
            switch (change) {
                case Transaction.Put put -> {
                    long created = before.map(KeyValue::createRevision).orElse(revision);
                    var keyValue = new KeyValue(put.key(), put.value(), created, revision);
                    next.put(put.key(), keyValue);
                    made.add(new WatchEvent(keyValue, before, false));
                }
                case Transaction.Delete delete -> {
                    if (next.remove(delete.key()) != null) {
                        made.add(new WatchEvent(new KeyValue(delete.key(), new byte[0], 0, revision), before, true));
                    }
                }
            }
        }
        if (made.isEmpty()) {
            return new Outcome.Committed(revision());
        }
        states.put(revision, next);
        events.addAll(made);
        return new Outcome.Committed(revision);
    }

    List<KeyValue> range(String prefix, String from, long revision) {
        return states.floorEntry(revision).getValue().values().stream()
                .filter(entry -> entry.key().startsWith(prefix) && entry.key().compareTo(from) >= 0)
                .toList();
    }

    List<WatchEvent> events(String prefix, long from) {
        return events.stream()
                .filter(event -> event.revision() >= from && event.key().startsWith(prefix))
                .toList();
    }
}
