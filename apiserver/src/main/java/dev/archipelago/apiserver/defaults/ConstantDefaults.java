package dev.archipelago.apiserver.defaults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// The fixed defaults: type, field, operator, value. `=` sets a field that is absent; `?=` also one that is an empty
/// string or zero, which the API does not tell from absent there.
final class ConstantDefaults {
    private static final String TABLE = """
        core.v1.PodSpec dnsPolicy ?= "ClusterFirst"
        core.v1.PodSpec restartPolicy ?= "Always"
        core.v1.PodSpec securityContext = {}
        core.v1.PodSpec terminationGracePeriodSeconds = 30
        core.v1.PodSpec schedulerName ?= "default-scheduler"
        core.v1.Container terminationMessagePath ?= "/dev/termination-log"
        core.v1.Container terminationMessagePolicy ?= "File"
        core.v1.EphemeralContainer terminationMessagePath ?= "/dev/termination-log"
        core.v1.EphemeralContainer terminationMessagePolicy ?= "File"
        core.v1.ContainerPort protocol ?= "TCP"
        core.v1.Probe timeoutSeconds ?= 1
        core.v1.Probe periodSeconds ?= 10
        core.v1.Probe successThreshold ?= 1
        core.v1.Probe failureThreshold ?= 3
        core.v1.HTTPGetAction path ?= "/"
        core.v1.HTTPGetAction scheme ?= "HTTP"
        core.v1.GRPCAction service = ""
        core.v1.ObjectFieldSelector apiVersion ?= "v1"
        core.v1.FileKeySelector optional = false
        core.v1.SecretVolumeSource defaultMode = 420
        core.v1.ConfigMapVolumeSource defaultMode = 420
        core.v1.DownwardAPIVolumeSource defaultMode = 420
        core.v1.ProjectedVolumeSource defaultMode = 420
        core.v1.ServiceAccountTokenProjection expirationSeconds = 3600
        core.v1.HostPathVolumeSource type = ""
        core.v1.ISCSIVolumeSource iscsiInterface ?= "default"
        core.v1.ISCSIPersistentVolumeSource iscsiInterface ?= "default"
        core.v1.RBDVolumeSource pool ?= "rbd"
        core.v1.RBDVolumeSource user ?= "admin"
        core.v1.RBDVolumeSource keyring ?= "/etc/ceph/keyring"
        core.v1.RBDPersistentVolumeSource pool ?= "rbd"
        core.v1.RBDPersistentVolumeSource user ?= "admin"
        core.v1.RBDPersistentVolumeSource keyring ?= "/etc/ceph/keyring"
        core.v1.ScaleIOVolumeSource storageMode ?= "ThinProvisioned"
        core.v1.ScaleIOVolumeSource fsType ?= "xfs"
        core.v1.ScaleIOPersistentVolumeSource storageMode ?= "ThinProvisioned"
        core.v1.ScaleIOPersistentVolumeSource fsType ?= "xfs"
        core.v1.AzureDiskVolumeSource cachingMode = "ReadWrite"
        core.v1.AzureDiskVolumeSource kind = "Shared"
        core.v1.AzureDiskVolumeSource fsType = "ext4"
        core.v1.AzureDiskVolumeSource readOnly = false
        core.v1.Secret type ?= "Opaque"
        core.v1.PersistentVolume spec = {}
        core.v1.PersistentVolume status = {}
        core.v1.PersistentVolumeSpec persistentVolumeReclaimPolicy ?= "Retain"
        core.v1.PersistentVolumeSpec volumeMode = "Filesystem"
        core.v1.PersistentVolumeStatus phase ?= "Pending"
        core.v1.PersistentVolumeClaim spec = {}
        core.v1.PersistentVolumeClaim status = {}
        core.v1.PersistentVolumeClaimSpec volumeMode = "Filesystem"
        core.v1.PersistentVolumeClaimStatus phase ?= "Pending"
        core.v1.EndpointPort protocol ?= "TCP"
        core.v1.ServicePort protocol ?= "TCP"
        core.v1.ServiceSpec sessionAffinity ?= "None"
        core.v1.ServiceSpec type ?= "ClusterIP"
        core.v1.Service spec = {}
        core.v1.Namespace status = {}
        core.v1.NamespaceStatus phase ?= "Active"
        core.v1.ReplicationControllerSpec replicas = 1
        apps.v1.DeploymentSpec replicas = 1
        apps.v1.DeploymentSpec strategy = {}
        apps.v1.DeploymentSpec revisionHistoryLimit = 10
        apps.v1.DeploymentSpec progressDeadlineSeconds = 600
        apps.v1.DeploymentStrategy type ?= "RollingUpdate"
        apps.v1.ReplicaSetSpec replicas = 1
        apps.v1.StatefulSetSpec replicas = 1
        apps.v1.StatefulSetSpec podManagementPolicy ?= "OrderedReady"
        apps.v1.StatefulSetSpec updateStrategy = {}
        apps.v1.StatefulSetSpec persistentVolumeClaimRetentionPolicy = {}
        apps.v1.StatefulSetSpec revisionHistoryLimit = 10
        apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted ?= "Retain"
        apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenScaled ?= "Retain"
        apps.v1.DaemonSetSpec updateStrategy = {}
        apps.v1.DaemonSetSpec revisionHistoryLimit = 10
        apps.v1.DaemonSetUpdateStrategy type ?= "RollingUpdate"
        batch.v1.CronJobSpec concurrencyPolicy ?= "Allow"
        batch.v1.CronJobSpec suspend = false
        batch.v1.CronJobSpec successfulJobsHistoryLimit = 3
        batch.v1.CronJobSpec failedJobsHistoryLimit = 1
        batch.v1.PodFailurePolicyOnPodConditionsPattern status ?= "True"
        autoscaling.v1.HorizontalPodAutoscalerSpec minReplicas = 1
        autoscaling.v2.HorizontalPodAutoscalerSpec minReplicas = 1
        networking.v1.NetworkPolicyPort protocol = "TCP"
        networking.v1.IngressClassParametersReference scope = "Cluster"
        discovery.v1.EndpointPort name = ""
        discovery.v1.EndpointPort protocol = "TCP"
        rbac.v1.RoleRef apiGroup ?= "rbac.authorization.k8s.io"
        scheduling.v1.PriorityClass preemptionPolicy = "PreemptLowerPriority"
        storage.v1.StorageClass reclaimPolicy = "Delete"
        storage.v1.StorageClass volumeBindingMode = "Immediate"
        storage.v1.CSIDriverSpec attachRequired = true
        storage.v1.CSIDriverSpec podInfoOnMount = false
        storage.v1.CSIDriverSpec storageCapacity = false
        storage.v1.CSIDriverSpec fsGroupPolicy = "ReadWriteOnceWithFSType"
        storage.v1.CSIDriverSpec volumeLifecycleModes = ["Persistent"]
        storage.v1.CSIDriverSpec requiresRepublish = false
        storage.v1.CSIDriverSpec seLinuxMount = false
        admissionregistration.v1.ValidatingWebhook failurePolicy = "Fail"
        admissionregistration.v1.ValidatingWebhook matchPolicy = "Equivalent"
        admissionregistration.v1.ValidatingWebhook namespaceSelector = {}
        admissionregistration.v1.ValidatingWebhook objectSelector = {}
        admissionregistration.v1.ValidatingWebhook timeoutSeconds = 10
        admissionregistration.v1.MutatingWebhook failurePolicy = "Fail"
        admissionregistration.v1.MutatingWebhook matchPolicy = "Equivalent"
        admissionregistration.v1.MutatingWebhook namespaceSelector = {}
        admissionregistration.v1.MutatingWebhook objectSelector = {}
        admissionregistration.v1.MutatingWebhook timeoutSeconds = 10
        admissionregistration.v1.MutatingWebhook reinvocationPolicy = "Never"
        admissionregistration.v1.RuleWithOperations scope = "*"
        admissionregistration.v1.NamedRuleWithOperations scope = "*"
        admissionregistration.v1.ServiceReference port = 443
        admissionregistration.v1.ValidatingAdmissionPolicySpec failurePolicy = "Fail"
        admissionregistration.v1.MutatingAdmissionPolicySpec failurePolicy = "Fail"
        admissionregistration.v1.MatchResources matchPolicy = "Equivalent"
        admissionregistration.v1.MatchResources namespaceSelector = {}
        admissionregistration.v1.MatchResources objectSelector = {}
        apis.apiextensions.v1.CustomResourceDefinitionSpec conversion = {"strategy":"None"}
        apis.apiextensions.v1.ServiceReference port = 443
        authentication.v1.TokenRequestSpec expirationSeconds = 3600
        flowcontrol.v1.FlowSchemaSpec matchingPrecedence ?= 1000
        flowcontrol.v1.ExemptPriorityLevelConfiguration nominalConcurrencyShares = 0
        flowcontrol.v1.ExemptPriorityLevelConfiguration lendablePercent = 0
        flowcontrol.v1.LimitedPriorityLevelConfiguration nominalConcurrencyShares = 30
        flowcontrol.v1.LimitedPriorityLevelConfiguration lendablePercent = 0
        flowcontrol.v1.QueuingConfiguration handSize ?= 8
        flowcontrol.v1.QueuingConfiguration queues ?= 64
        flowcontrol.v1.QueuingConfiguration queueLengthLimit ?= 50
        """;

    private static final Map<String, List<ConstantDefault>> BY_TYPE = parse();

    private ConstantDefaults() {}

    static List<ConstantDefault> of(String type) {
        return BY_TYPE.getOrDefault(type, List.of());
    }

    static Iterable<String> types() {
        return BY_TYPE.keySet();
    }

    private static Map<String, List<ConstantDefault>> parse() {
        JsonMapper json = JsonMapper.shared();
        Map<String, List<ConstantDefault>> byType = new HashMap<>();
        for (String line : TABLE.lines().toList()) {
            String[] cells = line.split(" ", 4);
            byType.computeIfAbsent(cells[0], type -> new ArrayList<>())
                    .add(new ConstantDefault(cells[1], json.readTree(cells[3]), cells[2].equals("?=")));
        }
        return Map.copyOf(byType);
    }
}
