package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.AGE;
import static dev.archipelago.apiserver.table.Column.NAME;
import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Column.wide;
import static dev.archipelago.apiserver.table.Values.NONE;
import static dev.archipelago.apiserver.table.Values.or;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Pods. What there is to say of one is summed up from its containers, see [PodSummary].
final class PodPrinter implements Printer {
    static final Table POD = Table.of(
            new PodPrinter(),
            NAME,
            text("Ready", "Containers that are ready, of all"),
            text("Status", "What the pod is doing, or why it is not running"),
            text("Restarts", "How often containers were restarted, and when last"),
            AGE,
            wide("IP", "Address of the pod"),
            wide("Node", "Node the pod is assigned to"),
            wide("Nominated Node", "Node where room is being made for the pod"),
            wide("Readiness Gates", "Readiness gates that are open, of all"));

    static final Table TEMPLATE = Table.of(
            (template, cells) -> {
                JsonNode containers = Values.at(template, "template", "spec", "containers");
                cells.name(template)
                        .text(Values.joined(containers, "name"))
                        .text(Values.joined(containers, "image"))
                        .text(Values.labels(Values.at(template, "template", "metadata", "labels")));
            },
            NAME,
            text("Containers", "Names of the containers"),
            text("Images", "Images of the containers"),
            text("Pod Labels", "Labels of the pods made from the template"));

    @Override
    public void print(JsonNode pod, Cells cells) {
        PodSummary summary = new PodSummary(pod);
        cells.name(pod)
                .text(summary.ready() + "/" + summary.total())
                .text(summary.reason())
                .text(restarts(summary, cells))
                .age(pod)
                .text(or(address(pod.path("status")), NONE))
                .text(or(Values.text(pod, "spec", "nodeName"), NONE))
                .text(or(Values.text(pod, "status", "nominatedNodeName"), NONE))
                .text(gates(pod));
    }

    private static String restarts(PodSummary summary, Cells cells) {
        Instant last = summary.lastRestart();
        return summary.restarts() == 0 || last == null
                ? Long.toString(summary.restarts())
                : "%d (%s ago)".formatted(summary.restarts(), cells.since(last));
    }

    private static String address(JsonNode status) {
        return or(Values.text(status.path("podIPs").path(0), "ip"), Values.text(status, "podIP"));
    }

    private static String gates(JsonNode pod) {
        JsonNode gates = Values.at(pod, "spec", "readinessGates");
        if (gates.isEmpty()) {
            return NONE;
        }
        int open = 0;
        for (JsonNode gate : gates) {
            if (Values.isTrue(Values.at(pod, "status", "conditions"), Values.text(gate, "conditionType"))) {
                open++;
            }
        }
        return open + "/" + gates.size();
    }

    @Override
    public @Nullable Completion completion(JsonNode pod) {
        return switch (Values.text(pod, "status", "phase")) {
            case "Succeeded" -> new Completion("Succeeded", "The pod has completed successfully.");
            case "Failed" -> new Completion("Failed", "The pod failed.");
            default -> null;
        };
    }
}
