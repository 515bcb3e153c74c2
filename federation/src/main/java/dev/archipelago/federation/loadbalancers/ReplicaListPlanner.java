package dev.archipelago.federation.loadbalancers;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Names;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Decides the annotation of a headless service that lists the replicas with load balancers, of all sets
/// it governs. Pure.
public final class ReplicaListPlanner {
    private ReplicaListPlanner() {}

    /// @param governed the sets that the service governs and that are not being deleted, in the order of their names
    static Plan plan(Service service, List<FederatedSet> governed) {
        if (service.isDeleting()) {
            return Plan.NOTHING;
        }
        Set<String> replicas = new LinkedHashSet<>();
        boolean needed = false;
        boolean undecided = false;
        for (FederatedSet set : governed) {
            if (set.needsLoadBalancers()) {
                needed |= set.binding().isPresent();
                undecided |= set.binding().isEmpty();
                set.replicas().forEach(replica -> replicas.add(replica.name()));
            }
        }
        Map<String, String> annotations = service.meta().annotations();
        Optional<String> list = needed ? Optional.of(String.join(",", replicas)) : Optional.empty();
        boolean flagged = annotations.getOrDefault(Names.LOAD_BALANCERS, "").equals("true");
        // A user may have set the flag before the first set exists.
        boolean keepsFlag = governed.isEmpty() || undecided;
        boolean done = list.equals(Optional.ofNullable(annotations.get(Names.REPLICA_LIST)))
                && (needed ? flagged : !flagged || keepsFlag);
        return done
                ? Plan.NOTHING
                : Plan.builder()
                        .patch(Service.KIND, service.key(), announcement(service, list))
                        .build();
    }

    /// Preconditioned on the resourceVersion: two control planes may decide from different caches.
    private static PatchBody.Merge announcement(Service service, Optional<String> list) {
        ObjectNode patch = Json.object();
        ObjectNode annotations = patch.putObject("metadata")
                .put("uid", service.uid())
                .put("resourceVersion", Long.toString(service.resourceVersion()))
                .putObject("annotations");
        if (list.isPresent()) {
            annotations.put(Names.LOAD_BALANCERS, "true").put(Names.REPLICA_LIST, list.get());
        } else {
            annotations.putNull(Names.LOAD_BALANCERS).putNull(Names.REPLICA_LIST);
        }
        return new PatchBody.Merge(patch);
    }
}
