package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.DefaultMembers.object;

import tools.jackson.databind.node.ObjectNode;

/// A new pod is pending, and its quality of service follows from its resources.
final class PodPreparation {
    private PodPreparation() {}

    static void create(ObjectNode pod) {
        ObjectNode spec = object(pod, "spec");
        ObjectNode status = pod.putObject("status");
        status.put("phase", "Pending");
        status.put("qosClass", QualityOfService.of(spec));
        if (!DefaultMembers.isEmpty(spec, "schedulingGates")) {
            status.putArray("conditions")
                    .addObject()
                    .put("type", "PodScheduled")
                    .put("status", "False")
                    .put("reason", "SchedulingGated")
                    .put("message", "Scheduling is blocked due to non-empty scheduling gates");
        }
    }
}
