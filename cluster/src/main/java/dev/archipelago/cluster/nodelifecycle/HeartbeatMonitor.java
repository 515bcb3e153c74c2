package dev.archipelago.cluster.nodelifecycle;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Lease;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Decides the conditions and taints of one node by its heartbeats.
final class HeartbeatMonitor {
    /// A node without a heartbeat for this long has an unknown state.
    static final Duration GRACE = Duration.ofSeconds(40);

    private static final List<String> CONDITIONS = List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");

    private HeartbeatMonitor() {}

    /// @param listening when this process began to watch: earlier missing heartbeats prove nothing
    static Plan plan(Node node, @Nullable Lease lease, Instant listening, Instant now) {
        Instant heard = latest(
                latest(listening, node.meta().created()),
                latest(node.heartbeat().orElse(Instant.MIN), renewed(lease)));
        Instant limit = heard.plus(GRACE);
        Plan.Builder plan = Plan.builder();
        if (limit.isAfter(now)) {
            plan.lookAgain(limit);
        } else if (!node.readiness().equals("Unknown")) {
            return plan.updateStatus(Node.KIND, unknown(node, now))
                    .say(EventNote.normal(
                            Node.KIND, node, "NodeNotReady", "Node " + node.name() + " status is now: NodeNotReady"))
                    .build();
        }
        Optional<ObjectNode> corrected = Taints.corrected(node, now);
        corrected.ifPresent(tree -> plan.update(Node.KIND, tree));
        return plan.build();
    }

    private static Instant renewed(@Nullable Lease lease) {
        return lease == null ? Instant.MIN : lease.renewed().orElse(Instant.MIN);
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static ObjectNode unknown(Node node, Instant now) {
        ObjectNode tree = node.tree();
        ObjectNode status = tree.withObjectProperty("status");
        ArrayNode conditions = status.withArrayProperty("conditions");
        for (String type : CONDITIONS) {
            JsonNode known = Conditions.find(status, type);
            ObjectNode condition = known instanceof ObjectNode object
                    ? object
                    : conditions.addObject().put("type", type);
            boolean never = condition.path("status").asString("").isEmpty();
            condition.put("reason", never ? "NodeStatusNeverUpdated" : "NodeStatusUnknown");
            condition.put(
                    "message", never ? "Kubelet never posted node status." : "Kubelet stopped posting node status.");
            condition.put("status", "Unknown").put("lastTransitionTime", Meta.time(now));
        }
        return tree;
    }

    /// The Ready condition of a pod on a node that does not report.
    static ObjectNode notReady(ObjectNode pod, Instant now) {
        ObjectNode status = pod.withObjectProperty("status");
        JsonNode ready = Conditions.find(status, "Ready");
        ObjectNode condition = ready instanceof ObjectNode object ? object : Json.object();
        condition
                .put("status", "False")
                .put("lastTransitionTime", Meta.time(now))
                .put("reason", "NodeStatusUnknown")
                .put("message", "Kubelet stopped posting node status.");
        return pod;
    }
}
