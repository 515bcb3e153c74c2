package dev.archipelago.apiserver.builtin;

import dev.archipelago.apiserver.catalog.Conversion;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `autoscaling/v1` knows one metric, CPU utilisation, which in v2 is one entry of spec.metrics. Other metrics are
/// not shown in v1.
final class AutoscalerConversion implements Conversion {
    private static final String TARGET = "targetCPUUtilizationPercentage";
    private static final String CURRENT = "currentCPUUtilizationPercentage";

    @Override
    public ObjectNode toStorage(ObjectNode served) {
        served.put("apiVersion", "autoscaling/v2");
        if (served.get("spec") instanceof ObjectNode spec) {
            @Nullable JsonNode target = spec.remove(TARGET);
            if (target != null && target.isNumber()) {
                ArrayNode metrics = spec.withArrayProperty("metrics");
                ObjectNode cpu = cpuMetric(metrics);
                if (cpu == null) {
                    cpu = metrics.addObject().put("type", "Resource");
                    cpu.putObject("resource").put("name", "cpu");
                }
                ObjectNode resource = (ObjectNode) cpu.get("resource");
                resource.putObject("target").put("type", "Utilization").set("averageUtilization", target);
            }
        }
        if (served.get("status") instanceof ObjectNode status) {
            status.remove(CURRENT);
        }
        return served;
    }

    @Override
    public ObjectNode fromStorage(ObjectNode stored) {
        stored.put("apiVersion", "autoscaling/v1");
        if (stored.get("spec") instanceof ObjectNode spec && spec.remove("metrics") instanceof ArrayNode metrics) {
            @Nullable ObjectNode cpu = cpuMetric(metrics);
            JsonNode target = cpu == null
                    ? metrics.path("")
                    : cpu.path("resource").path("target").path("averageUtilization");
            if (target.isNumber()) {
                spec.set(TARGET, target);
            }
        }
        if (stored.get("status") instanceof ObjectNode status) {
            if (status.remove("currentMetrics") instanceof ArrayNode metrics) {
                @Nullable ObjectNode cpu = cpuMetric(metrics);
                if (cpu != null && cpu.path("resource").path("current").has("averageUtilization")) {
                    status.set(CURRENT, cpu.path("resource").path("current").get("averageUtilization"));
                }
            }
            status.remove("conditions");
        }
        return stored;
    }

    private static @Nullable ObjectNode cpuMetric(ArrayNode metrics) {
        for (JsonNode metric : metrics) {
            if (metric instanceof ObjectNode object
                    && object.path("type").asString("").equals("Resource")
                    && object.path("resource").path("name").asString("").equals("cpu")) {
                return object;
            }
        }
        return null;
    }
}
