package dev.archipelago.cluster.node;

import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What runs containers. It is told what should be and says what is: asked twice for the same, it does it once.
///
/// Answers may lie in the future where a runtime can tell, and the node looks again then. One that cannot tell says
/// [Instant#MAX], and has the pod looked at when it knows more.
public interface NodeRuntime {

    /// What it is and its version, such as `simulated://1`.
    String version();

    /// Whether a node is alive. One that is not neither renews its lease nor touches its pods.
    boolean isUp(Node node);

    /// Wants a container to run, and says what has become of it.
    Course run(Attempt attempt, Instant now);

    /// Wants all containers of a pod to stop.
    ///
    /// @param asked when it was told to
    /// @return when nothing of it runs any more
    Instant stop(Pod pod, Node node, Instant asked);

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

    /// What becomes of a run.
    ///
    /// @param pullFailure why its image cannot be had
    /// @param ready from when on it serves
    record Course(Optional<String> pullFailure, Instant started, Instant ready, Optional<Exit> exit) {

        public static Course unpullable(String why) {
            return new Course(Optional.of(why), Instant.MAX, Instant.MAX, Optional.empty());
        }
    }

    /// The end of a run.
    record Exit(int code, Instant at) {}
}
