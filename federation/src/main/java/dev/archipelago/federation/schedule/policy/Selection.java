package dev.archipelago.federation.schedule.policy;

import java.util.List;
import java.util.Map;

/// Which clusters were selected of those that fit.
sealed interface Selection {

    /// These were.
    ///
    /// @param clusters never empty
    /// @param reasons for each cluster that fits, why it was selected, or why not
    record Selected(List<Ranked> clusters, Map<String, String> reasons) implements Selection {}

    /// The clusters that fit cannot be spread as they should.
    ///
    /// @param message why not
    record Impossible(String message) implements Selection {}
}
