package dev.archipelago.simulation.federation;

import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Invariant: replicas are removed from a cluster only when somebody has asked for it since they were placed there and
/// the cluster has joined: those of an earlier membership are adopted or left.
final class Removals {
    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;
    private final Map<String, Instant> made = new HashMap<>();
    // Sets of an earlier membership that were adopted although their replicas had been given up.
    private final Set<String> adopted = new HashSet<>();

    Removals(World world, Truth truth, Consumer<String> complaints) {
        this.world = world;
        this.truth = truth;
        this.complaints = complaints;
    }

    void changed(SimCluster simCluster, @Nullable StatefulSet before, @Nullable StatefulSet after) {
        if (before == null && after != null) {
            made.put(after.uid(), world.time().instant());
        }
        if (before != null && after != null && isAdoptedAfterRelease(simCluster, before, after)) {
            adopted.add(after.uid());
        } else if (after != null && isPlaced(simCluster, after)) {
            adopted.remove(after.uid());
        }
        if (before != null
                && !before.isDeleting()
                && (after == null || after.isDeleting())
                && before.replicas() > 0
                && World.isMarked(before)
                && world.actor().equals(World.FEDERATION)
                && isThere(World.templateUid(before))
                && !isAsked(simCluster, before)) {
            complaints.accept(before + " was taken out of " + simCluster.name() + " though nobody has asked for that");
        }
    }

    /// Whether a controller with an old view of the binding adopts replicas that somebody has given up since. The
    /// current binding removes them again, as it was asked to.
    private boolean isAdoptedAfterRelease(SimCluster simCluster, StatefulSet before, StatefulSet after) {
        return !membership(before).equals(membership(after))
                && truth.binding(World.templateUid(after))
                        .filter(binding -> binding.released().contains(simCluster.name()))
                        .isPresent();
    }

    private boolean isPlaced(SimCluster simCluster, StatefulSet set) {
        return truth.binding(World.templateUid(set))
                .filter(binding -> binding.target(simCluster.name()).isPresent()
                        && !binding.released().contains(simCluster.name()))
                .isPresent();
    }

    private static String membership(StatefulSet set) {
        return set.meta().annotations().getOrDefault(Names.MEMBERSHIP, "");
    }

    /// Whether the template exists in every view that a controller may have.
    private boolean isThere(String uid) {
        return truth.templateViews(uid).stream()
                .allMatch(view -> view.isPresent() && !view.get().isDeleting());
    }

    private boolean isAsked(SimCluster simCluster, StatefulSet set) {
        if (adopted.contains(set.uid())) {
            return true;
        }
        String uid = World.templateUid(set);
        Instant given = made.getOrDefault(set.uid(), Instant.MIN);
        Instant joined = truth.joined(simCluster.name()).orElse(Instant.MAX);
        boolean outdated = truth.binding(uid)
                        .filter(binding -> binding.target(simCluster.name()).isPresent())
                        .isPresent()
                && truth.bindingViews(uid).stream()
                        .anyMatch(view -> view.isEmpty()
                                || view.get().isDeleting()
                                || view.get().target(simCluster.name()).isEmpty());
        if (outdated) {
            // It is wanted there, but a stale view may not show that yet.
            return true;
        }
        boolean bypassed = truth.bindingViews(uid).stream()
                .flatMap(Optional::stream)
                .anyMatch(view -> isElsewhere(view, simCluster));
        return bypassed || truth.isAskedToMoveSince(uid, given.isAfter(joined) ? given : joined);
    }

    /// Whether a policy names other clusters.
    private boolean isElsewhere(Binding binding, SimCluster simCluster) {
        return truth.isNamed(binding, simCluster.name()).equals(Optional.of(false));
    }
}
