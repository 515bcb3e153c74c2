package dev.archipelago.simulation;

import dev.archipelago.cluster.kinds.Pod;
import java.util.function.Consumer;

/// Invariant: there are never two live pods with one identity. A pod on a lost node is live until it is given up.
final class Identities implements Judge {
    private final World world;
    private final Consumer<String> complaints;

    Identities(World world, Consumer<String> complaints) {
        this.world = world;
        this.complaints = complaints;
    }

    @Override
    public void started(Pod pod) {
        for (Machine machine : world.machines()) {
            for (Machine.Run run : machine.live()) {
                if (run.key().equals(pod.key()) && !run.uid().equals(pod.uid())) {
                    complaints.accept("two pods run as " + pod.key() + ": one on " + machine.name() + ", one on "
                            + pod.nodeName());
                }
            }
        }
    }
}
