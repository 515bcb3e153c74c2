package dev.archipelago.federation.workload;

import dev.archipelago.api.objects.Kind;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.workload.Workload.Propagation;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The table of all kinds with their [Workload].
public final class Workloads {
    private static final Map<String, Workload> KINDS = new HashMap<>();

    private static final Workload OTHER = new OtherKind(Propagation.BY_POLICY);
    private static final Workload CUSTOM = new CustomKind("");

    static {
        KINDS.put("apps/StatefulSet", new StatefulSetWorkload());
        KINDS.put("apps/Deployment", new DeploymentWorkload());
        KINDS.put("apps/ReplicaSet", new ReplicaSetWorkload(Propagation.BY_DEFAULT));
        KINDS.put("/ReplicationController", new ReplicaSetWorkload(Propagation.BY_POLICY));
        KINDS.put("apps/DaemonSet", new DaemonSetWorkload());
        KINDS.put("batch/Job", new JobWorkload());
        KINDS.put("batch/CronJob", new CronJobWorkload());
        KINDS.put("fissile.cloudfoundry.org/ExtendedStatefulSet", new CustomKind("/spec/template/spec/template/spec"));

        KINDS.put(
                "/Pod",
                new PhasedKind(
                        List.of("Failed", "Pending", "Running", "Succeeded"),
                        "Pending",
                        "/spec",
                        List.of("/spec/nodeName")));
        KINDS.put("/PodTemplate", new OtherKind(Propagation.BY_POLICY, "/template/spec"));
        KINDS.put(
                "/PersistentVolumeClaim",
                new PhasedKind(List.of("Lost", "Pending", "Bound"), "Pending", "", List.of("/spec/volumeName")));
        KINDS.put("/PersistentVolume", new OtherKind(Propagation.BY_POLICY, "", "/spec/claimRef"));

        KINDS.put("/Service", new ServiceKind());
        KINDS.put("networking.k8s.io/Ingress", new LoadBalancedKind());
        KINDS.put("networking.k8s.io/NetworkPolicy", new OtherKind(Propagation.BY_DEFAULT));
        KINDS.put("policy/PodDisruptionBudget", new DisruptionBudgetKind());
        KINDS.put("autoscaling/HorizontalPodAutoscaler", new AutoscalerKind());

        KINDS.put("/Namespace", new OtherKind(Propagation.ALWAYS, "", "/spec/finalizers"));
        KINDS.put("/ConfigMap", new OtherKind(Propagation.BY_DEFAULT));
        KINDS.put("/Secret", new SecretKind());
        KINDS.put("/ServiceAccount", new OtherKind(Propagation.BY_DEFAULT, "", "/secrets"));

        for (String own : List.of(
                "/Event",
                "/Node",
                "/Endpoints",
                "apps/ControllerRevision",
                "discovery.k8s.io/EndpointSlice",
                "coordination.k8s.io/Lease",
                "events.k8s.io/Event",
                "certificates.k8s.io/CertificateSigningRequest",
                "storage.k8s.io/VolumeAttachment",
                "storage.k8s.io/CSINode",
                "storage.k8s.io/CSIStorageCapacity")) {
            KINDS.put(own, new OtherKind(Propagation.NEVER));
        }
    }

    private Workloads() {}

    public static Workload of(GroupVersionKind type) {
        Workload known = KINDS.get(type.group() + '/' + type.kind());
        if (known != null) {
            return known;
        }
        return type.group().contains(".") && !type.group().endsWith(".k8s.io") ? CUSTOM : OTHER;
    }

    public static Workload of(Kind<?> kind) {
        return of(kind.type());
    }

    /// The description of the kind of a binding's template.
    public static Workload of(Binding binding) {
        return of(binding.resource());
    }

    /// The description of the kind of an object.
    ///
    /// @param object with `apiVersion` and `kind`
    public static Workload of(JsonNode object) {
        return of(GroupVersionKind.of(
                object.path("apiVersion").asString(""), object.path("kind").asString("")));
    }
}
