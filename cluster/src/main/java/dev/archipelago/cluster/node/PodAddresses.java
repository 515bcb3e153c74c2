package dev.archipelago.cluster.node;

import dev.archipelago.cluster.kinds.Pod;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which pod has which address. An address is given again only when no pod has it, and as late as possible.
///
/// All of it follows from the pods there are, but for addresses that were promised and are not written yet.
final class PodAddresses {
    /// The network itself and its gateway.
    private static final int FIRST = 2;

    // Guarded by this:
    private final Map<Integer, String> taken = new HashMap<>();
    private final Map<String, Integer> promised = new HashMap<>();
    private final Map<AddressRange, Integer> next = new HashMap<>();

    /// The address of a pod that has none yet; empty when none is free.
    synchronized String promise(AddressRange range, String uid) {
        Integer known = promised.get(uid);
        if (known != null) {
            return AddressRange.text(known);
        }
        int last = range.size() - 1;
        int start = next.getOrDefault(range, FIRST);
        for (int i = 0; i < last - FIRST; i++) {
            int place = FIRST + (start - FIRST + i) % (last - FIRST);
            int number = range.first() + place;
            if (!taken.containsKey(number)) {
                taken.put(number, uid);
                promised.put(uid, number);
                next.put(range, place + 1);
                return AddressRange.text(number);
            }
        }
        return "";
    }

    /// Takes note of a change to a pod.
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
            taken.put(AddressRange.number(address), uid);
            promised.remove(uid);
        }
    }

    private void release(Pod pod) {
        Integer number = promised.remove(pod.uid());
        if (number != null) {
            taken.remove(number, pod.uid());
        }
        for (String address : pod.addresses()) {
            if (address.indexOf(':') < 0) {
                taken.remove(AddressRange.number(address), pod.uid());
            }
        }
    }
}
