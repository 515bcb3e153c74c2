package dev.archipelago.federation.status;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.Waits;
import dev.archipelago.federation.workload.InCluster;
import dev.archipelago.federation.workload.Sum;
import dev.archipelago.federation.workload.Template;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What an object of the federation says of itself: the sum of what it is in its clusters.
public final class TemplateStatus {
    private TemplateStatus() {}

    /// The whole status, for kinds that have one of their own; nothing for others.
    ///
    /// @param revision of the pods that it is to run
    static Optional<ObjectNode> of(
            Template template, String revision, List<InCluster> clusters, Waits waits, Instant now) {
        JsonNode known = template.object().view().path("status");
        ObjectNode status = known instanceof ObjectNode object ? object.deepCopy() : Json.object();
        return template.workload().sum(new Sum(template, revision, clusters, waits, now, status))
                ? Optional.of(status)
                : Optional.empty();
    }
}
