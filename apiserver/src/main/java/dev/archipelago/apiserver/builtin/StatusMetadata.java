package dev.archipelago.apiserver.builtin;

import java.util.List;
import java.util.Set;

/// Which metadata a write to the status subresource cannot change. Older kinds of Kubernetes let metadata through, and
/// controllers rely on it, for instance to annotate a node together with its status; newer ones and custom resources
/// do not.
final class StatusMetadata {
    private static final List<String> ALL = List.of("labels", "annotations", "finalizers", "ownerReferences");

    private static final Set<String> LET_THROUGH = Set.of(
            "CertificateSigningRequest",
            "CronJob",
            "DaemonSet",
            "HorizontalPodAutoscaler",
            "Ingress",
            "Job",
            "Namespace",
            "Node",
            "PersistentVolume",
            "PersistentVolumeClaim",
            "PodDisruptionBudget",
            "ReplicaSet",
            "ReplicationController",
            "ResourceQuota",
            "Service",
            "StatefulSet");

    private StatusMetadata() {}

    static List<String> keptIn(String kind) {
        return switch (kind) {
            case "Deployment" -> List.of("labels");
            case "Pod" -> List.of("ownerReferences");
            default -> LET_THROUGH.contains(kind) ? List.of() : ALL;
        };
    }
}
