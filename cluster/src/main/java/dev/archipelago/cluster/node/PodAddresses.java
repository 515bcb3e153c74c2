package dev.archipelago.cluster.node;

import dev.archipelago.cluster.kinds.Pod;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The addresses of pods, so that no two pods have the same. A free address is reused as late as possible.
///
/// Everything is derived from the pods in the cache, except addresses that are allocated but not in a status yet.
/// Used by the workers and by the thread of the cache.
final class PodAddresses {
    /// The index of the first pod address, after those of the network and its gateway.
    private static final int FIRST = 2;

    // Guarded by this:
    private final Map<Integer, String> used = new HashMap<>();
    private final Map<String, Integer> allocated = new HashMap<>();
    private final Map<AddressRange, Integer> next = new HashMap<>();

    /// Allocates the address of a pod that has none yet; the same again for the same pod. Empty when
    /// none is free.
    synchronized String allocate(AddressRange range, String uid) {
        Integer known = allocated.get(uid);
        if (known != null) {
            return AddressRange.text(known);
        }
        int last = range.size() - 1;
        int start = next.getOrDefault(range, FIRST);
        for (int i = 0; i < last - FIRST; i++) {
            int place = FIRST + (start - FIRST + i) % (last - FIRST);
            int number = range.first() + place;
            if (!used.containsKey(number)) {
                used.put(number, uid);
                allocated.put(uid, number);
                next.put(range, place + 1);
                return AddressRange.text(number);
            }
        }
        return "";
    }

    /// Updates the addresses after a pod has changed.
    synchronized void changed(@Nullable Pod before, @Nullable Pod after) {
        if (before != null && (after == null || after.isOver() || !after.uid().equals(before.uid()))) {
            release(before);
        }
        if (after != null && !after.isOver()) {
            for (String address : after.addresses()) {
                keep(address, after.uid());
            }
        }
    }

    private void keep(String address, String uid) {
        if (address.indexOf(':') < 0) {
            used.put(AddressRange.number(address), uid);
            allocated.remove(uid);
        }
    }

    private void release(Pod pod) {
        Integer number = allocated.remove(pod.uid());
        if (number != null) {
            used.remove(number, pod.uid());
        }
        for (String address : pod.addresses()) {
            if (address.indexOf(':') < 0) {
                used.remove(AddressRange.number(address), pod.uid());
            }
        }
    }
}
