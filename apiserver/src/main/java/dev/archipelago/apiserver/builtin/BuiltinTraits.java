package dev.archipelago.apiserver.builtin;

import dev.archipelago.apiserver.catalog.Traits;
import dev.archipelago.apiserver.catalog.Traits.Deletion;
import java.util.Set;

/// The traits of the built-in kinds.
final class BuiltinTraits {
    private static final Set<String> COUNTS_GENERATION = Set.of(
            "Pod",
            "ReplicationController",
            "Deployment",
            "StatefulSet",
            "ReplicaSet",
            "DaemonSet",
            "Job",
            "CronJob",
            "Ingress",
            "IngressClass",
            "NetworkPolicy",
            "PodDisruptionBudget",
            "EndpointSlice",
            "PriorityClass",
            "CustomResourceDefinition",
            "MutatingWebhookConfiguration",
            "ValidatingWebhookConfiguration",
            "MutatingAdmissionPolicy",
            "MutatingAdmissionPolicyBinding",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding",
            "FlowSchema",
            "PriorityLevelConfiguration",
            "ResourceSlice",
            "DeviceClass");

    private static final Set<String> CREATED_BY_UPDATE = Set.of(
            "Endpoints",
            "Event",
            "Lease",
            "LimitRange",
            "Service",
            "Role",
            "RoleBinding",
            "ClusterRole",
            "ClusterRoleBinding");

    private static final Set<String> VERSION_REQUIRED = Set.of(
            "Lease",
            "CustomResourceDefinition",
            "MutatingWebhookConfiguration",
            "ValidatingWebhookConfiguration",
            "PodDisruptionBudget",
            "APIService",
            "FlowSchema",
            "PriorityLevelConfiguration");

    private static final Set<String> RETURNED_WHEN_DELETED = Set.of(
            "Pod",
            "Service",
            "PersistentVolume",
            "PersistentVolumeClaim",
            "ServiceAccount",
            "ResourceQuota",
            "PodTemplate");

    private BuiltinTraits() {}

    static Traits of(String kind) {
        Traits traits = Traits.PLAIN;
        if (COUNTS_GENERATION.contains(kind)) {
            traits = traits.withGeneration();
        }
        if (CREATED_BY_UPDATE.contains(kind)) {
            traits = traits.withCreateOnUpdate();
        }
        if (VERSION_REQUIRED.contains(kind)) {
            traits = traits.withVersionRequired();
        }
        if (RETURNED_WHEN_DELETED.contains(kind)) {
            traits = traits.returningDeleted();
        }
        return switch (kind) {
            case "Pod" -> traits.withDeletion(Deletion.POD);
            case "Namespace" -> traits.withDeletion(Deletion.NAMESPACE);
            // A kubelet registers its node with all it has in one go.
            case "Node" -> traits.withStatusAtBirth();
            case "Event" -> traits.withoutGarbageCollection();
            default -> traits;
        };
    }
}
