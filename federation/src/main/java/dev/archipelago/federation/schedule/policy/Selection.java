package dev.archipelago.federation.schedule.policy;

import java.util.List;
import java.util.Map;

/// The result of selecting among the clusters that fit.
sealed interface Selection {

    /// The selected clusters.
    ///
    /// @param clusters never empty
    /// @param reasons for each cluster that fits, why it was selected or not
    record Selected(List<Ranked> clusters, Map<String, String> reasons) implements Selection {}

    /// The constraints cannot be satisfied.
    ///
    /// @param message why not
    record Impossible(String message) implements Selection {}
}
