package dev.archipelago.federation.status;

import dev.archipelago.apiserver.objects.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the status of one kind means: which part of it the binding keeps, whether it says that all is well, and how
/// those of several clusters add up. A new kind is a new class and a line in [KindStatuses].
abstract class KindStatus {
    /// The fields of a cluster's status that the binding keeps.
    abstract List<String> fields();

    /// The part of a cluster's status that the binding keeps, if there is any.
    Optional<ObjectNode> part(JsonNode status) {
        ObjectNode part = Json.object();
        for (String field : fields()) {
            JsonNode value = status.path(field);
            if (!value.isMissingNode() && !(value.isContainer() && value.isEmpty())) {
                part.set(field, value.deepCopy());
            }
        }
        return part.isEmpty() ? Optional.empty() : Optional.of(part);
    }

    /// Whether an object in a cluster is as well as it is to be.
    boolean isHealthy(JsonNode object) {
        JsonNode spec = object.path("spec");
        return !spec.has("replicas")
                || object.path("status").path("readyReplicas").asInt(0)
                        >= spec.path("replicas").asInt(1);
    }

    /// Adds up what it is in its clusters.
    ///
    /// @return whether the kind has a status of its own to be written
    abstract boolean add(Sum sum);
}
