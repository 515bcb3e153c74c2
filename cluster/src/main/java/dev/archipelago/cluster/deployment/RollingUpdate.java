package dev.archipelago.cluster.deployment;

import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Moves pods from old sets to the latest one within `maxSurge` and `maxUnavailable`.
final class RollingUpdate {
    private final Sets sets;
    private final Deployment deployment;

    RollingUpdate(Sets sets) {
        this.sets = sets;
        this.deployment = sets.deployment();
    }

    /// The size that the latest set may have now.
    ///
    /// @param size its current size
    int latestSize(int size) {
        if (size >= deployment.replicas()) {
            return deployment.replicas();
        }
        int room = deployment.replicas() + deployment.maxSurge() - sets.size();
        return size + Math.max(0, Math.min(room, deployment.replicas() - size));
    }

    /// The old sets that can shrink: unavailable pods go first, then as many as are not needed.
    List<Resize> shrunk(ReplicaSet latest) {
        int minAvailable = deployment.replicas() - deployment.maxUnavailable();
        int latestMissing = latest.replicas() - Sets.available(latest);
        int spare = sets.size() - minAvailable - latestMissing;
        if (spare <= 0) {
            return List.of();
        }
        Map<ReplicaSet, Integer> sizes = new LinkedHashMap<>();
        for (ReplicaSet set : sets.old()) {
            int idle = Math.min(spare, set.replicas() - Sets.available(set));
            sizes.put(set, set.replicas() - idle);
            spare -= idle;
        }
        spare = Math.min(spare, sets.available() - minAvailable);
        List<Resize> resizes = new ArrayList<>();
        for (Map.Entry<ReplicaSet, Integer> size : sizes.entrySet()) {
            int fewer = Math.max(0, Math.min(spare, size.getValue()));
            spare -= fewer;
            int to = size.getValue() - fewer;
            if (to < size.getKey().replicas()) {
                resizes.add(new Resize(size.getKey(), to));
            }
        }
        return resizes;
    }
}
