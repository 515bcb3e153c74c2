package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.kinds.Cluster;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Decides whether a cluster is ready from the results of probes. A single differing result changes nothing: the result
/// must stay the same for a while. The time of the last change is kept in the cluster's status, so that a restart of
/// the federation does not start the count again.
///
/// @param failure how long probes must fail before the cluster is not ready
/// @param success how long probes must succeed before the cluster is ready again
public record Health(Duration failure, Duration success) {
    /// The condition with the result of the last probe; its transition time is that of the last change.
    static final String RESPONDING = "Responding";

    /// The result of a probe.
    public enum Answer {
        READY("True", "ClusterReady", "the cluster is ready"),
        NOT_READY("False", "ClusterNotReady", "the cluster says that it is not ready"),
        EXCESSIVE("False", "ClusterAnswersTooLong", "the cluster sends more than is taken from it"),
        NONE("Unknown", "ClusterNotReachable", "the cluster cannot be reached");

        private final String value;
        private final String reason;
        private final String message;

        Answer(String value, String reason, String message) {
            this.value = value;
            this.reason = reason;
            this.message = message;
        }
    }

    /// The status after a probe. Other fields are kept, so that what was known of a cluster is still known while
    /// it is unreachable.
    public ObjectNode after(JsonNode status, Answer answer, String detail, Instant now) {
        ObjectNode next = status.isObject() ? ((ObjectNode) status).deepCopy() : Json.object();
        boolean responds = answer == Answer.READY;
        String message = detail.isEmpty() ? answer.message : answer.message + ": " + detail;
        Conditions.set(
                next, new Conditions.Condition(RESPONDING, responds ? "True" : "False", answer.reason, message), now);
        JsonNode ready = Conditions.find(next, Cluster.READY);
        boolean wasReady = Conditions.isTrue(next, Cluster.READY);
        Instant since = Texts.time(Conditions.find(next, RESPONDING).path("lastTransitionTime"))
                .orElse(now);
        Duration lasted = Duration.between(since, now);
        boolean isNew = ready.isMissingNode();
        boolean longEnough = lasted.compareTo(responds ? success : failure) >= 0;
        if (isNew || responds == wasReady || longEnough) {
            if (!(wasReady && responds)) {
                Conditions.set(
                        next, new Conditions.Condition(Cluster.READY, answer.value, answer.reason, message), now);
            }
        }
        return next;
    }
}
