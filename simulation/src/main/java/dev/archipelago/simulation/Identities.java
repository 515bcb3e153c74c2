package dev.archipelago.simulation;

import dev.archipelago.cluster.kinds.Pod;
import java.util.function.Consumer;

/// Never two live pods with one identity. One on a lost node lives, until somebody has decided that it does not.
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
