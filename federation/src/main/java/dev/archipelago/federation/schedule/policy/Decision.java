package dev.archipelago.federation.schedule.policy;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Where an object goes, or why it cannot be placed. Unless it is [Placed], callers keep the previous placement:
/// Karmada deletes an object everywhere when no cluster fits any more, for which a typing error in a label is enough.
public sealed interface Decision {
    /// The one reason that an earlier decision causes: from the second time on it is given for all clusters.
    String HAS_IT = "has it already";

    /// Why each considered cluster was chosen or not.
    SortedMap<String, List<String>> reasons();

    /// The object goes to these clusters and is removed from all others.
    ///
    /// @param clusters with the number of replicas, 0 for an object without replicas
    /// @param affinityName the group that was used, to be passed next time; empty if it has no name
    /// @param passedOver why earlier groups were not used, in their order
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

    /// No cluster fits.
    record NoFit(SortedMap<String, List<String>> reasons) implements Decision {

        public NoFit {
            reasons = Collections.unmodifiableSortedMap(new TreeMap<>(reasons));
        }
    }

    /// Clusters fit, but too few or with too little room.
    ///
    /// @param message what is missing
    record Unschedulable(String message, SortedMap<String, List<String>> reasons) implements Decision {

        public Unschedulable {
            reasons = Collections.unmodifiableSortedMap(new TreeMap<>(reasons));
        }
    }
}
