package dev.archipelago.federation.membership;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.kinds.Cluster;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Decides from the answers of a cluster how it is. One answer that differs from the others changes nothing: only when
/// they have differed for a while is the cluster said to be otherwise. Since when they do is kept in the cluster's own
/// status, so that a restart of the federation does not begin to count anew.
///
/// @param failure how long a cluster must have failed to answer to be taken for away
/// @param success how long it must have answered to be taken for back
public record Health(Duration failure, Duration success) {
    /// Whether it answered when it was last asked; its transition time tells since when.
    static final String RESPONDING = "Responding";

    /// What a cluster answered.
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

    /// The status after an answer. All else that it says stays as it is, so that what was known of a cluster is known
    /// while it is away.
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
