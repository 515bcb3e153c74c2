package dev.archipelago.cluster.daemonset;

import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.kinds.DaemonSet;
import dev.archipelago.cluster.kinds.Pod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The pod template of a set, for one node. The node is selected by an affinity, so that the scheduler binds the pod.
/// The pod tolerates the taints of an unhealthy node, because it may be there to repair it.
final class Template {
    static final String HASH_LABEL = "controller-revision-hash";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String NAME = "metadata.name";

    private final ObjectNode json;

    Template(DaemonSet set, String hash) {
        json = set.template().deepCopy();
        json.withObjectProperty("metadata").withObjectProperty("labels").put(HASH_LABEL, hash);
        ObjectNode spec = json.withObjectProperty("spec");
        tolerate(spec, "not-ready", "NoExecute");
        tolerate(spec, "unreachable", "NoExecute");
        for (String trouble : new String[] {"disk-pressure", "memory-pressure", "pid-pressure", "unschedulable"}) {
            tolerate(spec, trouble, "NoSchedule");
        }
        if (spec.path("hostNetwork").asBoolean(false)) {
            tolerate(spec, "network-unavailable", "NoSchedule");
        }
    }

    private static void tolerate(ObjectNode spec, String trouble, String effect) {
        ObjectNode toleration = Json.object()
                .put("effect", effect)
                .put("key", "node.kubernetes.io/" + trouble)
                .put("operator", "Exists");
        ArrayNode tolerations = spec.withArrayProperty("tolerations");
        for (JsonNode known : tolerations) {
            if (known.equals(toleration)) {
                return;
            }
        }
        tolerations.add(toleration);
    }

    JsonNode spec() {
        return json.path("spec");
    }

    JsonNode forNode(String node) {
        ObjectNode pod = json.deepCopy();
        ObjectNode required = pod.withObjectProperty("spec")
                .withObjectProperty("affinity")
                .withObjectProperty("nodeAffinity")
                .putObject(REQUIRED);
        ObjectNode field = required.putArray("nodeSelectorTerms")
                .addObject()
                .putArray("matchFields")
                .addObject();
        field.put("key", NAME).put("operator", "In").putArray("values").add(node);
        return pod;
    }

    /// The node that a pod runs on or is made for; empty when unknown.
    static String nodeOf(Pod pod) {
        if (!pod.nodeName().isEmpty()) {
            return pod.nodeName();
        }
        JsonNode required =
                pod.tree().path("spec").path("affinity").path("nodeAffinity").path(REQUIRED);
        for (JsonNode term : required.path("nodeSelectorTerms")) {
            for (JsonNode field : term.path("matchFields")) {
                if (field.path("key").asString("").equals(NAME)
                        && field.path("operator").asString("").equals("In")) {
                    return field.path("values").path(0).asString("");
                }
            }
        }
        return "";
    }
}
