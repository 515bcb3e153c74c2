package dev.archipelago.federation.status;

import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Statuses;
import dev.archipelago.federation.kinds.Waits;
import dev.archipelago.federation.match.Template;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What an object of the federation says of itself: the sum of what it is in its clusters. A cluster that cannot be
/// reached adds nothing to the sums: nobody knows how it is there.
final class TemplateStatus {
    /// Whether all clusters do what they are to do.
    static final String COMPLETE = "ClustersComplete";

    private TemplateStatus() {}

    /// The whole status, for kinds that have one of their own; nothing for others.
    ///
    /// @param revision of the pods that it is to run
    static Optional<ObjectNode> of(
            Template template, String revision, List<InCluster> clusters, Waits waits, Instant now) {
        JsonNode known = template.object().view().path("status");
        ObjectNode status = known instanceof ObjectNode object ? object.deepCopy() : Json.object();
        switch (template.kind().type().group() + '/' + template.kind().name()) {
            case "apps/StatefulSet" -> statefulSet(template, revision, clusters, waits, status, now);
            case "apps/Deployment" ->
                counted(
                        template,
                        clusters,
                        status,
                        List.of(
                                "replicas",
                                "readyReplicas",
                                "availableReplicas",
                                "updatedReplicas",
                                "unavailableReplicas"));
            case "apps/ReplicaSet" ->
                counted(
                        template,
                        clusters,
                        status,
                        List.of("replicas", "readyReplicas", "availableReplicas", "fullyLabeledReplicas"));
            case "apps/DaemonSet" ->
                counted(
                        template,
                        clusters,
                        status,
                        List.of(
                                "currentNumberScheduled",
                                "desiredNumberScheduled",
                                "numberMisscheduled",
                                "numberReady",
                                "numberAvailable",
                                "numberUnavailable",
                                "updatedNumberScheduled"));
            case "/Service" -> balancers(clusters, status);
            default -> {
                return Optional.empty();
            }
        }
        return Optional.of(status);
    }

    private static void statefulSet(
            Template template, String revision, List<InCluster> clusters, Waits waits, ObjectNode status, Instant now) {
        counted(template, clusters, status, List.of("readyReplicas", "currentReplicas", "availableReplicas"));
        status.put("replicas", sum(clusters, "replicas"));
        int updated = clusters.stream()
                .filter(InCluster::current)
                .mapToInt(in -> in.count("updatedReplicas"))
                .sum();
        status.remove("updatedReplicas");
        Statuses.putCount(status, "updatedReplicas", updated);
        String name = template.object().name() + '-' + revision;
        String before = status.path("currentRevision").asString("");
        int wanted = template.object().view().path("spec").path("replicas").asInt(1);
        boolean done =
                before.isEmpty() || (updated >= wanted && clusters.stream().allMatch(InCluster::current));
        status.put("currentRevision", done ? name : before);
        status.put("updateRevision", name);
        Conditions.set(status, complete(clusters, waits, sum(clusters, "readyReplicas"), wanted), now);
        waiting(waits, status, now);
    }

    /// The condition that says what is waited for and since when; it is there only while something is.
    private static void waiting(Waits waits, ObjectNode status, Instant now) {
        if (waits.held().isEmpty()) {
            Conditions.remove(status, Waits.REASON);
            return;
        }
        String message = waits.held().stream()
                .map(cause -> cause.text() + " (since " + cause.since() + ')')
                .collect(Collectors.joining("; "));
        String reason = waits.held().getFirst().what().reason();
        Conditions.set(status, new Conditions.Condition(Waits.REASON, "True", reason, message), now);
    }

    private static Conditions.Condition complete(List<InCluster> clusters, Waits waits, int ready, int wanted) {
        List<String> problems = new ArrayList<>();
        for (InCluster in : clusters) {
            if (!in.problem().isEmpty()) {
                problems.add(in.problem());
            }
        }
        String counts = ready + " of " + wanted + " replicas ready";
        if (!problems.isEmpty()) {
            return new Conditions.Condition(
                    COMPLETE, "False", "ClusterTrouble", counts + ": " + String.join("; ", problems));
        }
        if (!waits.held().isEmpty()) {
            return new Conditions.Condition(
                    COMPLETE, "False", Waits.REASON, counts + ", and condition Waiting says what is waited for");
        }
        return ready >= wanted
                ? new Conditions.Condition(COMPLETE, "True", "AllReady", counts)
                : new Conditions.Condition(COMPLETE, "False", "Progressing", counts);
    }

    private static void counted(Template template, List<InCluster> clusters, ObjectNode status, List<String> fields) {
        // Counts of what was asked for before say nothing of what is asked for now.
        if (clusters.stream().noneMatch(InCluster::isRemembered)) {
            status.put("observedGeneration", template.object().meta().generation());
        }
        for (String field : fields) {
            status.remove(field);
            Statuses.putCount(status, field, sum(clusters, field));
        }
    }

    private static int sum(List<InCluster> clusters, String field) {
        return clusters.stream().mapToInt(in -> in.count(field)).sum();
    }

    private static void balancers(List<InCluster> clusters, ObjectNode status) {
        ArrayNode all = Json.NODES.arrayNode();
        for (InCluster in : clusters) {
            in.status().path("loadBalancer").path("ingress").forEach(all::add);
        }
        ObjectNode balancer = status.putObject("loadBalancer");
        if (!all.isEmpty()) {
            balancer.set("ingress", all);
        }
    }
}
