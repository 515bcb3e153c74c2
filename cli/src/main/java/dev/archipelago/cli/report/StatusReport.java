package dev.archipelago.cli.report;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.workload.Template;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The status of a federation: its clusters, its workloads, and what waits for what.
public final class StatusReport {
    private final Snapshot seen;
    private final Instant now;

    private StatusReport(Snapshot seen, Instant now) {
        this.seen = seen;
        this.now = now;
    }

    public static String read(ClusterApi federation, Instant now) {
        return of(Snapshot.read(federation), now);
    }

    static String of(Snapshot seen, Instant now) {
        StatusReport report = new StatusReport(seen, now);
        return report.clusters()
                + '\n'
                + report.workloads()
                + '\n'
                + WaitingObjects.text(seen, now)
                + report.left()
                + Unpropagated.text(seen.unpropagated());
    }

    private String clusters() {
        if (seen.clusters().isEmpty()) {
            return "no cluster has joined\n";
        }
        TextTable table = new TextTable("CLUSTER", "READY", "SINCE", "NODES", "ZONES", "WHY NOT");
        for (Cluster cluster : seen.clusters()) {
            JsonNode ready = Conditions.find(cluster.status(), Cluster.READY);
            JsonNode nodes = cluster.status().path("nodeSummary");
            table.add(
                    cluster.name(),
                    cluster.isReady() ? "yes" : "no",
                    since(ready),
                    nodes.isMissingNode()
                            ? "?"
                            : nodes.path("readyNum").asInt(0) + "/"
                                    + nodes.path("totalNum").asInt(0),
                    String.join(",", Texts.list(cluster.status().path("zones"))),
                    cluster.isReady() ? "" : ready.path("message").asString("it was not asked yet"));
        }
        return table.text();
    }

    /// The objects in clusters whose templates are gone; empty when there are none.
    private String left() {
        String lines = seen.clusters().stream()
                .filter(cluster -> Conditions.isTrue(cluster.status(), Cluster.OBJECTS_LEFT))
                .map(cluster -> cluster.name() + ": "
                        + Conditions.find(cluster.status(), Cluster.OBJECTS_LEFT)
                                .path("message")
                                .asString("")
                        + '\n')
                .collect(Collectors.joining());
        return lines.isEmpty() ? "" : "\nLEFT IN CLUSTERS\n" + lines;
    }

    private String since(JsonNode condition) {
        return Age.of(condition.path("lastTransitionTime"), now);
    }

    private String workloads() {
        if (seen.workloads().isEmpty()) {
            return "no StatefulSet and no Deployment\n";
        }
        TextTable table = new TextTable("NAMESPACE", "WORKLOAD", "READY", "CLUSTERS");
        for (Template workload : seen.workloads()) {
            JsonNode object = workload.object().view();
            table.add(
                    workload.object().namespace(),
                    workload.kind().name().toLowerCase(Locale.ROOT)
                            + '/'
                            + workload.object().name(),
                    object.path("status").path("readyReplicas").asInt(0) + "/"
                            + object.path("spec").path("replicas").asInt(1),
                    seen.binding(workload).map(this::perCluster).orElse("not placed"));
        }
        return table.text();
    }

    private String perCluster(Binding binding) {
        List<Binding.Target> targets = binding.targets();
        return targets.isEmpty()
                ? "none"
                : targets.stream().map(target -> inCluster(binding, target)).collect(Collectors.joining(", "));
    }

    private String inCluster(Binding binding, Binding.Target target) {
        String ready = "?";
        if (seen.isReady(target.cluster())) {
            JsonNode there = binding.status().path("none");
            for (JsonNode item : binding.status().path("aggregatedStatus")) {
                if (item.path("clusterName").asString("").equals(target.cluster())) {
                    there = item.path("status");
                }
            }
            ready = Integer.toString(there.path("readyReplicas").asInt(0));
        }
        String where = target.cluster() + (seen.isMember(target.cluster()) ? "" : " (left)");
        return where + ' ' + ready + '/' + target.replicas().orElse(0);
    }
}
