package dev.archipelago.cluster.node;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// Runs the containers of nodes. The node agent observes it while it plans, and has it act when it carries out a plan.
public interface NodeRuntime {

    /// What it is and its version, such as `simulated://1`.
    String version();

    /// Whether a node is alive. One that is not neither renews its lease nor touches its pods.
    boolean isUp(Node node);

    /// The containers of a pod as they are now. Asking changes nothing.
    PodContainers observe(Pod pod, Node node);

    /// Starts a container, and returns before it runs. A run that was asked for before is not started again.
    void start(Attempt attempt);

    /// Begins to stop all containers of a pod.
    ///
    /// @param asked when the pod was told to end
    void stop(Pod pod, Node node, Instant asked);

    /// Takes whom to tell of the pods whose containers have changed in a way that no [Course] foretold.
    default void connect(Consumer<Key> changed) {}

    /// One run of a container, from its start to its end.
    ///
    /// @param pod not to be kept
    /// @param container its part of the pod's spec
    /// @param initial whether it has to end before the pod can start
    /// @param number 0 for the first run
    /// @param since when it was to start
    /// @param started when it did, as far as is known: such a run goes on, also when the runtime is new
    record Attempt(
            Pod pod,
            Node node,
            JsonNode container,
            boolean initial,
            int number,
            Instant since,
            Optional<Instant> started) {}

    /// What becomes of a run. Times may lie in the future where a runtime can tell, and the node looks again then;
    /// [Instant#MAX] is a time that it cannot tell.
    ///
    /// @param toStart whether it waits to be started
    /// @param pullFailure why its image cannot be had
    /// @param ready from when on it serves
    record Course(boolean toStart, Optional<String> pullFailure, Instant started, Instant ready, Optional<Exit> exit) {
        public static final Course TO_START =
                new Course(true, Optional.empty(), Instant.MAX, Instant.MAX, Optional.empty());

        public static Course running(Instant started, Instant ready, Optional<Exit> exit) {
            return new Course(false, Optional.empty(), started, ready, exit);
        }

        public static Course unpullable(String why) {
            return new Course(false, Optional.of(why), Instant.MAX, Instant.MAX, Optional.empty());
        }
    }

    /// The end of a run.
    record Exit(int code, Instant at) {}
}
