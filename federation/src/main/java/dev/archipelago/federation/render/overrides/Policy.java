package dev.archipelago.federation.render.overrides;

import tools.jackson.databind.JsonNode;

/// An OverridePolicy or ClusterOverridePolicy.
///
/// @param clusterWide whether it is a ClusterOverridePolicy
public record Policy(boolean clusterWide, String name, JsonNode spec) {
    String kind() {
        return clusterWide ? "ClusterOverridePolicy" : "OverridePolicy";
    }
}
