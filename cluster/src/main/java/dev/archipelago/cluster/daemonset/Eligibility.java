package dev.archipelago.cluster.daemonset;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.controller.objects.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Which nodes the pods of a set are for.
final class Eligibility {
    private final String nodeName;
    private final Map<String, String> nodeSelector;
    private final @Nullable List<Term> terms;
    private final List<JsonNode> tolerations = new ArrayList<>();

    enum Verdict {
        /// A pod should be there.
        RUN,
        /// A pod that is there may stay.
        STAY,
        /// No pod may be there.
        LEAVE
    }

    /// Requirements of which all must be met.
    private record Term(List<Rule> rules) {

        static Term read(JsonNode json) {
            List<Rule> rules = new ArrayList<>();
            json.path("matchExpressions").forEach(rule -> rules.add(Rule.read(rule, false)));
            json.path("matchFields").forEach(rule -> rules.add(Rule.read(rule, true)));
            return new Term(rules);
        }

        boolean matches(Node node) {
            return !rules.isEmpty() && rules.stream().allMatch(rule -> rule.matches(node));
        }
    }

    /// @param field whether it is about the node's name and not about a label
    private record Rule(boolean field, String key, String operator, List<String> values) {

        static Rule read(JsonNode json, boolean field) {
            return new Rule(
                    field,
                    json.path("key").asString(""),
                    json.path("operator").asString(""),
                    Texts.list(json.path("values")));
        }

        boolean matches(Node node) {
            String value = field ? node.name() : node.labels().get(key);
            return switch (operator) {
                case "In" -> value != null && values.contains(value);
                case "NotIn" -> value == null || !values.contains(value);
                case "Exists" -> value != null;
                case "DoesNotExist" -> value == null;
                case "Gt" -> value != null && compared(value) > 0;
                case "Lt" -> value != null && compared(value) < 0;
                default -> false;
            };
        }

        private int compared(String value) {
            try {
                return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
            } catch (NumberFormatException e) {
                return 0;
            }
        }
    }

    /// @param spec of the pods as they are made, with all that they tolerate
    Eligibility(JsonNode spec) {
        nodeName = spec.path("nodeName").asString("");
        nodeSelector = Texts.map(spec.path("nodeSelector"));
        JsonNode required =
                spec.path("affinity").path("nodeAffinity").path("requiredDuringSchedulingIgnoredDuringExecution");
        terms = required.isObject()
                ? required.path("nodeSelectorTerms")
                        .valueStream()
                        .map(Term::read)
                        .toList()
                : null;
        spec.path("tolerations").forEach(tolerations::add);
    }

    Verdict of(Node node) {
        if (!isMeant(node)) {
            return Verdict.LEAVE;
        }
        Verdict verdict = Verdict.RUN;
        for (Node.Taint taint : node.taints()) {
            if (!isTolerated(taint)) {
                switch (taint.effect()) {
                    case "NoExecute" -> {
                        return Verdict.LEAVE;
                    }
                    case "NoSchedule" -> verdict = Verdict.STAY;
                    default -> {}
                }
            }
        }
        return verdict;
    }

    private boolean isMeant(Node node) {
        return (nodeName.isEmpty() || nodeName.equals(node.name()))
                && node.labels().entrySet().containsAll(nodeSelector.entrySet())
                && (terms == null || terms.stream().anyMatch(term -> term.matches(node)));
    }

    private boolean isTolerated(Node.Taint taint) {
        for (JsonNode toleration : tolerations) {
            String effect = toleration.path("effect").asString("");
            String key = toleration.path("key").asString("");
            boolean exists = toleration.path("operator").asString("").equals("Exists");
            if ((effect.isEmpty() || effect.equals(taint.effect()))
                    && (key.isEmpty() || key.equals(taint.key()))
                    && (exists || toleration.path("value").asString("").equals(taint.value()))) {
                return true;
            }
        }
        return false;
    }
}
