package dev.archipelago.apiserver.validation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which rules hold for which kind.
final class KindTable {
    private static final Map<String, KindRules> RULES = new HashMap<>();

    private KindTable() {}

    static KindRules of(String type) {
        return RULES.getOrDefault(type, KindRules.NONE);
    }

    static Iterable<String> types() {
        return RULES.keySet();
    }

    static {
        core();
        workloads();
        access();
        others();
    }

    private static void core() {
        RULES.put(
                "core.v1.Pod",
                KindRules.ofSpec(PodRules::pod).onCreate(PodRules::create).onUpdate(PodRules::update));
        RULES.put(
                "core.v1.Service",
                KindRules.of(ServiceRules::service)
                        .named(Formats.DNS_LABEL)
                        .onUpdate(ServiceRules::update)
                        .onStatus(ServiceRules::status));
        RULES.put(
                "core.v1.PersistentVolumeClaim",
                KindRules.of(ClaimRules::claim).onUpdate(ClaimRules::update).onStatus(ClaimRules::status));
        RULES.put("core.v1.PersistentVolume", KindRules.of(StorageRules::volume).onUpdate(StorageRules::updateVolume));
        RULES.put("core.v1.ConfigMap", KindRules.of(ConfigRules::configMap).onUpdate(ConfigRules::updateConfigMap));
        RULES.put("core.v1.Secret", KindRules.of(ConfigRules::secret).onUpdate(ConfigRules::updateSecret));
        RULES.put(
                "core.v1.Namespace",
                KindRules.of(ClusterRules::namespace).named(Formats.DNS_LABEL).onStatus(ClusterRules::namespaceStatus));
        RULES.put("core.v1.Node", KindRules.of(ClusterRules::node).onUpdate(ClusterRules::updateNode));
        RULES.put(
                "core.v1.ResourceQuota",
                KindRules.of(QuotaRules::quota)
                        .onUpdate(QuotaRules::updateQuota)
                        .onStatus(QuotaRules::quotaStatus));
        RULES.put("core.v1.LimitRange", KindRules.of(QuotaRules::limitRange));
        RULES.put("core.v1.Endpoints", KindRules.of(EndpointRules::endpoints));
        RULES.put("core.v1.Event", KindRules.of(ClusterRules::event));
        RULES.put("core.v1.PodTemplate", KindRules.of(ClusterRules::podTemplate));
        RULES.put(
                "core.v1.ReplicationController",
                KindRules.of(DeploymentRules::replicationController).onStatus(DeploymentRules::replicaSetStatus));
    }

    private static void workloads() {
        RULES.put(
                "apps.v1.StatefulSet",
                KindRules.ofSpec(StatefulSetRules::set)
                        .named(Formats.DNS_LABEL)
                        .onCreate(StatefulSetRules::create)
                        .onUpdate(StatefulSetRules::update)
                        .onStatus(StatefulSetRules::status));
        RULES.put(
                "apps.v1.Deployment",
                KindRules.ofSpec(DeploymentRules::deployment)
                        .onUpdate(DeploymentRules::update)
                        .onStatus(DeploymentRules::deploymentStatus));
        RULES.put(
                "apps.v1.ReplicaSet",
                KindRules.ofSpec(DeploymentRules::replicaSet)
                        .onUpdate(DeploymentRules::update)
                        .onStatus(DeploymentRules::replicaSetStatus));
        RULES.put(
                "apps.v1.DaemonSet",
                KindRules.ofSpec(DaemonSetRules::daemonSet)
                        .onUpdate(DeploymentRules::update)
                        .onStatus(DaemonSetRules::status));
        RULES.put(
                "apps.v1.ControllerRevision",
                KindRules.of(ClusterRules::revision)
                        .onCreate(ClusterRules::createRevision)
                        .onUpdate(ClusterRules::updateRevision));
        RULES.put(
                "batch.v1.Job",
                KindRules.of(JobRules::job)
                        .onCreate(JobRules::create)
                        .onUpdate(JobRules::update)
                        .onStatus(JobRules::status));
        RULES.put("batch.v1.CronJob", KindRules.of(JobRules::cronJob).onCreate(JobRules::createCronJob));
        for (String version : List.of("apps.v1beta1.", "apps.v1beta2.")) {
            RULES.put(version + "StatefulSet", of("apps.v1.StatefulSet"));
            RULES.put(version + "Deployment", of("apps.v1.Deployment"));
        }
        RULES.put("autoscaling.v1.HorizontalPodAutoscaler", KindRules.of(AutoscalerRules::autoscaler));
        RULES.put("autoscaling.v2.HorizontalPodAutoscaler", KindRules.of(AutoscalerRules::autoscaler));
        RULES.put(
                "policy.v1.PodDisruptionBudget",
                KindRules.of(AutoscalerRules::disruptionBudget).onStatus(AutoscalerRules::budgetStatus));
    }

    private static void access() {
        RULES.put("rbac.v1.Role", KindRules.of(AccessRules::role).named(Formats.PATH_SEGMENT));
        RULES.put("rbac.v1.ClusterRole", KindRules.of(AccessRules::clusterRole).named(Formats.PATH_SEGMENT));
        RULES.put(
                "rbac.v1.RoleBinding",
                KindRules.of(AccessRules::roleBinding)
                        .named(Formats.PATH_SEGMENT)
                        .onUpdate(AccessRules::updateBinding));
        RULES.put(
                "rbac.v1.ClusterRoleBinding",
                KindRules.of(AccessRules::clusterRoleBinding)
                        .named(Formats.PATH_SEGMENT)
                        .onUpdate(AccessRules::updateBinding));
    }

    private static void others() {
        RULES.put("apis.apiregistration.v1.APIService", KindRules.NONE.named(Formats.PATH_SEGMENT));
        RULES.put("networking.v1.IPAddress", KindRules.NONE.named(Formats.PATH_SEGMENT));
        RULES.put("networking.v1.Ingress", KindRules.of(NetworkRules::ingress));
        RULES.put("networking.v1.NetworkPolicy", KindRules.of(NetworkRules::policy));
        RULES.put(
                "discovery.v1.EndpointSlice",
                KindRules.of(EndpointRules::slice)
                        .onUpdate((slice, old) -> FieldChanges.immutable(slice, old, "addressType")));
        RULES.put(
                "storage.v1.StorageClass",
                KindRules.of(StorageRules::storageClass).onUpdate(StorageRules::updateStorageClass));
        RULES.put("coordination.v1.Lease", KindRules.of(ClusterRules::lease));
        RULES.put(
                "scheduling.v1.PriorityClass",
                KindRules.of(ClusterRules::priorityClass).onUpdate(ClusterRules::updatePriorityClass));
        RULES.put("events.v1.Event", KindRules.of(ClusterRules::event).onUpdate(ClusterRules::updateNewEvent));
        RULES.put("admissionregistration.v1.MutatingWebhookConfiguration", KindRules.of(WebhookRules::configuration));
        RULES.put("admissionregistration.v1.ValidatingWebhookConfiguration", KindRules.of(WebhookRules::configuration));
        RULES.put("admissionregistration.v1.ValidatingAdmissionPolicy", KindRules.ofSpec(PolicyRules::validating));
        RULES.put("admissionregistration.v1.MutatingAdmissionPolicy", KindRules.ofSpec(PolicyRules::mutating));
        RULES.put(
                "admissionregistration.v1.ValidatingAdmissionPolicyBinding",
                KindRules.ofSpec(BindingRules::validating));
        RULES.put("admissionregistration.v1.MutatingAdmissionPolicyBinding", KindRules.ofSpec(BindingRules::mutating));
    }
}
