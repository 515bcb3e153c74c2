package dev.archipelago.federation.schedule.policy;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.federation.kinds.ClusterTraits;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/// What the scheduler knows of a cluster, in view of the object to be placed.
///
/// @param kinds the served kinds, as `group/version/Kind` or `version/Kind` for the core group; empty when unknown,
/// which excludes nothing
/// @param free how many more replicas fit; empty for no limit
/// @param ready preferred among equal clusters; only a taint keeps objects away
/// @param assigned how many replicas it was given last, 0 for an object without replicas; empty when the object
/// is not there
/// @param barred why nothing may be placed there whatever a policy says, as after a failure; empty when it may
public record Candidate(
        ClusterTraits traits,
        List<Node.Taint> taints,
        Set<String> kinds,
        OptionalInt free,
        boolean ready,
        OptionalInt assigned,
        String barred) {

    public Candidate {
        taints = List.copyOf(taints);
        kinds = Set.copyOf(kinds);
    }

    public String name() {
        return traits.name();
    }

    /// Whether the object is there already.
    boolean hasIt() {
        return assigned.isPresent();
    }
}
