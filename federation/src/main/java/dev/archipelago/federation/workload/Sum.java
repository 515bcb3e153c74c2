package dev.archipelago.federation.workload;

import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Conditions.Condition;
import dev.archipelago.cluster.kinds.Statuses;
import dev.archipelago.federation.kinds.RolloutRecord;
import dev.archipelago.federation.kinds.Waits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Sums the statuses of an object in its clusters, as far as that is the same for several kinds. Unreachable clusters
/// add nothing, as their state is unknown.
///
/// @param rollout which revision of its pods each cluster is to run
/// @param isObserved whether the rollout is decided for the newest pod template
/// @param status the result, which starts as the previous status
public record Sum(
        Template template,
        RolloutRecord rollout,
        boolean isObserved,
        List<InCluster> clusters,
        Waits waits,
        Instant now,
        ObjectNode status) {

    /// The condition that reports whether all clusters have what they are to have.
    public static final String COMPLETE = "ClustersComplete";

    /// Sums fields with counts. Zero sums are left out.
    void count(String... fields) {
        // Counts of an earlier generation say nothing about this one.
        if (isObserved && clusters.stream().noneMatch(InCluster::isRemembered)) {
            status.put("observedGeneration", template.object().meta().generation());
        }
        for (String field : fields) {
            put(field, of(field));
        }
    }

    /// Sums a count of updated pods. A cluster that does not have the newest template, or has not observed it,
    /// counts by an older one and adds nothing.
    int countUpdated(String field) {
        int updated = total(
                clusters.stream().filter(in -> in.current() && in.isObserved()).mapToLong(in -> in.count(field)));
        put(field, updated);
        return updated;
    }

    private void put(String field, int count) {
        status.remove(field);
        Statuses.putCount(status, field, count);
    }

    int of(String field) {
        return total(clusters.stream().mapToLong(in -> in.count(field)));
    }

    /// A sum, clamped to the range of an int32 field, as members may report anything.
    static int total(LongStream counts) {
        return Math.clamp(counts.sum(), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    int wanted() {
        return template.object().view().path("spec").path("replicas").asInt(1);
    }

    void set(String type, boolean value, String reason, String message) {
        Conditions.set(status, new Condition(type, value ? "True" : "False", reason, message), now);
    }

    /// Sets the condition about completeness, with what is waited for.
    ///
    /// @param counts the message
    void complete(boolean ready, String counts) {
        List<String> problems = new ArrayList<>();
        for (InCluster in : clusters) {
            if (!in.problem().isEmpty()) {
                problems.add(in.problem());
            }
        }
        if (!problems.isEmpty()) {
            set(COMPLETE, false, "ClusterTrouble", counts + ": " + String.join("; ", problems));
        } else if (!waits.held().isEmpty()) {
            set(COMPLETE, false, Waits.REASON, counts + ", and condition Waiting says what is waited for");
        } else {
            set(COMPLETE, ready, ready ? "AllReady" : "Progressing", counts);
        }
        waiting();
    }

    /// Sets the condition about waits; it exists only while there are any.
    private void waiting() {
        if (waits.held().isEmpty()) {
            Conditions.remove(status, Waits.REASON);
            return;
        }
        String message = waits.held().stream()
                .map(cause -> cause.text() + " (since " + cause.since() + ')')
                .collect(Collectors.joining("; "));
        set(Waits.REASON, true, waits.held().getFirst().what().reason(), message);
    }

    /// The first cluster whose object has a condition with this status, optionally for a reason.
    Optional<InCluster> firstWith(String type, String value, String reason) {
        return clusters.stream()
                .filter(in -> {
                    JsonNode condition = Conditions.find(in.status(), type);
                    return condition.path("status").asString("").equals(value)
                            && (reason.isEmpty()
                                    || condition.path("reason").asString("").equals(reason));
                })
                .findFirst();
    }

    /// Copies a condition that exists only when something is wrong.
    void passOn(String type) {
        InCluster first =
                firstWith(type, "True", "").filter(InCluster::reachable).orElse(null);
        if (first == null) {
            Conditions.remove(status, type);
            return;
        }
        JsonNode condition = Conditions.find(first.status(), type);
        set(
                type,
                true,
                condition.path("reason").asString(""),
                "cluster " + first.cluster() + ": " + condition.path("message").asString(""));
    }

    /// The concatenation of the clusters' lists.
    void concat(ObjectNode into, String field, List<JsonNode> lists) {
        var all = Json.NODES.arrayNode();
        lists.forEach(list -> list.forEach(all::add));
        if (all.isEmpty()) {
            into.remove(field);
        } else {
            into.set(field, all);
        }
    }

    /// The latest of the clusters' times in a field. Their text form sorts by time.
    void latest(String field) {
        clusters.stream()
                .map(in -> in.status().path(field).asString(""))
                .filter(time -> !time.isEmpty())
                .max(String::compareTo)
                .ifPresent(time -> status.put(field, time));
    }
}
