package dev.archipelago.federation.membership;

import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.federation.kinds.Cluster;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The event when a cluster becomes ready or unready. It is derived from the status before and after a successful
/// write, so that the writer emits it once.
final class ReadyChange {
    /// The component that emits it.
    static final String SOURCE = "cluster-status-controller";

    private ReadyChange() {}

    /// @param after the status that was written
    static Optional<EventNote> of(Cluster before, JsonNode after) {
        JsonNode was = Conditions.find(before.status(), Cluster.READY);
        JsonNode is = Conditions.find(after, Cluster.READY);
        if (is.isMissingNode() || is.path("status").equals(was.path("status"))) {
            return Optional.empty();
        }
        return Optional.of(new EventNote(
                Cluster.KIND,
                before,
                !Conditions.isTrue(after, Cluster.READY),
                is.path("reason").asString(""),
                is.path("message").asString("")));
    }
}
