package dev.archipelago.cluster.daemonset;

import dev.archipelago.cluster.kinds.Pod;
import java.util.ArrayList;
import java.util.List;

/// Nodes that are to get a pod, and pods that are to go.
record PodChanges(List<String> nodes, List<Pod> doomed) {
    PodChanges() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    boolean isEmpty() {
        return nodes.isEmpty() && doomed.isEmpty();
    }
}
