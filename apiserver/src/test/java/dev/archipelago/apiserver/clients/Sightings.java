package dev.archipelago.apiserver.clients;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What an informer told its listener, and whether time ever ran backwards in it.
final class Sightings {
    private final Map<String, Integer> timesSeen = new HashMap<>();
    private final Map<String, List<Long>> deletions = new HashMap<>();
    private final Map<String, Long> latest = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private int count;
    private int repeated;
    private int inferredDeletions;

    synchronized void added(Seen object) {
        count++;
        forward(object, latest.getOrDefault(object.name(), 0L) + 1);
        timesSeen.merge(key(object.uid(), object.version()), 1, Integer::sum);
    }

    synchronized void updated(Seen before, Seen now) {
        long known = latest.getOrDefault(now.name(), 0L);
        if (before.version() != known) {
            wrong.add(now.name() + " changed from " + before.version() + " but " + known + " was told last");
        }
        if (before.version() == now.version()) {
            // A list that was read again says the same once more.
            repeated++;
            return;
        }
        count++;
        forward(now, known + 1);
        timesSeen.merge(key(now.uid(), now.version()), 1, Integer::sum);
    }

    /// @param inferred the object was missing in a list; this is its last known state
    synchronized void deleted(Seen object, boolean inferred) {
        count++;
        long known = latest.getOrDefault(object.name(), 0L);
        forward(object, inferred ? known : known + 1);
        if (inferred) {
            inferredDeletions++;
        }
        deletions.computeIfAbsent(object.uid(), absent -> new ArrayList<>()).add(object.version());
    }

    private void forward(Seen object, long atLeast) {
        if (object.version() < atLeast) {
            wrong.add(object.name() + " went from " + latest.get(object.name()) + " to " + object.version());
        }
        latest.put(object.name(), object.version());
    }

    synchronized int timesSeen(String uid, long version) {
        return timesSeen.getOrDefault(key(uid, version), 0);
    }

    /// At which versions an object was told to be gone.
    synchronized List<Long> deletions(String uid) {
        return List.copyOf(deletions.getOrDefault(uid, List.of()));
    }

    synchronized List<String> wrong() {
        return List.copyOf(wrong);
    }

    @Override
    public synchronized String toString() {
        return count + " events, " + inferredDeletions + " deletions inferred from lists, " + repeated + " repeated";
    }

    private static String key(String uid, long version) {
        return uid + '@' + version;
    }
}
