package dev.archipelago.simulation.federation;

import dev.archipelago.api.objects.Key;
import java.util.function.Consumer;

/// Never two live pods with one identity, in whichever clusters; never a volume attached to another identity.
final class Identities {
    private final World world;
    private final Consumer<String> complaints;

    Identities(World world, Consumer<String> complaints) {
        this.world = world;
        this.complaints = complaints;
    }

    void started(SimCluster island, FakeControllers.Replica replica) {
        for (SimCluster other : world.islands()) {
            for (FakeControllers.Replica running : other.crew().running()) {
                boolean same = running.pod().equals(replica.pod()) && !other.equals(island);
                if (same && !isExcused(other, running, island, replica)) {
                    complaints.accept("two pods run as " + replica.pod() + ": one in " + other.name() + ", one in "
                            + island.name());
                }
            }
        }
    }

    /// What people keep in a cluster after they took it out of the federation's hands is theirs: whoever lets go of a
    /// set there and makes it anew has two.
    private static boolean isExcused(
            SimCluster one, FakeControllers.Replica mine, SimCluster two, FakeControllers.Replica yours) {
        if (!one.crew().isOfFederation(mine) || !two.crew().isOfFederation(yours)) {
            return true;
        }
        if (!World.originOf(mine.set()).equals(World.originOf(yours.set()))) {
            // People gave two sets names that collide, where no admission could keep them from it.
            return true;
        }
        boolean sameSet = World.templateUid(mine.set()).equals(World.templateUid(yours.set()));
        return !sameSet && (one.hasEverLeft() || two.hasEverLeft());
    }

    /// Whether people gave two sets names that collide, one after the other or where no admission keeps them from it:
    /// claims go by their names.
    private boolean collide(String one, String other) {
        boolean names = one.contains(People.COLLIDING + "-") || other.contains(People.COLLIDING + "-");
        return names
                && (!world.perils().admission() || !world.invariants().truth().isThere(other));
    }

    void attached(SimCluster island, FakeControllers.Replica replica, Key claim, FakeControllers.Volume volume) {
        String owner = World.originOf(replica.set());
        if (World.isMarked(replica.set())
                && !owner.equals(volume.owner())
                && volume.owner().contains("-statefulset")
                && !collide(owner, volume.owner())) {
            complaints.accept("the volume " + claim + " of " + volume.owner() + " in " + island.name()
                    + " is attached to a pod of " + owner);
        }
    }
}
