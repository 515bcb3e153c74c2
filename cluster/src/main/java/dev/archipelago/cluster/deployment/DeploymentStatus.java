package dev.archipelago.cluster.deployment;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Conditions.Condition;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.kinds.Statuses;
import dev.archipelago.controller.plan.Action;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Builds the status of a deployment: counts, availability and progress.
final class DeploymentStatus {
    private static final String FAILURE = "ReplicaFailure";

    private final Sets sets;
    private final Deployment deployment;
    private final Instant now;
    private final ObjectNode json;

    DeploymentStatus(Sets sets, Instant now) {
        this.sets = sets;
        this.deployment = sets.deployment();
        this.now = now;
        this.json = counts();
        boolean enough = json.path("availableReplicas").asInt(0) >= deployment.replicas() - deployment.maxUnavailable();
        Progress.set(
                json,
                enough
                        ? new Condition(
                                "Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability.")
                        : new Condition(
                                "Available",
                                "False",
                                "MinimumReplicasUnavailable",
                                "Deployment does not have minimum availability."),
                now);
    }

    private ObjectNode counts() {
        ReplicaSet latest = sets.latest();
        int available = sets.counted("availableReplicas");
        ObjectNode counts = Json.object();
        Statuses.putCount(counts, "availableReplicas", available);
        if (deployment.status().has("collisionCount")) {
            counts.set("collisionCount", deployment.status().path("collisionCount"));
        }
        if (deployment.status().hasNonNull("conditions")) {
            counts.set("conditions", deployment.status().path("conditions").deepCopy());
        }
        counts.put("observedGeneration", deployment.meta().generation());
        Statuses.putCount(counts, "readyReplicas", sets.counted("readyReplicas"));
        Statuses.putCount(counts, "replicas", sets.counted("replicas"));
        terminating().ifPresent(count -> counts.put("terminatingReplicas", count));
        Statuses.putCount(counts, "unavailableReplicas", Math.max(0, sets.size() - available));
        Statuses.putCount(counts, "updatedReplicas", latest == null ? 0 : latest.counted("replicas"));
        return counts;
    }

    /// Terminating replicas; empty when a set is managed by a controller that does not count them.
    private Optional<Integer> terminating() {
        int sum = 0;
        for (ReplicaSet set : sets.all()) {
            if (!set.status().has("terminatingReplicas") && set.observedGeneration() > 0) {
                return Optional.empty();
            }
            sum += set.counted("terminatingReplicas");
        }
        return Optional.of(sum);
    }

    /// Whether the rollout is complete by the written status.
    static boolean isComplete(Deployment deployment, JsonNode status) {
        int replicas = deployment.replicas();
        return status.path("updatedReplicas").asInt(0) == replicas
                && status.path("replicas").asInt(0) == replicas
                && status.path("availableReplicas").asInt(0) == replicas
                && status.path("observedGeneration").asLong(0)
                        >= deployment.meta().generation();
    }

    /// Sets the Progressing condition.
    DeploymentStatus progressing(String value, String reason, String message) {
        if (deployment.progressDeadline().isPresent()) {
            Progress.set(json, new Condition(Progress.PROGRESSING, value, reason, message), now);
        }
        return this;
    }

    DeploymentStatus collided() {
        json.put("collisionCount", deployment.counted("collisionCount") + 1);
        return this;
    }

    /// Sets the Progressing condition by what has changed since the last status.
    DeploymentStatus judged() {
        Duration deadline = deployment.progressDeadline().orElse(null);
        ReplicaSet latest = sets.latest();
        if (deadline == null) {
            Conditions.remove(json, Progress.PROGRESSING);
        } else {
            if (latest != null && !Progress.isKnown(json)) {
                progressing("True", Progress.FOUND, "Found new replica set \"" + latest.name() + '"');
            }
            boolean done = counted("replicas") == counted("updatedReplicas")
                    && Progress.reason(json).equals(Progress.AVAILABLE);
            if (!done) {
                judge(deadline);
            }
        }
        reportFailures();
        return this;
    }

    private void judge(Duration deadline) {
        ReplicaSet latest = sets.latest();
        String who = latest == null ? "Deployment \"" + deployment.name() + '"' : "ReplicaSet \"" + latest.name() + '"';
        if (isComplete(deployment, json)) {
            progressing("True", Progress.AVAILABLE, who + " has successfully progressed.");
        } else if (hasGotOn()) {
            Progress.renew(
                    json, new Condition(Progress.PROGRESSING, "True", Progress.UPDATED, who + " is progressing."), now);
        } else if (hasTimedOut(deadline)) {
            progressing("False", Progress.TIMED_OUT, who + " has timed out progressing.");
        }
    }

    private boolean hasGotOn() {
        int oldPods = counted("replicas") - counted("updatedReplicas");
        int oldPodsBefore = deployment.counted("replicas") - deployment.counted("updatedReplicas");
        return counted("updatedReplicas") > deployment.counted("updatedReplicas")
                || oldPods < oldPodsBefore
                || counted("readyReplicas") > deployment.counted("readyReplicas")
                || counted("availableReplicas") > deployment.counted("availableReplicas");
    }

    private boolean hasTimedOut(Duration deadline) {
        return Progress.isKnown(json)
                && !Progress.reason(json).equals(Progress.AVAILABLE)
                && Progress.last(json).plus(deadline).isBefore(now);
    }

    private int counted(String field) {
        return json.path(field).asInt(0);
    }

    /// Copies the ReplicaFailure condition of a set.
    private void reportFailures() {
        ReplicaSet latest = sets.latest();
        JsonNode failure = latest == null ? json.path("") : Conditions.find(latest.status(), FAILURE);
        for (ReplicaSet set : sets.old()) {
            failure = failure.isMissingNode() ? Conditions.find(set.status(), FAILURE) : failure;
        }
        if (failure.isMissingNode()) {
            Conditions.remove(json, FAILURE);
            return;
        }
        JsonNode known = Conditions.find(json, FAILURE);
        String reason = failure.path("reason").asString("");
        if (!known.path("reason").asString("").equals(reason)) {
            String since = failure.path("lastTransitionTime").asString("");
            String message = failure.path("message").asString("");
            Progress.put(json, new Condition(FAILURE, "True", reason, message), since, since);
        }
    }

    /// When the progress deadline will be exceeded.
    Optional<Instant> deadline() {
        String reason = Progress.reason(json);
        if (!Progress.isKnown(json)
                || isComplete(deployment, json)
                || reason.equals(Progress.TIMED_OUT)
                || reason.equals(Progress.AVAILABLE)) {
            return Optional.empty();
        }
        // Written times are truncated to whole seconds.
        return deployment
                .progressDeadline()
                .map(deadline -> Progress.last(json).plus(deadline).plusSeconds(1));
    }

    /// The status update with the latest revision number; empty when both are unchanged.
    ///
    /// An API server that ignores annotations in a status update gets them in a second write.
    Optional<Action> write(long revision) {
        boolean noted = revision == 0 || DeploymentAnnotations.revision(deployment) == revision;
        if (!Statuses.same(deployment.status(), json)) {
            ObjectNode tree = deployment.tree();
            tree.set("status", json);
            if (!noted) {
                tree.withObjectProperty("metadata")
                        .withObjectProperty("annotations")
                        .put(DeploymentAnnotations.REVISION, Long.toString(revision));
            }
            return Optional.of(new Action.Update(Deployment.KIND, tree, "status"));
        }
        return noted ? Optional.empty() : Optional.of(note(revision));
    }

    private Action note(long revision) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata")
                .put("uid", deployment.uid())
                .putObject("annotations")
                .put(DeploymentAnnotations.REVISION, Long.toString(revision));
        return new Action.Patch(Deployment.KIND, deployment.key(), "", new PatchBody.Merge(patch), false);
    }
}
