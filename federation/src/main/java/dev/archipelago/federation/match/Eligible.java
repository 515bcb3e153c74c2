package dev.archipelago.federation.match;

import dev.archipelago.cluster.dns.FederatedNames;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.Set;

/// Which objects may be propagated at all, and which are when no policy says so.
public final class Eligible {
    /// What each cluster has of its own, or makes of what it is given.
    private static final Set<String> NEVER = Set.of(
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
            "storage.k8s.io/CSIStorageCapacity");

    private static final Set<String> GROUPS_OF_THE_FEDERATION =
            Set.of("cluster.karmada.io", "policy.karmada.io", "work.karmada.io");

    /// What people expect in every cluster without asking.
    private static final Set<String> BY_DEFAULT = Set.of(
            "/Namespace",
            "/ConfigMap",
            "/Secret",
            "/Service",
            "/ServiceAccount",
            "apps/StatefulSet",
            "apps/Deployment",
            "apps/ReplicaSet",
            "apps/DaemonSet",
            "batch/Job",
            "batch/CronJob",
            "autoscaling/HorizontalPodAutoscaler",
            "networking.k8s.io/Ingress",
            "networking.k8s.io/NetworkPolicy",
            "policy/PodDisruptionBudget");

    private static final Set<String> OWN_NAMESPACES = Set.of("kube-system", "kube-public", "kube-node-lease");

    /// What every cluster makes by itself in each namespace.
    private static final Set<String> MADE_EVERYWHERE =
            Set.of("/ServiceAccount/default", "/ConfigMap/kube-root-ca.crt", "/Service/kubernetes");

    private Eligible() {}

    public static boolean isTemplate(Kind<?> kind, ApiObject object) {
        String type = id(kind.type());
        return !NEVER.contains(type)
                && !isOfFederation(kind.type().group())
                && !MADE_EVERYWHERE.contains(type + '/' + object.name())
                && !isOwnNamespace(object.namespace())
                && !isOwnNamespace(type, object)
                && !isToken(type, object)
                && object.meta().controller().isEmpty();
    }

    /// Whether a group has the kinds by which the federation itself is described.
    public static boolean isOfFederation(String group) {
        return GROUPS_OF_THE_FEDERATION.contains(group);
    }

    private static boolean isOwnNamespace(String type, ApiObject object) {
        return type.equals("/Namespace")
                && (isOwnNamespace(object.name()) || object.name().equals("default"));
    }

    private static boolean isOwnNamespace(String name) {
        return OWN_NAMESPACES.contains(name) || Names.CREDENTIAL_NAMESPACES.contains(name);
    }

    /// A token is good for the cluster that issued it alone, and a Secret that is still to be filled with one is filled
    /// by the federation itself.
    private static boolean isToken(String type, ApiObject object) {
        return type.equals("/Secret") && object.meta().annotations().containsKey("kubernetes.io/service-account.name");
    }

    /// Whether an object goes to all clusters when no policy is about it.
    public static boolean isPropagatedByDefault(Kind<?> kind) {
        return BY_DEFAULT.contains(id(kind.type()));
    }

    /// Whether an object goes to all clusters whatever the policies: nothing could be put in a namespace that is not
    /// there, and names are to be known everywhere.
    public static boolean isPropagatedAlways(Template template) {
        return id(template.kind().type()).equals("/Namespace")
                || template.object().namespace().equals(FederatedNames.NAMESPACE);
    }

    /// Why an object is in no cluster that has no binding.
    public static String whyNowhere(Kind<?> kind, ApiObject object) {
        return isTemplate(kind, object)
                ? "no policy is about it, and it is not propagated without one"
                : "objects like it are each cluster's own and never propagated";
    }

    private static String id(GroupVersionKind type) {
        return type.group() + '/' + type.kind();
    }
}
