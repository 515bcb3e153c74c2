package dev.archipelago.federation.schedule.policy;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Where an object goes, or why it cannot. Callers keep what they have unless it is [Placed]: Karmada deletes an
/// object everywhere when no cluster fits any more, and so does a slip in a label.
public sealed interface Decision {
    /// The one reason that a decision itself brings about: it is given for all clusters from the second time on.
    String HAS_IT = "has it already";

    /// By cluster, for each that was considered: why it was chosen, or all that speaks against it.
    SortedMap<String, List<String>> reasons();

    /// It goes to these clusters, and from all others.
    ///
    /// @param clusters with the number of replicas, 0 for an object that has none
    /// @param affinityName the group of clusters that was used, to be given again next time; empty if it has no
    ///     name
    /// @param passedOver what kept it from earlier groups, in their order
    record Placed(
            SortedMap<String, Integer> clusters,
            String affinityName,
            List<String> passedOver,
            SortedMap<String, List<String>> reasons)
            implements Decision {

        public Placed {
            clusters = Collections.unmodifiableSortedMap(new TreeMap<>(clusters));
            passedOver = List.copyOf(passedOver);
            reasons = Collections.unmodifiableSortedMap(new TreeMap<>(reasons));
        }
    }

    /// There is no cluster to which it may go.
    record NoFit(SortedMap<String, List<String>> reasons) implements Decision {

        public NoFit {
            reasons = Collections.unmodifiableSortedMap(new TreeMap<>(reasons));
        }
    }

    /// There are clusters to which it may go, but not enough, or not with enough room.
    ///
    /// @param message what is missing
    record Unschedulable(String message, SortedMap<String, List<String>> reasons) implements Decision {

        public Unschedulable {
            reasons = Collections.unmodifiableSortedMap(new TreeMap<>(reasons));
        }
    }
}
