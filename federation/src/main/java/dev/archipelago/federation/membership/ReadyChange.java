package dev.archipelago.federation.membership;

import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.federation.kinds.Cluster;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What people are told of a cluster that is lost or comes back. Whoever writes its status tells it after that has
/// succeeded: from the status before and the status after, so that it is told once.
final class ReadyChange {
    /// Who tells it.
    static final String SOURCE = "cluster-status-controller";

    private ReadyChange() {}

    /// @param after its status as it was written
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
