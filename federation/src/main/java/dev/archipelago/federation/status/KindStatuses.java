package dev.archipelago.federation.status;

import java.util.List;
import java.util.Map;

/// The table of what the status of each kind means.
final class KindStatuses {
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

    private KindStatuses() {}

    static KindStatus of(String group, String kind) {
        KindStatus known = KINDS.get(group + '/' + kind);
        if (known != null) {
            return known;
        }
        return group.contains(".") && !group.endsWith(".k8s.io") ? CUSTOM : BUILTIN_WITHOUT;
    }
}
