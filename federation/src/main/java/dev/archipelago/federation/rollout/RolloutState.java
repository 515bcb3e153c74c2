package dev.archipelago.federation.rollout;

import dev.archipelago.federation.kinds.RolloutRecord;
import java.util.List;

/// The input of [RolloutPlanner].
///
/// @param before the last decision
/// @param newest the revision that the template asks for
/// @param clusters that are to have the workload, in the order of their names
/// @param now as Kubernetes writes it
record RolloutState(
        RolloutRecord before, RolloutRecord.Revision newest, List<Candidate> clusters, Terms terms, String now) {

    /// One cluster that is to have the workload.
    ///
    /// @param standing its state, where `current` means that it has the pods it was told to run
    /// @param isKnown whether it is known what it has
    /// @param running a hash of the pod template that it has; empty when it has none
    /// @param next the same for the newest revision; empty while a policy cannot be applied
    /// @param stable the same for the stable revision; empty when there is none
    record Candidate(Standing standing, boolean isKnown, String running, String next, String stable) {
        String cluster() {
            return standing.cluster();
        }
    }
}
