package dev.archipelago.apiserver.validation;

import java.util.List;

/// Horizontal pod autoscalers and disruption budgets: how many pods there may be.
final class AutoscalerRules {
    private static final List<String> METRIC_TYPES =
            List.of("ContainerResource", "External", "Object", "Pods", "Resource");
    private static final List<String> SELECT_POLICIES = List.of("Disabled", "Max", "Min");
    private static final List<String> POLICY_TYPES = List.of("Percent", "Pods");
    private static final List<String> EVICTION_POLICIES = List.of("AlwaysAllow", "IfHealthyBudget");
    private static final int WINDOW_SECONDS_MAX = 3600;
    private static final int PERIOD_SECONDS_MAX = 1800;

    private AutoscalerRules() {}

    static void autoscaler(Cursor autoscaler) {
        Cursor spec = autoscaler.field("spec");
        long min = spec.has("minReplicas") ? spec.number("minReplicas") : 1;
        if (min < 1) {
            spec.field("minReplicas").invalid("must be greater than or equal to 1");
        }
        Cursor max = spec.field("maxReplicas");
        if (max.number() == 0) {
            max.required("must be set and greater than 0");
        } else if (max.number() < 1) {
            max.invalid("must be greater than or equal to 1");
        }
        if (max.number() < min) {
            max.invalid(max.number(), "must be greater than or equal to `minReplicas`");
        }
        Cursor target = spec.field("scaleTargetRef");
        Formats.PATH_SEGMENT.require(target.field("kind"));
        Formats.PATH_SEGMENT.require(target.field("name"));
        Cursor metrics = spec.field("metrics");
        for (int i = 0; i < metrics.size(); i++) {
            metric(metrics.element(i));
        }
        scaling(spec.field("behavior").field("scaleUp"));
        scaling(spec.field("behavior").field("scaleDown"));
    }

    private static void metric(Cursor metric) {
        Cursor type = metric.field("type");
        if (type.text().isEmpty()) {
            type.required("must specify a metric source type");
            return;
        }
        if (!METRIC_TYPES.contains(type.text())) {
            type.notSupported(METRIC_TYPES);
            return;
        }
        String field =
                Character.toLowerCase(type.text().charAt(0)) + type.text().substring(1);
        Cursor source = metric.field(field);
        if (!source.present()) {
            source.required("must populate information for the given metric source");
            return;
        }
        if (field.equals("resource") || field.equals("containerResource")) {
            if (source.text("name").isEmpty()) {
                source.field("name").required("must specify a resource name");
            }
            Cursor target = source.field("target");
            if (!target.has("averageUtilization") && !target.has("averageValue")) {
                target.field("averageUtilization")
                        .required("must set either a target raw value or a target utilization");
            }
        } else if (source.field("metric").text("name").isEmpty()) {
            source.field("metric").field("name").required("must specify a metric name");
        }
        target(source.field("target"));
    }

    private static void target(Cursor target) {
        Cursor type = target.field("type");
        switch (type.text()) {
            case "" -> type.required("must specify a metric target type");
            case "Utilization", "Value", "AverageValue" -> {}
            default -> type.invalid("must be either Utilization, Value, or AverageValue");
        }
        for (String field : List.of("value", "averageValue")) {
            if (target.has(field) && Numbers.quantity(target.field(field)).signum() <= 0) {
                target.field(field).invalid("must be positive");
            }
        }
        if (target.has("averageUtilization") && target.number("averageUtilization") < 1) {
            target.field("averageUtilization").invalid("must be greater than 0");
        }
    }

    private static void scaling(Cursor rules) {
        if (!rules.present()) {
            return;
        }
        Cursor window = rules.field("stabilizationWindowSeconds");
        if (window.number() < 0) {
            window.invalid("must be greater than or equal to zero");
        } else if (window.number() > WINDOW_SECONDS_MAX) {
            window.invalid("must be less than or equal to " + WINDOW_SECONDS_MAX);
        }
        if (rules.has("selectPolicy")) {
            Numbers.oneOf(rules.field("selectPolicy"), SELECT_POLICIES);
        }
        Cursor policies = rules.field("policies");
        if (policies.isEmpty()) {
            policies.required("must specify at least one Policy");
        }
        for (int i = 0; i < policies.size(); i++) {
            Cursor policy = policies.element(i);
            Numbers.oneOf(policy.field("type"), POLICY_TYPES);
            Numbers.positive(policy, "value");
            Numbers.positive(policy, "periodSeconds");
            if (policy.number("periodSeconds") > PERIOD_SECONDS_MAX) {
                policy.field("periodSeconds").invalid("must be less than or equal to " + PERIOD_SECONDS_MAX);
            }
        }
    }

    static void disruptionBudget(Cursor budget) {
        Cursor spec = budget.field("spec");
        if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
            spec.invalid("minAvailable and maxUnavailable cannot be both set");
        }
        for (String field : List.of("minAvailable", "maxUnavailable")) {
            if (spec.has(field)) {
                Numbers.countOrPercent(spec.field(field));
                Numbers.atMostHundredPercent(spec.field(field));
            }
        }
        LabelRules.selector(spec.field("selector"));
        if (spec.has("unhealthyPodEvictionPolicy")) {
            Numbers.oneOf(spec.field("unhealthyPodEvictionPolicy"), EVICTION_POLICIES);
        }
    }

    static void budgetStatus(Cursor budget, Cursor old) {
        StatusCounts.notNegative(
                budget.field("status"),
                List.of("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"));
    }
}
