package dev.archipelago.apiserver.table;

import static dev.archipelago.apiserver.table.Column.AGE;
import static dev.archipelago.apiserver.table.Column.NAME;
import static dev.archipelago.apiserver.table.Column.text;
import static dev.archipelago.apiserver.table.Values.NONE;
import static dev.archipelago.apiserver.table.Values.UNSET;
import static dev.archipelago.apiserver.table.Values.at;
import static dev.archipelago.apiserver.table.Values.given;
import static dev.archipelago.apiserver.table.Values.has;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What changes the number of pods, and what holds such changes back.
final class ScalingPrinters {
    static final Table AUTOSCALER = Table.of(
            ScalingPrinters::printAutoscaler,
            NAME,
            text("Reference", "Object that is scaled"),
            text("Targets", "Metrics, as they are and as they should be"),
            text("MinPods", "Fewest pods"),
            text("MaxPods", "Most pods"),
            text("Replicas", "Pods there are"),
            AGE);

    static final Table DISRUPTION_BUDGET = Table.of(
            (budget, cells) -> cells.name(budget)
                    .text(given(budget, "N/A", "spec", "minAvailable"))
                    .text(given(budget, "N/A", "spec", "maxUnavailable"))
                    .number(Values.number(budget, "status", "disruptionsAllowed"))
                    .age(budget),
            NAME,
            text("Min Available", "Pods that must stay"),
            text("Max Unavailable", "Pods that may be missing"),
            Column.integer("Allowed Disruptions", "Pods that may be evicted now"),
            AGE);

    private static final int MOST_METRICS = 2;

    private ScalingPrinters() {}

    private static void printAutoscaler(JsonNode autoscaler, Cells cells) {
        JsonNode spec = autoscaler.path("spec");
        cells.name(autoscaler)
                .text(Values.text(spec, "scaleTargetRef", "kind") + '/' + Values.text(spec, "scaleTargetRef", "name"))
                .text(metrics(autoscaler))
                .text(given(spec, UNSET, "minReplicas"))
                .number(Values.number(spec, "maxReplicas"))
                .number(Values.number(autoscaler, "status", "currentReplicas"))
                .age(autoscaler);
    }

    private static String metrics(JsonNode autoscaler) {
        JsonNode specs = at(autoscaler, "spec", "metrics");
        JsonNode target = at(autoscaler, "spec", "targetCPUUtilizationPercentage");
        if (specs.isEmpty() && Values.isPresent(target)) {
            // autoscaling/v1 knows this one metric only, and knows it by its own fields.
            return "cpu: %s/%s"
                    .formatted(
                            percent(at(autoscaler, "status", "currentCPUUtilizationPercentage"), Cells.UNKNOWN),
                            percent(target, "<auto>"));
        }
        if (specs.isEmpty()) {
            return NONE;
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            texts.add(metric(
                    specs.path(i), at(autoscaler, "status", "currentMetrics").path(i)));
        }
        return Values.firstOf(texts, MOST_METRICS, ", ");
    }

    private static String metric(JsonNode spec, JsonNode status) {
        return switch (Values.text(spec, "type")) {
            case "External" -> valueOrAverage(spec.path("external"), status.path("external"));
            case "Object" -> valueOrAverage(spec.path("object"), status.path("object"));
            case "Pods" -> pair(spec.path("pods"), status.path("pods"), "averageValue");
            case "Resource" -> resource(spec.path("resource"), status.path("resource"));
            case "ContainerResource" -> resource(spec.path("containerResource"), status.path("containerResource"));
            default -> "<unknown type>";
        };
    }

    private static String valueOrAverage(JsonNode spec, JsonNode status) {
        return has(spec, "target", "averageValue")
                ? pair(spec, status, "averageValue") + " (avg)"
                : pair(spec, status, "value");
    }

    private static String pair(JsonNode spec, JsonNode status, String field) {
        return quantity(at(status, "current", field), Cells.UNKNOWN) + '/' + quantity(at(spec, "target", field), "0");
    }

    private static String quantity(JsonNode value, String absent) {
        return Values.isPresent(value) ? Values.quantity(Values.string(value)) : absent;
    }

    private static String resource(JsonNode spec, JsonNode status) {
        String name = Values.text(spec, "name") + ": ";
        return has(spec, "target", "averageValue")
                ? name + pair(spec, status, "averageValue")
                : name
                        + percent(at(status, "current", "averageUtilization"), Cells.UNKNOWN)
                        + '/'
                        + percent(at(spec, "target", "averageUtilization"), "<auto>");
    }

    private static String percent(JsonNode value, String absent) {
        return Values.isPresent(value) ? Values.string(value) + '%' : absent;
    }
}
