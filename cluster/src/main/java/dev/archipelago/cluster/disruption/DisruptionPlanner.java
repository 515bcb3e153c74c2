package dev.archipelago.cluster.disruption;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Conditions.Condition;
import dev.archipelago.cluster.kinds.DisruptionBudget;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/// Decides the status of a budget.
final class DisruptionPlanner {
    /// How long an evicted pod may take until its deletion begins.
    private static final Duration DISRUPTION = Duration.ofMinutes(2);

    /// The same for a pod created in the second of the eviction: times have whole seconds, and it may be a new pod
    /// of the same name.
    private static final Duration DOUBTFUL_DISRUPTION = Duration.ofSeconds(5);

    private static final String CONDITION = "DisruptionAllowed";

    private final DisruptionBudget budget;
    private final List<Pod> pods;
    private final Instant now;
    private final Plan.Builder plan = Plan.builder();

    private DisruptionPlanner(DisruptionBudget budget, List<Pod> pods, Instant now) {
        this.budget = budget;
        this.pods = pods;
        this.now = now;
    }

    /// @param pods that the budget covers
    static Plan plan(DisruptionBudget budget, List<Pod> pods, Scales scales, Instant now) {
        return new DisruptionPlanner(budget, pods, now).plan(Expected.of(budget, pods, scales));
    }

    private Plan plan(Expected expected) {
        ObjectNode status =
                expected.problem().isPresent() ? failing(expected.problem().get()) : counted(expected);
        if (!same(status)) {
            if (!expected.unmanaged().isEmpty()) {
                plan.say(EventNote.warning(
                        DisruptionBudget.KIND,
                        budget,
                        "UnmanagedPods",
                        "Pods selected by this PodDisruptionBudget (selector: %s) were found to be unmanaged. As a result, the"
                                        .formatted(budget.tree().path("spec").path("selector"))
                                + " status of the PDB cannot be calculated correctly, which may result in undefined behavior."
                                + " To account for these pods please set \".spec.minAvailable\" field of the PDB to an"
                                + " integer value."));
            }
            ObjectNode tree = budget.tree();
            tree.set("status", status);
            plan.updateStatus(DisruptionBudget.KIND, tree);
        }
        return plan.build();
    }

    private boolean same(ObjectNode status) {
        return budget.status() instanceof ObjectNode known && text(known).equals(text(status));
    }

    /// A text that is the same for numbers of either width.
    private static String text(ObjectNode status) {
        TreeMap<String, String> fields = new TreeMap<>();
        status.properties()
                .forEach(field -> fields.put(field.getKey(), field.getValue().toString()));
        return fields.toString();
    }

    private ObjectNode counted(Expected expected) {
        Map<String, String> disrupted = disrupted();
        int healthy = 0;
        for (Pod pod : pods) {
            if (pod.isReady() && !pod.isDeleting() && !disrupted.containsKey(pod.name())) {
                healthy++;
            }
        }
        int allowed = expected.pods() <= 0 ? 0 : Math.max(0, healthy - expected.healthy());
        ObjectNode status = begun(allowed);
        status.put("currentHealthy", healthy);
        status.put("desiredHealthy", expected.healthy());
        status.put("expectedPods", expected.pods());
        if (!disrupted.isEmpty()) {
            ObjectNode pending = status.putObject("disruptedPods");
            disrupted.forEach(pending::put);
        }
        Conditions.set(
                status,
                allowed > 0
                        ? new Condition(CONDITION, "True", "SufficientPods", "")
                        : new Condition(CONDITION, "False", "InsufficientPods", ""),
                now);
        observed(status);
        return status;
    }

    /// The status when the pods cannot be counted: no disruption is allowed.
    private ObjectNode failing(String why) {
        ObjectNode status = budget.status() instanceof ObjectNode known ? known.deepCopy() : Json.object();
        status.put("disruptionsAllowed", 0);
        Conditions.set(status, new Condition(CONDITION, "False", "SyncFailed", why), now);
        observed(status);
        return status;
    }

    private ObjectNode begun(int allowed) {
        ObjectNode status = Json.object();
        status.put("disruptionsAllowed", allowed);
        if (budget.status().hasNonNull("conditions")) {
            status.set("conditions", budget.status().path("conditions").deepCopy());
        }
        return status;
    }

    private void observed(ObjectNode status) {
        status.put("observedGeneration", budget.meta().generation());
        for (var condition : status.path("conditions")) {
            if (condition instanceof ObjectNode object
                    && object.path("type").asString("").equals(CONDITION)) {
                object.put("observedGeneration", budget.meta().generation());
                if (!object.has("message")) {
                    object.put("message", "");
                }
            }
        }
    }

    /// Pods whose eviction was allowed and whose deletion has not begun, with the time of eviction.
    private Map<String, String> disrupted() {
        Map<String, String> pending = new TreeMap<>();
        var known = budget.status().path("disruptedPods");
        if (known.isEmpty()) {
            return pending;
        }
        for (Pod pod : pods) {
            Instant since = Texts.time(known.path(pod.name())).orElse(null);
            if (since == null || pod.isDeleting() || pod.meta().created().isAfter(since)) {
                continue;
            }
            boolean doubtful = pod.meta().created().equals(since);
            Instant end = since.plus(doubtful ? DOUBTFUL_DISRUPTION : DISRUPTION);
            if (end.isAfter(now)) {
                pending.put(pod.name(), Meta.time(since));
                plan.lookAgain(end);
            } else if (!doubtful) {
                plan.say(EventNote.warning(
                        Pod.KIND,
                        pod,
                        "NotDeleted",
                        "Pod was expected by PDB %s/%s to be deleted but it wasn't"
                                .formatted(budget.namespace(), budget.name())));
            }
        }
        return pending;
    }
}
