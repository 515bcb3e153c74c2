package dev.archipelago.federation.render.overrides;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An object after the overrides for one cluster.
///
/// @param applied the rules that were applied, in order
public record Overridden(ObjectNode object, List<Applied> applied) {
    public Overridden {
        applied = List.copyOf(applied);
    }

    /// An applied rule of a policy.
    public record Applied(boolean clusterWide, String policy, JsonNode overriders) {}

    /// The names of the ClusterOverridePolicies, in order.
    public List<String> clusterPolicies() {
        return names(true);
    }

    /// The names of the OverridePolicies, in order.
    public List<String> policies() {
        return names(false);
    }

    private List<String> names(boolean clusterWide) {
        return applied.stream()
                .filter(rule -> rule.clusterWide() == clusterWide)
                .map(Applied::policy)
                .distinct()
                .toList();
    }
}
