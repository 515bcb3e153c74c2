package dev.archipelago.federation.status;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.RolloutRecord;
import dev.archipelago.federation.kinds.Waits;
import dev.archipelago.federation.workload.InCluster;
import dev.archipelago.federation.workload.Sum;
import dev.archipelago.federation.workload.Template;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Builds the status of a template: the sum of its status in all clusters.
public final class TemplateStatus {
    private TemplateStatus() {}

    /// The whole status; empty for kinds without a status of their own.
    ///
    /// @param isObserved whether the rollout is decided for the newest pod template
    static Optional<ObjectNode> of(
            Template template,
            RolloutRecord rollout,
            boolean isObserved,
            List<InCluster> clusters,
            Waits waits,
            Instant now) {
        JsonNode known = template.object().view().path("status");
        ObjectNode status = known instanceof ObjectNode object ? object.deepCopy() : Json.object();
        return template.workload().sum(new Sum(template, rollout, isObserved, clusters, waits, now, status))
                ? Optional.of(status)
                : Optional.empty();
    }
}
