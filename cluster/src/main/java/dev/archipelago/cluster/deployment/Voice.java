package dev.archipelago.cluster.deployment;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.pods.PodControl;
import dev.archipelago.controller.plan.Narration;
import dev.archipelago.controller.plan.Remark;
import java.util.Optional;

/// What people are told of a deployment, in the words they know.
record Voice(Deployment deployment) {

    Narration scaled(String set, int from, int to) {
        return from == to
                ? Narration.NONE
                : new Narration(Optional.of(scaling(set, from, to)), reason -> Optional.empty());
    }

    Narration created(String set, int replicas) {
        return new Narration(
                replicas == 0 ? Optional.empty() : Optional.of(scaling(set, 0, replicas)),
                reason -> PodControl.isOfInterest(reason)
                        ? Optional.of(warning("ReplicaSetCreateError", creationFailed(set, reason)))
                        : Optional.empty());
    }

    private Remark scaling(String set, int from, int to) {
        return normal(
                "ScalingReplicaSet",
                "Scaled " + (from < to ? "up" : "down") + " replica set " + set + " from " + from + " to " + to);
    }

    static String creationFailed(String set, ApiException reason) {
        return "Failed to create new replica set \"" + set + "\": " + reason.getMessage();
    }

    Remark selectsAll() {
        return warning("SelectingAll", "This deployment is selecting all pods. A non-empty selector is required.");
    }

    Remark rolledBack(long revision) {
        return normal(
                "DeploymentRollback", "Rolled back deployment \"" + deployment.name() + "\" to revision " + revision);
    }

    Remark nothingToRollBack() {
        return warning(
                "DeploymentRollbackTemplateUnchanged",
                "The rollback revision contains the same template as current deployment \"" + deployment.name() + "\"");
    }

    Remark noSuchRevision(String message) {
        return warning("DeploymentRollbackRevisionNotFound", message);
    }

    private Remark normal(String reason, String message) {
        return Remark.normal(Deployment.KIND, deployment, reason, message);
    }

    private Remark warning(String reason, String message) {
        return Remark.warning(Deployment.KIND, deployment, reason, message);
    }
}
