package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.DefaultMembers.object;
import static dev.archipelago.apiserver.defaults.DefaultMembers.setIfAbsent;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Defaults of horizontal pod autoscalers.
final class AutoscalerDefaults {
    private AutoscalerDefaults() {}

    static void spec(ObjectNode spec) {
        if (DefaultMembers.isEmpty(spec, "metrics")) {
            ObjectNode metric = spec.putArray("metrics").addObject();
            metric.put("type", "Resource");
            ObjectNode resource = metric.putObject("resource");
            resource.put("name", "cpu");
            resource.putObject("target").put("type", "Utilization").put("averageUtilization", 80);
        }
        ObjectNode behavior = object(spec, "behavior");
        if (behavior != null) {
            scaleUp(DefaultMembers.childOf(behavior, "scaleUp"));
            scaleDown(DefaultMembers.childOf(behavior, "scaleDown"));
        }
    }

    private static void scaleUp(ObjectNode rules) {
        setIfAbsent(rules, "stabilizationWindowSeconds", 0);
        setIfAbsent(rules, "selectPolicy", "Max");
        if (!rules.has("policies")) {
            ArrayNode policies = rules.putArray("policies");
            policies.addObject().put("type", "Pods").put("value", 4).put("periodSeconds", 15);
            policies.addObject().put("type", "Percent").put("value", 100).put("periodSeconds", 15);
        }
    }

    private static void scaleDown(ObjectNode rules) {
        setIfAbsent(rules, "selectPolicy", "Max");
        if (!rules.has("policies")) {
            rules.putArray("policies")
                    .addObject()
                    .put("type", "Percent")
                    .put("value", 100)
                    .put("periodSeconds", 15);
        }
    }
}
