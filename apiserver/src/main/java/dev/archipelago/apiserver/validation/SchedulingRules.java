package dev.archipelago.apiserver.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Where and when a pod may be scheduled: tolerations, spreading, gates.
final class SchedulingRules {
    static final List<String> TAINT_EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    private static final List<String> TOLERATION_OPERATORS = List.of("Equal", "Exists");
    private static final List<String> SPREAD_ACTIONS = List.of("DoNotSchedule", "ScheduleAnyway");
    private static final List<String> NODE_POLICIES = List.of("Honor", "Ignore");

    private SchedulingRules() {}

    static void tolerations(Cursor tolerations) {
        for (int i = 0; i < tolerations.size(); i++) {
            toleration(tolerations.element(i));
        }
    }

    private static void toleration(Cursor toleration) {
        String key = toleration.text("key");
        String operator = toleration.text("operator");
        String effect = toleration.text("effect");
        if (!key.isEmpty()) {
            Formats.QUALIFIED_NAME.check(toleration.field("key"));
        } else if (!operator.equals("Exists")) {
            toleration
                    .field("operator")
                    .invalid(
                            "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (toleration.has("tolerationSeconds") && !effect.equals("NoExecute")) {
            toleration.field("effect").invalid("effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        tolerationValue(toleration, operator);
        if (!effect.isEmpty()) {
            Numbers.oneOf(toleration.field("effect"), TAINT_EFFECTS);
        }
    }

    private static void tolerationValue(Cursor toleration, String operator) {
        String value = toleration.text("value");
        switch (operator) {
            case "", "Equal" -> {
                List<String> problems = Formats.labelValue(value);
                if (!problems.isEmpty()) {
                    toleration.field("operator").invalid(value, String.join(";", problems));
                }
            }
            case "Exists" -> {
                if (!value.isEmpty()) {
                    toleration.field("operator").invalid(value, "value must be empty when `operator` is 'Exists'");
                }
            }
            default -> toleration.field("operator").notSupported(TOLERATION_OPERATORS);
        }
    }

    static void spread(Cursor constraints) {
        Set<String> pairs = new HashSet<>(0);
        for (int i = 0; i < constraints.size(); i++) {
            Cursor constraint = constraints.element(i);
            Numbers.positive(constraint, "maxSkew");
            if (constraint.text("topologyKey").isEmpty()) {
                constraint.field("topologyKey").required("can not be empty");
            }
            Numbers.oneOf(constraint.field("whenUnsatisfiable"), SPREAD_ACTIONS);
            String pair = "{" + constraint.text("topologyKey") + ", " + constraint.text("whenUnsatisfiable") + "}";
            if (!pairs.add(pair)) {
                constraint.field("{topologyKey, whenUnsatisfiable}").duplicate(pair);
            }
            minDomains(constraint);
            for (String policy : List.of("nodeAffinityPolicy", "nodeTaintsPolicy")) {
                if (constraint.has(policy)) {
                    Numbers.oneOf(constraint.field(policy), NODE_POLICIES);
                }
            }
            AffinityRules.labelKeys(constraint, "matchLabelKeys");
            LabelRules.selector(constraint.field("labelSelector"));
        }
    }

    private static void minDomains(Cursor constraint) {
        Cursor domains = constraint.field("minDomains");
        if (domains.present()) {
            Numbers.positive(constraint, "minDomains");
            if (!constraint.is("whenUnsatisfiable", "DoNotSchedule")) {
                domains.invalid("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not "
                        + constraint.text("whenUnsatisfiable"));
            }
        }
    }

    static void gates(Cursor gates) {
        Set<String> names = new HashSet<>(0);
        for (int i = 0; i < gates.size(); i++) {
            Cursor gate = gates.element(i);
            String name = gate.text("name");
            Formats.QUALIFIED_NAME.check(gate, name);
            if (!names.add(name)) {
                gate.duplicate(name);
            }
        }
    }
}
