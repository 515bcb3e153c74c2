package dev.archipelago.cluster.scheduler;

import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Conditions.Condition;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The Events and conditions about scheduling.
final class SchedulingEvents {
    private SchedulingEvents() {}

    static ActionEvents bound(Pod pod, String node) {
        EventNote note =
                EventNote.normal(Pod.KIND, pod, "Scheduled", "Successfully assigned " + pod.key() + " to " + node);
        return new ActionEvents(Optional.of(note), reason -> Optional.empty());
    }

    static ActionEvents preempted(Pod victim, Pod by, String node) {
        EventNote note =
                EventNote.normal(Pod.KIND, victim, "Preempted", "Preempted by pod " + by.uid() + " on node " + node);
        return new ActionEvents(Optional.of(note), reason -> Optional.empty());
    }

    /// Reports in its status and in an event why a pod is not scheduled, unless that is reported already.
    ///
    /// @param nominated the node on which pods are preempted for it
    static void unplaced(Plan.Builder plan, Pod pod, String message, Optional<String> nominated, Instant now) {
        ObjectNode tree = pod.tree();
        JsonNode known = Conditions.find(tree.path("status"), "PodScheduled");
        boolean isReported = known.path("status").asString("").equals("False")
                && known.path("message").asString("").equals(message);
        String promised = tree.path("status").path("nominatedNodeName").asString("");
        if (isReported && nominated.orElse(promised).equals(promised)) {
            return;
        }
        nominated.ifPresent(node -> tree.withObjectProperty("status").put("nominatedNodeName", node));
        Conditions.set(
                tree.withObjectProperty("status"),
                new Condition("PodScheduled", "False", "Unschedulable", message),
                now);
        plan.updateStatus(Pod.KIND, tree).say(EventNote.warning(Pod.KIND, pod, "FailedScheduling", message));
    }

    static ObjectNode binding(Pod pod, String node) {
        ObjectNode binding = Json.object().put("apiVersion", "v1").put("kind", "Binding");
        binding.putObject("metadata")
                .put("name", pod.name())
                .put("namespace", pod.namespace())
                .put("uid", pod.uid());
        binding.putObject("target").put("apiVersion", "v1").put("kind", "Node").put("name", node);
        return binding;
    }
}
