package dev.archipelago.federation.workload;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.cluster.deployment.DeploymentAnnotations;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A Deployment, with the conditions that kubectl waits for.
final class DeploymentWorkload extends PodWorkload {
    private static final String PROGRESSING = "Progressing";
    private static final Kind<AnyObject> REPLICA_SETS =
            AnyObject.kind(GroupVersionKind.of("apps/v1", "ReplicaSet"), "replicasets", true);
    private static final String TIMED_OUT = "ProgressDeadlineExceeded";

    @Override
    public Optional<String> preferencesAnnotation() {
        return Optional.of(Names.DEPLOYMENT_PREFERENCES);
    }

    @Override
    public Rollout rollout() {
        return Rollout.CLUSTER_BY_CLUSTER;
    }

    /// No update is under way, by the three conditions of the design of federated Deployments.
    @Override
    public boolean isSettled(JsonNode object) {
        JsonNode status = object.path("status");
        return super.isSettled(object)
                && status.path("updatedReplicas").asInt(0)
                        == status.path("replicas").asInt(0)
                && status.path("unavailableReplicas").asInt(0) == 0;
    }

    @Override
    public boolean isPaused(JsonNode object) {
        return object.path("spec").path("paused").asBoolean(false);
    }

    @Override
    public boolean isRecreated(JsonNode object) {
        return object.path("spec").path("strategy").path("type").asString("").equals("Recreate");
    }

    /// Its pods are the same everywhere, so an update does not wait for those that nobody sees.
    @Override
    public boolean waitsForUnreachable() {
        return false;
    }

    @Override
    public Optional<String> revisionAnnotation() {
        return Optional.of(DeploymentAnnotations.REVISION);
    }

    @Override
    public Optional<Children> children() {
        return Optional.of(new Children(REPLICA_SETS, LabelSelector.parse(Names.POD_TEMPLATE_LABEL)));
    }

    /// A pause is the federation's own: members finish the step they have. All pods get a label with a hash of the
    /// federation's pod template, by which the ReplicaSets of members are found.
    @Override
    public void complete(Template template, ObjectNode object) {
        if (object.path("spec") instanceof ObjectNode spec) {
            spec.remove("paused");
            if (spec.path("template") instanceof ObjectNode pods) {
                String hash = PodTemplateHash.of(pods);
                Json.child(Json.child(pods, "metadata"), "labels").put(Names.POD_TEMPLATE_LABEL, hash);
            }
        }
    }

    @Override
    protected List<String> statusFields() {
        return List.of(
                "observedGeneration",
                "replicas",
                "readyReplicas",
                "updatedReplicas",
                "availableReplicas",
                "unavailableReplicas");
    }

    @Override
    public boolean sum(Sum sum) {
        Deployment deployment = Deployment.KIND.read(sum.template().object().stored());
        sum.count("replicas", "readyReplicas", "availableReplicas", "unavailableReplicas");
        int updated = sum.countUpdated("updatedReplicas");
        int available = sum.of("availableReplicas");
        boolean enough = available >= deployment.replicas() - deployment.maxUnavailable();
        sum.set(
                "Available",
                enough,
                enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
                "Deployment " + (enough ? "has" : "does not have") + " minimum availability.");
        boolean done = updated == deployment.replicas()
                && sum.of("replicas") == deployment.replicas()
                && available == deployment.replicas()
                && sum.clusters().stream().allMatch(InCluster::current);
        progress(sum, done);
        sum.passOn("ReplicaFailure");
        int ready = sum.of("readyReplicas");
        sum.complete(ready >= deployment.replicas(), ready + " of " + deployment.replicas() + " replicas ready");
        return true;
    }

    private static void progress(Sum sum, boolean done) {
        String stuck = sum.firstWith(PROGRESSING, "False", TIMED_OUT)
                .filter(InCluster::reachable)
                .map(InCluster::cluster)
                .orElse("");
        String name = sum.template().object().name();
        if (done) {
            sum.set(
                    PROGRESSING,
                    true,
                    "NewReplicaSetAvailable",
                    "Deployment \"" + name + "\" has successfully progressed.");
        } else if (stuck.isEmpty()) {
            sum.set(PROGRESSING, true, "ReplicaSetUpdated", "Deployment \"" + name + "\" is progressing.");
        } else {
            sum.set(
                    PROGRESSING,
                    false,
                    TIMED_OUT,
                    "Deployment \"" + name + "\" has timed out progressing in cluster " + stuck + '.');
        }
    }
}
