package dev.archipelago.api.selector;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What makes a label requirement acceptable, in either of the forms it is written in.
final class RequirementRules {
    private RequirementRules() {}

    static List<String> faults(String key, Operator operator, List<String> values) {
        List<String> faults = new ArrayList<>(0);
        List<String> keyFaults = LabelSyntax.keyFaults(key);
        if (!keyFaults.isEmpty()) {
            faults.add("key: Invalid value: " + SelectorText.quoted(key) + ": " + String.join("; ", keyFaults));
        }
        addCountFaults(operator, values, faults);
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            if (isOrdering(operator) && Requirement.integer(value) == null) {
                faults.add("values[%d]: Invalid value: %s: for 'Gt', 'Lt' operators, the value must be an integer"
                        .formatted(i, SelectorText.quoted(value)));
            }
        }
        for (int i = 0; i < values.size(); i++) {
            List<String> valueFaults = LabelSyntax.valueFaults(values.get(i));
            if (!valueFaults.isEmpty()) {
                faults.add("values[%d][%s]: Invalid value: %s: %s"
                        .formatted(i, key, SelectorText.quoted(values.get(i)), String.join("; ", valueFaults)));
            }
        }
        return faults;
    }

    private static void addCountFaults(Operator operator, List<String> values, List<String> faults) {
        String fault = switch (operator) {
            case IN, NOT_IN -> values.isEmpty() ? "for 'in', 'notin' operators, values set can't be empty" : "";
            case EQUALS, DOUBLE_EQUALS, NOT_EQUALS ->
                values.size() != 1 ? "exact-match compatibility requires one single value" : "";
            case EXISTS, DOES_NOT_EXIST ->
                values.isEmpty() ? "" : "values set must be empty for exists and does not exist";
            case GREATER_THAN, LESS_THAN ->
                values.size() != 1 ? "for 'Gt', 'Lt' operators, exactly one value is required" : "";
        };
        if (!fault.isEmpty()) {
            faults.add("values: Invalid value: " + shown(values) + ": " + fault);
        }
    }

    private static String shown(List<String> values) {
        // An absent list is all that reaches here empty, and it is shown as such.
        return values.isEmpty()
                ? "null"
                : '['
                        + String.join(
                                ",", values.stream().map(SelectorText::quoted).toList())
                        + ']';
    }

    private static boolean isOrdering(Operator operator) {
        return operator == Operator.GREATER_THAN || operator == Operator.LESS_THAN;
    }

    /// Several complaints as one, each said once.
    static String aggregated(List<String> faults) {
        Set<String> distinct = new LinkedHashSet<>(faults);
        return distinct.size() == 1 ? faults.getFirst() : '[' + String.join(", ", distinct) + ']';
    }
}
