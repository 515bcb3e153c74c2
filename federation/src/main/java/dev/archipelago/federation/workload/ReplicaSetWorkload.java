package dev.archipelago.federation.workload;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.federation.kinds.Names;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A ReplicaSet or a ReplicationController.
final class ReplicaSetWorkload extends PodWorkload {
    private final Propagation propagation;

    ReplicaSetWorkload(Propagation propagation) {
        this.propagation = propagation;
    }

    @Override
    public Propagation propagation() {
        return propagation;
    }

    /// Those that show the revisions of a Deployment have no pods of their own.
    @Override
    public boolean isShareable(ApiObject object) {
        return !object.meta().annotations().containsKey(Names.SHADOW);
    }

    @Override
    public Optional<String> preferencesAnnotation() {
        return Optional.of(Names.REPLICASET_PREFERENCES);
    }

    /// It does not replace pods when its template changes.
    @Override
    public int updatedReplicas(JsonNode object) {
        return 0;
    }

    @Override
    protected List<String> statusFields() {
        return List.of("observedGeneration", "replicas", "readyReplicas", "availableReplicas", "fullyLabeledReplicas");
    }

    @Override
    public boolean sum(Sum sum) {
        sum.count("readyReplicas", "availableReplicas", "fullyLabeledReplicas");
        sum.status().put("replicas", sum.of("replicas"));
        sum.passOn("ReplicaFailure");
        int ready = sum.of("readyReplicas");
        sum.complete(ready >= sum.wanted(), ready + " of " + sum.wanted() + " replicas ready");
        return true;
    }
}
