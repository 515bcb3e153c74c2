package dev.archipelago.apiserver.authz;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.selector.LabelSelector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The rules of ClusterRoles that gather those of others by label.
///
/// An aggregate has no rules of its own: it holds what the roles it selects hold, and where those are aggregates too,
/// what these select. So the result does not depend on what was stored before, nor on the order of computing.
public final class AggregatedRules {
    private AggregatedRules() {}

    /// A ClusterRole, decoded once.
    ///
    /// @param selectors empty for a role that gathers nothing
    record ClusterRole(Map<String, String> labels, List<LabelSelector> selectors, List<PolicyRule> rules) {
        static ClusterRole of(JsonNode role) {
            List<LabelSelector> selectors = new ArrayList<>();
            for (JsonNode selector : role.path("aggregationRule").path("clusterRoleSelectors")) {
                selectors.add(selector(selector));
            }
            Map<String, String> labels = new TreeMap<>();
            role.path("metadata").path("labels").forEachEntry((key, value) -> labels.put(key, value.asString("")));
            return new ClusterRole(labels, List.copyOf(selectors), PolicyRule.listOf(role));
        }

        /// What cannot be understood selects nothing.
        private static LabelSelector selector(JsonNode selector) {
            try {
                return LabelSelector.of(selector);
            } catch (ApiException e) {
                return LabelSelector.nothing();
            }
        }

        boolean isAggregate() {
            return !selectors.isEmpty();
        }
    }

    /// What the `rules` of a ClusterRole should be, or empty when it has no aggregation rule and is left alone.
    ///
    /// @param clusterRoles all ClusterRoles there are
    public static Optional<ArrayNode> of(JsonNode clusterRole, Iterable<? extends JsonNode> clusterRoles) {
        ClusterRole aggregate = ClusterRole.of(clusterRole);
        if (!aggregate.isAggregate()) {
            return Optional.empty();
        }
        SortedMap<String, ClusterRole> all = new TreeMap<>();
        for (JsonNode role : clusterRoles) {
            all.put(Json.text(role.path("metadata"), "name"), ClusterRole.of(role));
        }
        ArrayNode rules = JsonNodeFactory.instance.arrayNode();
        for (PolicyRule rule : gather(Json.text(clusterRole.path("metadata"), "name"), aggregate, all)) {
            rules.add(rule.toJson());
        }
        return Optional.of(rules);
    }

    /// The rules an aggregate holds, each once, in the order of selectors and role names.
    static List<PolicyRule> gather(String name, ClusterRole aggregate, SortedMap<String, ClusterRole> all) {
        Set<PolicyRule> rules = new LinkedHashSet<>();
        Set<String> visited = new HashSet<>();
        visited.add(name);
        gather(aggregate, all, visited, rules);
        return List.copyOf(rules);
    }

    private static void gather(
            ClusterRole aggregate, SortedMap<String, ClusterRole> all, Set<String> visited, Set<PolicyRule> rules) {
        for (LabelSelector selector : aggregate.selectors) {
            for (Map.Entry<String, ClusterRole> entry : all.entrySet()) {
                ClusterRole role = entry.getValue();
                if (!selector.matches(role.labels) || !visited.add(entry.getKey())) {
                    continue;
                }
                if (role.isAggregate()) {
                    gather(role, all, visited, rules);
                } else {
                    rules.addAll(role.rules);
                }
            }
        }
    }
}
