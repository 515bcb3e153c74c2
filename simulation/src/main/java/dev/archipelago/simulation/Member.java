package dev.archipelago.simulation;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.StatefulSet;

/// Who a pod or a claim is by its name.
record Member(Key set, int ordinal) {

    static Member ofPod(Key pod) {
        int dash = pod.name().lastIndexOf('-');
        return new Member(
                new Key(pod.namespace(), pod.name().substring(0, dash)),
                Integer.parseInt(pod.name().substring(dash + 1)));
    }

    /// The member that a claim belongs to: its name has that of a template before it.
    static Member ofClaim(Key claim) {
        return ofPod(
                new Key(claim.namespace(), claim.name().substring(claim.name().indexOf('-') + 1)));
    }

    Key pod() {
        return pod(ordinal);
    }

    /// Another member of the same set.
    Key pod(int other) {
        return new Key(set.namespace(), set.name() + '-' + other);
    }

    boolean isWanted(StatefulSet view) {
        return ordinal >= view.start() && ordinal < view.start() + view.replicas();
    }

    /// Whether an update leaves it out.
    boolean isSpared(StatefulSet view) {
        return view.partition()
                .filter(partition -> ordinal < view.start() + partition)
                .isPresent();
    }
}
