package dev.archipelago.simulation.federation;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.cluster.kinds.StatefulSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Invariant: the replicas of a set keep their names as long as the set exists, whatever users edit: another name would
/// be another replica with an empty volume.
final class FixedNames {
    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;
    // Whether the replicas of a template, by uid, have local ordinals.
    private final Map<String, Boolean> local = new HashMap<>();
    // The uids of sets in clusters that were made from another template.
    private final Set<String> adopted = new HashSet<>();

    FixedNames(World world, Truth truth, Consumer<String> complaints) {
        this.world = world;
        this.truth = truth;
        this.complaints = complaints;
    }

    void changed(SimCluster simCluster, @Nullable StatefulSet before, @Nullable StatefulSet after) {
        if (after == null || !World.isMarked(after) || !world.actor().equals(World.FEDERATION)) {
            return;
        }
        String uid = World.templateUid(after);
        Optional<ApiObject> template =
                truth.templateViews(uid).stream().flatMap(Optional::stream).findFirst();
        if (template.isEmpty()) {
            return;
        }
        boolean isLocal = after.name().equals(template.get().name() + '-' + simCluster.name());
        Boolean known = local.putIfAbsent(uid, isLocal);
        if (known != null && known != isLocal) {
            complaints.accept("replicas of " + template.get() + " are called otherwise than before: " + after + " in "
                    + simCluster.name());
        }
        if (before == null) {
            return;
        }
        if (!World.templateUid(before).equals(uid)) {
            adopted.add(after.uid());
        }
        // Kept ordinals are recorded with the Cluster object, and so lost when the cluster has left meanwhile.
        boolean isForgotten = adopted.contains(after.uid()) && simCluster.hasEverLeft();
        boolean same = before.replicas() == 0 || before.start() == after.start() || isForgotten;
        if (!same && !(isLocal && isAskedToStartAt(uid, after.start()))) {
            complaints.accept("replicas of " + template.get() + " are called otherwise than before: those of " + after
                    + " in " + simCluster.name() + " begin at " + after.start() + ", not at " + before.start());
        }
    }

    /// A set with local ordinals may have a start ordinal, as in any cluster.
    private boolean isAskedToStartAt(String uid, int start) {
        return truth.templateViews(uid).stream()
                .flatMap(Optional::stream)
                .anyMatch(view -> view instanceof StatefulSet set && set.start() == start);
    }
}
