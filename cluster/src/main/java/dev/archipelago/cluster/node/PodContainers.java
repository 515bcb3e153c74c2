package dev.archipelago.cluster.node;

import dev.archipelago.cluster.node.NodeRuntime.Attempt;
import dev.archipelago.cluster.node.NodeRuntime.Progress;
import java.time.Instant;
import java.util.Optional;

/// The containers of one pod, as observed in a runtime at one moment.
public interface PodContainers {

    /// The progress of a run.
    Progress progress(Attempt attempt);

    /// When all containers of the pod have stopped.
    ///
    /// @param asked when the pod was deleted
    /// @return empty when the runtime has yet to be asked to stop them
    Optional<Instant> stopped(Instant asked);
}
