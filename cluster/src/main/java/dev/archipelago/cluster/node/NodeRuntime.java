package dev.archipelago.cluster.node;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// Runs the containers of nodes. Planners observe it, from any thread, and the effects of their plans call
/// it to act.
public interface NodeRuntime {

    /// Its name and version, such as `simulated://1`.
    String version();

    /// Whether a node is alive. A dead node neither renews its Lease nor updates its pods.
    boolean isUp(Node node);

    /// The current containers of a pod. Observing changes nothing.
    PodContainers observe(Pod pod, Node node);

    /// Starts a container, and returns before it runs. A repeated start of the same run does nothing.
    void start(Attempt attempt);

    /// Starts to stop all containers of a pod, and returns before they have stopped.
    ///
    /// @param asked when the pod was deleted
    void stop(Pod pod, Node node, Instant asked);

    /// Registers a listener for pods whose containers changed in a way that no [Progress] predicted.
    default void connect(Consumer<Key> changed) {}

    /// One run of a container, from its start to its end.
    ///
    /// @param pod must not be kept after the call
    /// @param container its part of the pod's spec
    /// @param initial whether it is an init container, which ends before the others start
    /// @param number 0 for the first run
    /// @param since when it was to start
    /// @param started when it started, if it has; such a run continues, also when the runtime is new
    record Attempt(
            Pod pod,
            Node node,
            JsonNode container,
            boolean initial,
            int number,
            Instant since,
            Optional<Instant> started) {}

    /// The progress of a run. Times may be in the future when the runtime can predict them, and the pod is
    /// planned again then; [Instant#MAX] is a time that is not known.
    ///
    /// @param toStart whether the runtime must be asked to start it
    /// @param pullFailure why its image cannot be pulled
    /// @param ready when it becomes ready
    record Progress(
            boolean toStart, Optional<String> pullFailure, Instant started, Instant ready, Optional<Exit> exit) {
        public static final Progress TO_START =
                new Progress(true, Optional.empty(), Instant.MAX, Instant.MAX, Optional.empty());

        public static Progress running(Instant started, Instant ready, Optional<Exit> exit) {
            return new Progress(false, Optional.empty(), started, ready, exit);
        }

        public static Progress unpullable(String why) {
            return new Progress(false, Optional.of(why), Instant.MAX, Instant.MAX, Optional.empty());
        }
    }

    /// The end of a run.
    record Exit(int code, Instant at) {}
}
