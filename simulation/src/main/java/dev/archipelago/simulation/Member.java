package dev.archipelago.simulation;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.StatefulSet;

/// The set and the ordinal of a pod or a claim, from its name.
record Member(Key set, int ordinal) {

    static Member ofPod(Key pod) {
        int dash = pod.name().lastIndexOf('-');
        return new Member(
                new Key(pod.namespace(), pod.name().substring(0, dash)),
                Integer.parseInt(pod.name().substring(dash + 1)));
    }

    /// The identity of a claim, whose name has that of its template as prefix.
    static Member ofClaim(Key claim) {
        return ofPod(
                new Key(claim.namespace(), claim.name().substring(claim.name().indexOf('-') + 1)));
    }

    Key pod() {
        return pod(ordinal);
    }

    /// The key of another pod of the same set.
    Key pod(int other) {
        return new Key(set.namespace(), set.name() + '-' + other);
    }

    boolean isWanted(StatefulSet view) {
        return ordinal >= view.start() && ordinal < view.start() + view.replicas();
    }

    /// Whether the partition excludes it from updates.
    boolean isSpared(StatefulSet view) {
        return view.partition()
                .filter(partition -> ordinal < view.start() + partition)
                .isPresent();
    }
}
