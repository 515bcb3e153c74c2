package dev.archipelago.cluster.deployment;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.pods.PodControl;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import java.util.Optional;

/// The Events of a deployment, with the texts of Kubernetes.
record DeploymentEvents(Deployment deployment) {

    ActionEvents scaled(String set, int from, int to) {
        return from == to
                ? ActionEvents.NONE
                : new ActionEvents(Optional.of(scaling(set, from, to)), reason -> Optional.empty());
    }

    ActionEvents created(String set, int replicas) {
        return new ActionEvents(
                replicas == 0 ? Optional.empty() : Optional.of(scaling(set, 0, replicas)),
                reason -> PodControl.isOfInterest(reason)
                        ? Optional.of(warning("ReplicaSetCreateError", creationFailed(set, reason)))
                        : Optional.empty());
    }

    private EventNote scaling(String set, int from, int to) {
        return normal(
                "ScalingReplicaSet",
                "Scaled " + (from < to ? "up" : "down") + " replica set " + set + " from " + from + " to " + to);
    }

    static String creationFailed(String set, ApiException reason) {
        return "Failed to create new replica set \"" + set + "\": " + reason.getMessage();
    }

    EventNote selectsAll() {
        return warning("SelectingAll", "This deployment is selecting all pods. A non-empty selector is required.");
    }

    EventNote rolledBack(long revision) {
        return normal(
                "DeploymentRollback", "Rolled back deployment \"" + deployment.name() + "\" to revision " + revision);
    }

    EventNote nothingToRollBack() {
        return warning(
                "DeploymentRollbackTemplateUnchanged",
                "The rollback revision contains the same template as current deployment \"" + deployment.name() + "\"");
    }

    EventNote noSuchRevision(String message) {
        return warning("DeploymentRollbackRevisionNotFound", message);
    }

    private EventNote normal(String reason, String message) {
        return EventNote.normal(Deployment.KIND, deployment, reason, message);
    }

    private EventNote warning(String reason, String message) {
        return EventNote.warning(Deployment.KIND, deployment, reason, message);
    }
}
