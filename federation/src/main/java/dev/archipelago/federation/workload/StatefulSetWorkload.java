package dev.archipelago.federation.workload;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.RolloutRecord;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A StatefulSet. Its replicas have identities, so they stay where they are, and its name in a cluster is part of the
/// names of its pods. It has a new revision once all its clusters have it.
final class StatefulSetWorkload extends PodWorkload {
    @Override
    public boolean hasIdentities() {
        return true;
    }

    @Override
    public boolean hasVolumes(JsonNode object) {
        return !object.path("spec").path("volumeClaimTemplates").isEmpty();
    }

    @Override
    public Optional<String> preferencesAnnotation() {
        return Optional.of(Names.STATEFULSET_PREFERENCES);
    }

    @Override
    public Key nameIn(Template template, String cluster) {
        Key key = template.object().key();
        return ReplicaIdentity.isGlobal(template) ? key : local(key, cluster);
    }

    @Override
    public Key nameIn(Key template, Binding.Target placed) {
        return placed.start().isPresent() ? template : local(template, placed.cluster());
    }

    private static Key local(Key key, String cluster) {
        return new Key(key.namespace(), key.name() + '-' + cluster);
    }

    /// Adds a label with the set's name in the federation to all its pods in all clusters. The pod's own name is a
    /// label that the member sets, also while the federation is down.
    @Override
    public void complete(Template template, ObjectNode object) {
        if (object.path("spec").path("template") instanceof ObjectNode pods
                && !pods.path("metadata").path("labels").has(Names.REPLICA_LABEL)) {
            Json.child(Json.child(pods, "metadata"), "labels")
                    .put(Names.REPLICA_LABEL, template.object().name());
        }
    }

    @Override
    public List<String> immutableFields() {
        return List.of("serviceName", "volumeClaimTemplates", "selector", "podManagementPolicy");
    }

    /// Foreground deletion: a set exists until its last pod is gone, since another cluster may wait for that to
    /// start one of the same name.
    @Override
    public Optional<DeleteOptions.Propagation> deletion() {
        return Optional.of(DeleteOptions.Propagation.FOREGROUND);
    }

    @Override
    public Rollout rollout() {
        return Rollout.CLUSTER_BY_CLUSTER;
    }

    @Override
    public int updatedReplicas(JsonNode object) {
        JsonNode strategy = object.path("spec").path("updateStrategy");
        if (strategy.path("type").asString("").equals("OnDelete")) {
            return 0;
        }
        int partition = strategy.path("rollingUpdate").path("partition").asInt(0);
        return Math.max(0, super.updatedReplicas(object) - partition);
    }

    @Override
    protected List<String> statusFields() {
        return List.of(
                "observedGeneration",
                "replicas",
                "readyReplicas",
                "currentReplicas",
                "updatedReplicas",
                "availableReplicas");
    }

    @Override
    public boolean sum(Sum sum) {
        sum.count("readyReplicas", "currentReplicas", "availableReplicas");
        sum.status().put("replicas", sum.of("replicas"));
        sum.countUpdated("updatedReplicas");
        RolloutRecord rollout = sum.rollout();
        if (!rollout.isNone()) {
            RolloutRecord.Revision current = rollout.stable().isNone() ? rollout.newest() : rollout.stable();
            sum.status().put("currentRevision", current.name());
            sum.status().put("updateRevision", rollout.newest().name());
        }
        int ready = sum.of("readyReplicas");
        sum.complete(ready >= sum.wanted(), ready + " of " + sum.wanted() + " replicas ready");
        return true;
    }
}
