package dev.archipelago.federation.match;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.dns.FederatedNames;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.federation.workload.Workload.Propagation;
import dev.archipelago.federation.workload.Workloads;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.Set;

/// Which objects may be propagated, and which are without a policy.
public final class Eligible {
    private static final Set<String> GROUPS_OF_THE_FEDERATION =
            Set.of("cluster.karmada.io", "policy.karmada.io", "work.karmada.io");

    private static final Set<String> OWN_NAMESPACES = Set.of("kube-system", "kube-public", "kube-node-lease");

    /// Objects that every cluster creates in each namespace.
    private static final Set<String> MADE_EVERYWHERE =
            Set.of("/ServiceAccount/default", "/ConfigMap/kube-root-ca.crt", "/Service/kubernetes");

    private Eligible() {}

    public static boolean isTemplate(Kind<?> kind, ApiObject object) {
        String type = id(kind.type());
        return Workloads.of(kind).propagation() != Propagation.NEVER
                && !isOfFederation(kind.type().group())
                && !MADE_EVERYWHERE.contains(type + '/' + object.name())
                && !isOwnNamespace(object.namespace())
                && !isOwnNamespace(kind, object)
                && Workloads.of(kind).isShareable(object)
                && object.meta().controller().isEmpty();
    }

    /// Whether a group has the federation's own kinds.
    public static boolean isOfFederation(String group) {
        return GROUPS_OF_THE_FEDERATION.contains(group);
    }

    private static boolean isOwnNamespace(Kind<?> kind, ApiObject object) {
        return Workloads.of(kind).propagation() == Propagation.ALWAYS
                && (isOwnNamespace(object.name()) || object.name().equals("default"));
    }

    private static boolean isOwnNamespace(String name) {
        return OWN_NAMESPACES.contains(name) || Names.CREDENTIAL_NAMESPACES.contains(name);
    }

    /// Whether objects of a kind go to all clusters without a policy.
    public static boolean isPropagatedByDefault(Kind<?> kind) {
        Propagation propagation = Workloads.of(kind).propagation();
        return propagation == Propagation.BY_DEFAULT || propagation == Propagation.ALWAYS;
    }

    /// Whether an object goes to all clusters whatever the policies: namespaces, because objects in them need them,
    /// and DNS records.
    public static boolean isPropagatedAlways(Template template) {
        return template.workload().propagation() == Propagation.ALWAYS
                || template.object().namespace().equals(FederatedNames.NAMESPACE);
    }

    /// Why an object without a binding is in no cluster.
    public static String whyNowhere(Kind<?> kind, ApiObject object) {
        return isTemplate(kind, object)
                ? "no policy is about it, and it is not propagated without one"
                : "objects like it are each cluster's own and never propagated";
    }

    private static String id(GroupVersionKind type) {
        return type.group() + '/' + type.kind();
    }
}
