package dev.archipelago.apiserver.defaults;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The status with which objects begin, for kinds that show more than an empty one. Counters that clients read
/// without looking are there from the start.
final class InitialStatus {
    private static final String TABLE = """
        core.v1.Service {"loadBalancer":{}}
        core.v1.PersistentVolume {"phase":"Pending"}
        core.v1.PersistentVolumeClaim {"phase":"Pending"}
        core.v1.Namespace {"phase":"Active"}
        core.v1.ReplicationController {"replicas":0}
        core.v1.ResourceQuota {}
        apps.v1.Deployment {}
        apps.v1beta1.Deployment {}
        apps.v1beta2.Deployment {}
        apps.v1.ReplicaSet {"replicas":0}
        apps.v1.StatefulSet {"replicas":0,"availableReplicas":0}
        apps.v1beta1.StatefulSet {"replicas":0,"availableReplicas":0}
        apps.v1beta2.StatefulSet {"replicas":0,"availableReplicas":0}
        apps.v1.DaemonSet {"currentNumberScheduled":0,"numberMisscheduled":0,"desiredNumberScheduled":0,"numberReady":0}
        batch.v1.Job {}
        batch.v1.CronJob {}
        autoscaling.v2.HorizontalPodAutoscaler {"desiredReplicas":0}
        autoscaling.v1.HorizontalPodAutoscaler {"currentReplicas":0,"desiredReplicas":0}
        policy.v1.PodDisruptionBudget {"disruptionsAllowed":0,"currentHealthy":0,"desiredHealthy":0,"expectedPods":0}
        networking.v1.Ingress {"loadBalancer":{}}
        """;

    private static final Map<String, JsonNode> BY_TYPE = parse();

    private InitialStatus() {}

    static void set(String type, ObjectNode object) {
        JsonNode status = BY_TYPE.get(type);
        if (status != null) {
            object.set("status", status.deepCopy());
        }
    }

    private static Map<String, JsonNode> parse() {
        JsonMapper json = JsonMapper.shared();
        Map<String, JsonNode> byType = new HashMap<>();
        for (String line : TABLE.lines().toList()) {
            String[] cells = line.split(" ", 2);
            byType.put(cells[0], json.readTree(cells[1]));
        }
        return Map.copyOf(byType);
    }
}
