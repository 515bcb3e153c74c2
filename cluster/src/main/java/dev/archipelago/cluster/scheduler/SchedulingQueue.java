package dev.archipelago.cluster.scheduler;

import dev.archipelago.api.objects.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The pods that wait for a node: active ones, and unschedulable ones that sleep until something changes.
///
/// Not thread-safe.
final class SchedulingQueue {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final int DOUBLINGS_MAX = 4;

    private final Map<Key, Entry> entries = new HashMap<>();
    private final TreeMap<Integer, LinkedHashSet<Key>> turns = new TreeMap<>(Comparator.reverseOrder());
    private final Map<Key, Entry> sleeping = new HashMap<>();

    private static final class Entry {
        private final int priority;
        private int failures;
        private Instant notBefore = Instant.MIN;
        private Set<WakeReason> wakeReasons = Set.of();

        private Entry(int priority) {
            this.priority = priority;
        }
    }

    /// Adds a pod.
    void add(Key pod, int priority) {
        Entry known = entries.get(pod);
        if (known != null && known.priority == priority) {
            return;
        }
        remove(pod);
        entries.put(pod, new Entry(priority));
        turns.computeIfAbsent(priority, p -> new LinkedHashSet<>()).add(pod);
    }

    boolean has(Key pod) {
        return entries.containsKey(pod);
    }

    void remove(Key pod) {
        Entry entry = entries.remove(pod);
        if (entry != null) {
            sleeping.remove(pod);
            leaveTurn(pod, entry);
        }
    }

    private void leaveTurn(Key pod, Entry entry) {
        LinkedHashSet<Key> turn = turns.get(entry.priority);
        if (turn != null) {
            turn.remove(pod);
            if (turn.isEmpty()) {
                turns.remove(entry.priority);
            }
        }
    }

    /// The end of a pod's backoff, if it has not ended.
    Optional<Instant> pause(Key pod, Instant now) {
        @Nullable Entry entry = entries.get(pod);
        return entry == null || !entry.notBefore.isAfter(now) ? Optional.empty() : Optional.of(entry.notBefore);
    }

    /// The pod to schedule next: the given one, unless another has a higher priority.
    Key first(Key asking) {
        Entry entry = entries.get(asking);
        if (entry == null || turns.isEmpty() || turns.firstKey() <= entry.priority) {
            return asking;
        }
        return turns.firstEntry().getValue().iterator().next();
    }

    /// Marks a pod as unschedulable.
    void sleep(Key pod, Set<WakeReason> wakeReasons, Instant now) {
        Entry entry = entries.get(pod);
        if (entry == null) {
            return;
        }
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(entry.failures, DOUBLINGS_MAX));
        entry.failures++;
        entry.notBefore = now.plus(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
        entry.wakeReasons = wakeReasons;
        leaveTurn(pod, entry);
        sleeping.put(pod, entry);
    }

    /// Wakes the pods that a change may help. Each is woken once until it has been tried.
    List<Key> wake(WakeReason wakeReason) {
        if (sleeping.isEmpty()) {
            return List.of();
        }
        List<Key> woken = new ArrayList<>();
        sleeping.entrySet().removeIf(entry -> {
            boolean wakes = entry.getValue().wakeReasons.contains(wakeReason);
            if (wakes) {
                woken.add(entry.getKey());
            }
            return wakes;
        });
        woken.sort(null);
        return woken;
    }
}
