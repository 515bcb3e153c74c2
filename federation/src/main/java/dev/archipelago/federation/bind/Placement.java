package dev.archipelago.federation.bind;

import dev.archipelago.federation.kinds.Binding;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Where an object goes, and why.
///
/// @param reasons by cluster, why it was chosen or not
/// @param problem why not all could be placed; empty when it could
/// @param group the group of clusters that a policy's affinities gave; empty for none
record Placement(List<Binding.Target> targets, SortedMap<String, String> reasons, String problem, String group) {
    /// As long as nobody has said where.
    static final Placement NOWHERE = new Placement(List.of(), new TreeMap<>(), "", "");

    Placement {
        targets = List.copyOf(targets);
        reasons = Collections.unmodifiableSortedMap(new TreeMap<>(reasons));
    }
}
