package dev.archipelago.simulation.federation;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Invariant: every set that had volumes in a wiped cluster reports it, and with `Hold` nothing of it starts there
/// until a user accepts the loss.
final class LostVolumes {
    private final World world;
    private final Truth truth;
    private final Consumer<String> complaints;
    // The uids of the templates that have lost volumes, by cluster.
    private final Map<String, Set<String>> lost = new HashMap<>();

    LostVolumes(World world, Truth truth, Consumer<String> complaints) {
        this.world = world;
        this.truth = truth;
        this.complaints = complaints;
    }

    /// Called before a cluster is wiped.
    void wiped(SimCluster simCluster) {
        for (StatefulSet set : simCluster.api("judge").list(StatefulSet.KIND).objects()) {
            String uid = World.templateUid(set);
            boolean recorded = truth.binding(uid)
                    .filter(binding -> binding.volumeClusterIds().containsValue(simCluster.id()))
                    .isPresent();
            if (World.isMarked(set)
                    && recorded
                    && !simCluster.controllers().running(set.key()).isEmpty()) {
                lost.computeIfAbsent(simCluster.name(), name -> new TreeSet<>()).add(uid);
            }
        }
    }

    /// A set that is removed from a cluster has nothing to lose there any more.
    void binding(@Nullable Binding before, @Nullable Binding after) {
        Binding known = after == null ? before : after;
        if (known != null) {
            lost.forEach((cluster, uids) -> {
                if (after == null || after.target(cluster).isEmpty()) {
                    uids.remove(known.templateUid());
                }
            });
        }
    }

    void started(SimCluster simCluster, FakeControllers.Replica replica) {
        String uid = World.templateUid(replica.set());
        if (lost.getOrDefault(simCluster.name(), Set.of()).contains(uid)
                && truth.isKnownToAsk(uid, Names.LOST_VOLUMES, "Hold")
                && !isAccepted(uid, simCluster)) {
            complaints.accept(replica.pod() + " has started in " + simCluster.name()
                    + ", which was wiped, though its set is to hold");
        }
    }

    private boolean isAccepted(String uid, SimCluster simCluster) {
        String token = simCluster.name() + '/' + simCluster.id().substring(0, 8);
        return truth.templateViews(uid).stream()
                .flatMap(Optional::stream)
                .anyMatch(view -> view.meta()
                        .annotations()
                        .getOrDefault(Names.LOST_VOLUMES_ACCEPTED, "")
                        .contains(token));
    }

    /// Reports lost volumes that sets do not report.
    void missing(List<String> missing) {
        for (SimCluster simCluster : world.clusters()) {
            for (String uid : lost.getOrDefault(simCluster.name(), Set.of())) {
                ApiObject set = truth.template(uid).orElse(null);
                if (set != null && simCluster.isMember() && !isAccepted(uid, simCluster) && !isTold(set, simCluster)) {
                    missing.add(set + " does not say that its volumes in " + simCluster.name() + " are lost");
                }
            }
        }
    }

    private static boolean isTold(ApiObject set, SimCluster simCluster) {
        return set.view()
                .path("status")
                .path("conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asString("").equals("VolumesPreserved")
                        && condition.path("status").asString("").equals("False")
                        && condition.path("message").asString("").contains("cluster " + simCluster.name() + " "));
    }
}
