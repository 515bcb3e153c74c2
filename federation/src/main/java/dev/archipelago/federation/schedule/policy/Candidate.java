package dev.archipelago.federation.schedule.policy;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.federation.kinds.ClusterTraits;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/// What the scheduler knows of a cluster, also in view of the object that is to be placed.
///
/// @param kinds what the cluster serves, each as `group/version/Kind`, core ones as `version/Kind`; empty when that
///     is not known, and then it is no obstacle
/// @param free how many more replicas the cluster could take; nothing for as many as one likes
/// @param ready of two equal clusters the ready one is chosen. It takes a taint to keep objects away.
/// @param assigned how many replicas it was given when the object was placed last, 0 for an object that has none;
///     nothing when the object is not there
/// @param barred why nothing may be put there whatever a policy says, as after a failure there; empty if it may
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
