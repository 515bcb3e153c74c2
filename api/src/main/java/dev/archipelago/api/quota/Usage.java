package dev.archipelago.api.quota;

import dev.archipelago.api.quantity.Quantity;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What one object uses.
public final class Usage {
    private static final String CLASS_SUFFIX = ".storageclass.storage.k8s.io/";
    private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";
    private static final Set<String> COUNTED_BY_NAME =
            Set.of("configmaps", "secrets", "resourcequotas", "replicationcontrollers");

    private Usage() {}

    /// What an object of a resource uses.
    ///
    /// @param group the group of the resource, empty for the core group
    public static Amounts of(String group, String resource, JsonNode object) {
        Amounts usage = new Amounts().one("count/" + (group.isEmpty() ? resource : resource + '.' + group));
        if (group.isEmpty()) {
            switch (resource) {
                case "pods" -> pod(object, usage);
                case "services" -> service(object.path("spec"), usage);
                case "persistentvolumeclaims" -> claim(object, usage);
                default -> {
                    if (COUNTED_BY_NAME.contains(resource)) {
                        usage.one(resource);
                    }
                }
            }
        }
        return usage;
    }

    private static void pod(JsonNode pod, Amounts usage) {
        String phase = pod.path("status").path("phase").asString("");
        if (phase.equals("Succeeded") || phase.equals("Failed")) {
            return;
        }
        usage.one("pods");
        PodResources.sum(pod.path("spec"), "requests").asMap().forEach((name, amount) -> {
            if (isComputed(name)) {
                usage.add(name, amount);
            }
            usage.add("requests." + name, amount);
        });
        PodResources.sum(pod.path("spec"), "limits").asMap().forEach((name, amount) -> {
            if (isComputed(name)) {
                usage.add("limits." + name, amount);
            }
        });
    }

    private static boolean isComputed(String name) {
        return name.equals("cpu")
                || name.equals("memory")
                || name.equals("ephemeral-storage")
                || name.startsWith("hugepages-");
    }

    private static void service(JsonNode spec, Amounts usage) {
        usage.one("services");
        String type = spec.path("type").asString("");
        int ports = spec.path("ports").size();
        boolean balanced = type.equals("LoadBalancer");
        if (balanced) {
            usage.one("services.loadbalancers");
        }
        if (type.equals("NodePort")
                || (balanced && spec.path("allocateLoadBalancerNodePorts").asBoolean(true))) {
            usage.add("services.nodeports", Quantity.parse(Integer.toString(ports)));
        }
    }

    private static void claim(JsonNode claim, Amounts usage) {
        JsonNode spec = claim.path("spec");
        String storageClass = claim.path("metadata")
                .path("annotations")
                .path(OLD_CLASS)
                .asString(spec.path("storageClassName").asString(""));
        Amounts requests = Amounts.read(spec.path("resources").path("requests"));
        usage.one("persistentvolumeclaims").add("requests.storage", requests.get("storage"));
        if (!storageClass.isEmpty()) {
            usage.one(storageClass + CLASS_SUFFIX + "persistentvolumeclaims")
                    .add(storageClass + CLASS_SUFFIX + "requests.storage", requests.get("storage"));
        }
    }
}
