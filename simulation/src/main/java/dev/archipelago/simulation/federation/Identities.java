package dev.archipelago.simulation.federation;

import dev.archipelago.api.objects.Key;
import java.util.function.Consumer;

/// Invariant: there are never two live pods with one identity in any clusters, and never a volume attached
/// to another identity.
final class Identities {
    private final World world;
    private final Consumer<String> complaints;

    Identities(World world, Consumer<String> complaints) {
        this.world = world;
        this.complaints = complaints;
    }

    void started(SimCluster simCluster, FakeControllers.Replica replica) {
        for (SimCluster other : world.clusters()) {
            for (FakeControllers.Replica running : other.controllers().running()) {
                boolean same = running.pod().equals(replica.pod()) && !other.equals(simCluster);
                if (same && !isExcused(other, running, simCluster, replica)) {
                    complaints.accept("two pods run as " + replica.pod() + ": one in " + other.name() + ", one in "
                            + simCluster.name());
                }
            }
        }
    }

    /// Whether a duplicate is excused: users who released a set in a cluster and then created it again have two.
    private static boolean isExcused(
            SimCluster one, FakeControllers.Replica mine, SimCluster two, FakeControllers.Replica yours) {
        if (!one.controllers().isOfFederation(mine) || !two.controllers().isOfFederation(yours)) {
            return true;
        }
        if (!World.originOf(mine.set()).equals(World.originOf(yours.set()))) {
            // Users gave two sets colliding names, without admission to refuse it.
            return true;
        }
        boolean sameSet = World.templateUid(mine.set()).equals(World.templateUid(yours.set()));
        return !sameSet && (one.hasEverLeft() || two.hasEverLeft());
    }

    /// Whether users gave two sets colliding names, one after the other or without admission to refuse it: claims
    /// are identified by name.
    private boolean collide(String one, String other) {
        boolean names = one.contains(People.COLLIDING + "-") || other.contains(People.COLLIDING + "-");
        return names
                && (!world.faults().admission() || !world.invariants().truth().isThere(other));
    }

    void attached(SimCluster simCluster, FakeControllers.Replica replica, Key claim, FakeControllers.Volume volume) {
        String owner = World.originOf(replica.set());
        if (World.isMarked(replica.set())
                && !owner.equals(volume.owner())
                && volume.owner().contains("-statefulset")
                && !collide(owner, volume.owner())) {
            complaints.accept("the volume " + claim + " of " + volume.owner() + " in " + simCluster.name()
                    + " is attached to a pod of " + owner);
        }
    }
}
