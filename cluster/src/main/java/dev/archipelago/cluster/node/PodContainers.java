package dev.archipelago.cluster.node;

import dev.archipelago.cluster.node.NodeRuntime.Attempt;
import dev.archipelago.cluster.node.NodeRuntime.Course;
import java.time.Instant;
import java.util.Optional;

/// The containers of one pod, as a runtime saw them when it was asked.
public interface PodContainers {

    /// What becomes of a run.
    Course course(Attempt attempt);

    /// When nothing of the pod runs any more.
    ///
    /// @param asked when the pod was told to end
    /// @return empty when the runtime has yet to be told to stop it
    Optional<Instant> stopped(Instant asked);
}
