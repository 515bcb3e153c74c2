package dev.archipelago.cluster.deployment;

import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Moves pods from old sets to the latest one, never more at a time than may be there too many or missing.
final class RollingUpdate {
    private final Sets sets;
    private final Deployment deployment;

    RollingUpdate(Sets sets) {
        this.sets = sets;
        this.deployment = sets.deployment();
    }

    /// How large the latest set may be now.
    ///
    /// @param size how large it is
    int latestSize(int size) {
        if (size >= deployment.replicas()) {
            return deployment.replicas();
        }
        int room = deployment.replicas() + deployment.maxSurge() - sets.size();
        return size + Math.max(0, Math.min(room, deployment.replicas() - size));
    }

    /// The old sets that can do with fewer pods: those that do not serve go first, then as many as are to spare.
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
