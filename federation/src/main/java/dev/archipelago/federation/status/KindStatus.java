package dev.archipelago.federation.status;

import dev.archipelago.apiserver.objects.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the status of one kind means: which part of it the binding keeps, whether it says that all is well, and how
/// those of several clusters add up. A new kind is a new class and a line in the table.
abstract class KindStatus {
    private static final Map<String, KindStatus> KINDS = Map.ofEntries(
            Map.entry("apps/StatefulSet", new StatefulSetStatus()),
            Map.entry("apps/Deployment", new DeploymentStatus()),
            Map.entry("apps/ReplicaSet", new ReplicaSetStatus()),
            Map.entry("/ReplicationController", new ReplicaSetStatus()),
            Map.entry("apps/DaemonSet", new DaemonSetStatus()),
            Map.entry("batch/Job", new JobStatus()),
            Map.entry("batch/CronJob", new CronJobStatus()),
            Map.entry("policy/PodDisruptionBudget", new DisruptionBudgetStatus()),
            Map.entry("autoscaling/HorizontalPodAutoscaler", new AutoscalerStatus()),
            Map.entry("/Service", new LoadBalancerStatus()),
            Map.entry("networking.k8s.io/Ingress", new LoadBalancerStatus()),
            Map.entry("/Pod", new PhaseStatus(List.of("Failed", "Pending", "Running", "Succeeded"), "Pending")),
            Map.entry("/PersistentVolumeClaim", new PhaseStatus(List.of("Lost", "Pending", "Bound"), "Pending")));

    private static final KindStatus BUILTIN_WITHOUT = new UnknownStatus(false);
    private static final KindStatus CUSTOM = new UnknownStatus(true);

    static KindStatus of(String group, String kind) {
        KindStatus known = KINDS.get(group + '/' + kind);
        if (known != null) {
            return known;
        }
        return group.contains(".") && !group.endsWith(".k8s.io") ? CUSTOM : BUILTIN_WITHOUT;
    }

    /// The fields of a cluster's status that the binding keeps.
    abstract List<String> fields();

    /// The part of a cluster's status that the binding keeps, if there is any.
    Optional<ObjectNode> part(JsonNode status) {
        ObjectNode part = Json.object();
        for (String field : fields()) {
            JsonNode value = status.path(field);
            if (!value.isMissingNode() && !(value.isContainer() && value.isEmpty())) {
                part.set(field, value.deepCopy());
            }
        }
        return part.isEmpty() ? Optional.empty() : Optional.of(part);
    }

    /// Whether an object in a cluster is as well as it is to be.
    boolean isHealthy(JsonNode object) {
        JsonNode spec = object.path("spec");
        return !spec.has("replicas")
                || object.path("status").path("readyReplicas").asInt(0)
                        >= spec.path("replicas").asInt(1);
    }

    /// Adds up what it is in its clusters.
    ///
    /// @return whether the kind has a status of its own to be written
    abstract boolean add(Sum sum);

    /// A kind of which nothing is known: of those that somebody has defined the binding keeps all.
    private static final class UnknownStatus extends KindStatus {
        private final boolean custom;

        UnknownStatus(boolean custom) {
            this.custom = custom;
        }

        @Override
        List<String> fields() {
            return List.of();
        }

        @Override
        Optional<ObjectNode> part(JsonNode status) {
            return custom && status instanceof ObjectNode whole ? Optional.of(whole.deepCopy()) : Optional.empty();
        }

        @Override
        boolean add(Sum sum) {
            return false;
        }
    }
}
