package dev.archipelago.federation.admission;

import dev.archipelago.federation.kinds.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What determines the names of a StatefulSet, of its pods and of its claims in clusters.
///
/// @param global whether it has global ordinals, and so the same name in every cluster
/// @param claims the names of its claim templates
public record SetName(String namespace, String name, boolean global, List<String> claims) {
    public SetName {
        claims = List.copyOf(claims);
    }

    public static SetName of(String namespace, JsonNode set) {
        JsonNode metadata = set.path("metadata");
        List<String> claims = new ArrayList<>();
        for (JsonNode claim : set.path("spec").path("volumeClaimTemplates")) {
            claims.add(claim.path("metadata").path("name").asString(""));
        }
        return new SetName(
                namespace,
                metadata.path("name").asString(""),
                metadata.path("annotations").path(Names.IDENTITY).asString("").equals("Global"),
                claims);
    }

    /// The set's name in a cluster.
    String in(String cluster) {
        return global ? name : name + '-' + cluster;
    }

    /// Whether the set has this name in a cluster.
    boolean hasName(String called, String cluster) {
        return in(cluster).equals(called);
    }

    Optional<SetName> ifGlobal(boolean wanted) {
        return global == wanted ? Optional.of(this) : Optional.empty();
    }
}
