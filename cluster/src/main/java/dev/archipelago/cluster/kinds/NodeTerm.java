package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.Texts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A node selector term: requirements that must all be met.
public record NodeTerm(List<Rule> rules) {

    /// One requirement.
    ///
    /// @param field whether it is about a field, the node's name, and not about a label
    public record Rule(boolean field, String key, String operator, List<String> values) {

        public boolean matches(Node node) {
            @Nullable String value = field ? node.name() : node.labels().get(key);
            return switch (operator) {
                case "In" -> value != null && values.contains(value);
                case "NotIn" -> value == null || !values.contains(value);
                case "Exists" -> value != null;
                case "DoesNotExist" -> value == null;
                case "Gt" -> value != null && compare(value) > 0;
                case "Lt" -> value != null && compare(value) < 0;
                default -> false;
            };
        }

        private int compare(String value) {
            try {
                return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
            } catch (NumberFormatException e) {
                return 0;
            }
        }
    }

    /// Reads one term.
    public static NodeTerm read(JsonNode term) {
        List<Rule> rules = new ArrayList<>();
        term.path("matchExpressions").forEach(rule -> rules.add(rule(rule, false)));
        term.path("matchFields").forEach(rule -> rules.add(rule(rule, true)));
        return new NodeTerm(List.copyOf(rules));
    }

    /// Reads `nodeSelectorTerms`, of which one must match; null when there are none.
    public static @Nullable List<NodeTerm> readAll(JsonNode selector) {
        if (!selector.isObject()) {
            return null;
        }
        List<NodeTerm> terms = new ArrayList<>();
        selector.path("nodeSelectorTerms").forEach(term -> terms.add(read(term)));
        return List.copyOf(terms);
    }

    private static Rule rule(JsonNode json, boolean field) {
        return new Rule(
                field,
                json.path("key").asString(""),
                json.path("operator").asString(""),
                Texts.list(json.path("values")));
    }

    /// Whether all requirements are met. A term without requirements matches nothing.
    public boolean matches(Node node) {
        for (Rule rule : rules) {
            if (!rule.matches(node)) {
                return false;
            }
        }
        return !rules.isEmpty();
    }

    /// Whether any term matches.
    public static boolean anyMatches(List<NodeTerm> terms, Node node) {
        for (NodeTerm term : terms) {
            if (term.matches(node)) {
                return true;
            }
        }
        return false;
    }
}
