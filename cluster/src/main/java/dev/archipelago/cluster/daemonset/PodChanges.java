package dev.archipelago.cluster.daemonset;

import dev.archipelago.cluster.kinds.Pod;
import java.util.ArrayList;
import java.util.List;

/// The nodes that need a pod, and the pods to delete.
record PodChanges(List<String> nodes, List<Pod> toDelete) {
    PodChanges() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    boolean isEmpty() {
        return nodes.isEmpty() && toDelete.isEmpty();
    }
}
