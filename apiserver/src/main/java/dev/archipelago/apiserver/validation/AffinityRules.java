package dev.archipelago.apiserver.validation;

import tools.jackson.databind.JsonNode;

/// Affinity of pods for nodes and for each other.
final class AffinityRules {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private AffinityRules() {}

    static void affinity(Cursor affinity) {
        if (!affinity.present()) {
            return;
        }
        Cursor node = affinity.field("nodeAffinity");
        if (node.has(REQUIRED)) {
            nodeSelector(node.field(REQUIRED));
        }
        Cursor preferred = node.field(PREFERRED);
        for (int i = 0; i < preferred.size(); i++) {
            Cursor term = preferred.element(i);
            weight(term);
            nodeSelectorTerm(term.field("preference"), false);
        }
        podAffinity(affinity.field("podAffinity"));
        podAffinity(affinity.field("podAntiAffinity"));
    }

    static void nodeSelector(Cursor selector) {
        Cursor terms = selector.field("nodeSelectorTerms");
        if (terms.isEmpty()) {
            terms.required("must have at least one node selector term");
        }
        for (int i = 0; i < terms.size(); i++) {
            nodeSelectorTerm(terms.element(i), true);
        }
    }

    private static void nodeSelectorTerm(Cursor term, boolean checkValues) {
        Cursor expressions = term.field("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            nodeExpression(expressions.element(i), checkValues);
        }
        Cursor fields = term.field("matchFields");
        for (int i = 0; i < fields.size(); i++) {
            nodeField(fields.element(i));
        }
    }

    private static void nodeExpression(Cursor expression, boolean checkValues) {
        Cursor values = expression.field("values");
        switch (expression.text("operator")) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    values.required("must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            case "Gt", "Lt" -> {
                if (values.size() != 1) {
                    values.required("must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            default -> expression.field("operator").invalid("not a valid selector operator");
        }
        Formats.QUALIFIED_NAME.check(expression.field("key"));
        for (int i = 0; i < values.size() && checkValues; i++) {
            Formats.LABEL_VALUE.check(values.element(i));
        }
    }

    private static void nodeField(Cursor field) {
        Cursor values = field.field("values");
        if (!field.is("operator", "In") && !field.is("operator", "NotIn")) {
            field.field("operator").invalid("not a valid selector operator");
        } else if (values.size() != 1) {
            values.required("must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
        }
        if (!field.is("key", "metadata.name")) {
            field.field("key").invalid("not a valid field selector key");
        } else {
            for (int i = 0; i < values.size(); i++) {
                Formats.DNS_SUBDOMAIN.check(values.element(i));
            }
        }
    }

    private static void podAffinity(Cursor affinity) {
        Cursor required = affinity.field(REQUIRED);
        for (int i = 0; i < required.size(); i++) {
            podTerm(required.element(i));
        }
        Cursor preferred = affinity.field(PREFERRED);
        for (int i = 0; i < preferred.size(); i++) {
            weight(preferred.element(i));
            podTerm(preferred.element(i).field("podAffinityTerm"));
        }
    }

    private static void weight(Cursor term) {
        long weight = term.number("weight");
        if (weight <= 0 || weight > 100) {
            term.field("weight").invalid(weight, "must be in the range 1-100");
        }
    }

    private static void podTerm(Cursor term) {
        LabelRules.selector(term.field("labelSelector"));
        LabelRules.selector(term.field("namespaceSelector"));
        for (JsonNode namespace : term.field("namespaces").items()) {
            Formats.DNS_LABEL.check(term.at("namespace", null), namespace.asString());
        }
        labelKeys(term, "matchLabelKeys");
        labelKeys(term, "mismatchLabelKeys");
        Cursor topology = term.field("topologyKey");
        if (topology.text().isEmpty()) {
            topology.required("can not be empty");
        }
        Formats.QUALIFIED_NAME.check(topology);
    }

    static void labelKeys(Cursor term, String field) {
        Cursor keys = term.field(field);
        if (!keys.isEmpty() && !term.has("labelSelector")) {
            keys.forbidden("must not be specified when labelSelector is not set");
            return;
        }
        for (int i = 0; i < keys.size(); i++) {
            Formats.QUALIFIED_NAME.check(keys.element(i));
        }
    }
}
