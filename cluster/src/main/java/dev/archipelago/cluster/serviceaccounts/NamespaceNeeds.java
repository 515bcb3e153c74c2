package dev.archipelago.cluster.serviceaccounts;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.ConfigMap;
import dev.archipelago.cluster.kinds.ServiceAccount;
import dev.archipelago.controller.plan.Plan;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Decides what to create in a namespace.
final class NamespaceNeeds {
    static final String ACCOUNT = "default";
    static final String CERTIFICATES = "kube-root-ca.crt";

    private static final String FILE = "ca.crt";
    private static final String DESCRIPTION = "kubernetes.io/description";

    private NamespaceNeeds() {}

    static Plan plan(
            String namespace, Optional<ServiceAccount> account, Optional<ConfigMap> certificates, String authority) {
        Plan.Builder plan = Plan.builder();
        if (account.isEmpty()) {
            plan.create(ServiceAccount.KIND, object(ServiceAccount.KIND, namespace, ACCOUNT));
        }
        if (certificates.isEmpty()) {
            ObjectNode map = object(ConfigMap.KIND, namespace, CERTIFICATES);
            map.withObjectProperty("metadata")
                    .putObject("annotations")
                    .put(
                            DESCRIPTION,
                            "The authority that certifies this cluster's API server, for its pods to check it by.");
            map.putObject("data").put(FILE, authority);
            plan.create(ConfigMap.KIND, map);
        } else if (!isRight(certificates.get(), authority)) {
            ObjectNode map = certificates.get().tree();
            map.putObject("data").put(FILE, authority);
            plan.update(ConfigMap.KIND, map);
        }
        return plan.build();
    }

    private static boolean isRight(ConfigMap certificates, String authority) {
        return certificates.isDeleting()
                || certificates.data().equals(Json.object().put(FILE, authority));
    }

    private static ObjectNode object(Kind<?> kind, String namespace, String name) {
        ObjectNode object = Json.object().put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        object.putObject("metadata").put("name", name).put("namespace", namespace);
        return object;
    }
}
