package dev.archipelago.federation.status;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Waits;
import dev.archipelago.federation.rollout.RolloutStep;
import dev.archipelago.federation.workload.InCluster;
import dev.archipelago.federation.workload.Workload;
import dev.archipelago.federation.workload.Workloads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Builds the status of a binding: whether it was scheduled, whether all clusters have the object, and its
/// state in each.
final class BindingStatus {
    private BindingStatus() {}

    /// @param waitingFor the clusters that block the deletion of a binding
    static ObjectNode of(Binding binding, List<InCluster> clusters, List<String> waitingFor, Instant now) {
        ObjectNode status = binding.status() instanceof ObjectNode known ? known.deepCopy() : Json.object();
        status.put("schedulerObservedGeneration", binding.meta().generation());
        String chosen = binding.affinityName();
        if (chosen.isEmpty()) {
            status.remove("schedulerObservingAffinityName");
        } else {
            status.put("schedulerObservingAffinityName", chosen);
        }
        Workload workload = Workloads.of(binding);
        ArrayNode aggregated = status.putArray("aggregatedStatus");
        List<String> problems = new ArrayList<>();
        for (InCluster in : clusters) {
            ObjectNode item = aggregated.addObject().put("clusterName", in.cluster());
            boolean applied = in.hasIt() && in.problem().isEmpty();
            item.put("applied", applied);
            if (!in.problem().isEmpty()) {
                item.put("appliedMessage", in.problem());
            }
            item.put("health", health(workload, in));
            workload.statusPart(in.status()).ifPresent(part -> item.set("status", part));
            RolloutStep.of(workload, RolloutStep.read(binding.statusIn(in.cluster())), in)
                    .writeTo(item);
            if (!in.cause().isNone()) {
                item.set("waitsFor", in.cause().json(since(binding, in, now)));
            }
            if (!applied) {
                problems.add(in.problem().isEmpty() ? in.cluster() + " does not have it yet" : in.problem());
            }
        }
        Conditions.set(status, scheduled(binding), now);
        Conditions.set(status, applied(problems, Waits.in(status)), now);
        if (waitingFor.isEmpty()) {
            Conditions.remove(status, "Deleted");
        } else {
            Conditions.set(
                    status,
                    new Conditions.Condition(
                            "Deleted",
                            "False",
                            "WaitingForClusters",
                            "still in " + String.join(", ", waitingFor) + "; annotate with " + Names.ABANDONED
                                    + " to give it up there"),
                    now);
        }
        return status;
    }

    /// When a wait began. The time is kept as long as the cause is the same, also over restarts.
    private static String since(Binding binding, InCluster in, Instant now) {
        return in.cause().hasSameCauseAs(binding.waitsFor(in.cluster()))
                ? binding.statusIn(in.cluster()).path("waitsFor").path("since").asString(Meta.time(now))
                : Meta.time(now);
    }

    private static String health(Workload workload, InCluster in) {
        if (!in.reachable() || in.object().isEmpty()) {
            return in.isRemembered() ? in.last().path("health").asString("Unknown") : "Unknown";
        }
        return workload.isHealthy(in.object().get()) ? "Healthy" : "Unhealthy";
    }

    private static Conditions.Condition scheduled(Binding binding) {
        String problem = binding.schedulingFailure();
        return problem.isEmpty()
                ? new Conditions.Condition("Scheduled", "True", "Success", "a place was found for all of it")
                : new Conditions.Condition("Scheduled", "False", "Unschedulable", problem);
    }

    private static Conditions.Condition applied(List<String> problems, Waits waits) {
        if (problems.isEmpty() && !waits.held().isEmpty()) {
            return new Conditions.Condition(
                    "FullyApplied",
                    "False",
                    Waits.REASON,
                    waits.held().stream().map(Waits.Cause::text).collect(Collectors.joining("; ")));
        }
        return problems.isEmpty()
                ? new Conditions.Condition(
                        "FullyApplied", "True", "FullyAppliedSuccess", "all clusters have it as it is to be")
                : new Conditions.Condition("FullyApplied", "False", "FullyAppliedFailed", String.join("; ", problems));
    }
}
