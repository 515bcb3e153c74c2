package dev.archipelago.apiserver.bootstrap;

import dev.archipelago.api.objects.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The priorities of what a cluster cannot do without.
public final class SystemPriorities {
    private static final int CLUSTER_CRITICAL = 2_000_000_000;
    private static final int NODE_CRITICAL = 2_000_001_000;

    private SystemPriorities() {}

    public static List<ObjectNode> objects() {
        return List.of(
                priority(
                        "system-cluster-critical",
                        CLUSTER_CRITICAL,
                        "For pods that must run in the cluster, on whichever node."),
                priority(
                        "system-node-critical", NODE_CRITICAL, "For pods that must run on the very node they are on."));
    }

    private static ObjectNode priority(String name, int value, String description) {
        ObjectNode priority = Json.object()
                .put("apiVersion", "scheduling.k8s.io/v1")
                .put("kind", "PriorityClass")
                .put("value", value)
                .put("description", description);
        priority.putObject("metadata").put("name", name);
        return priority;
    }
}
