package dev.archipelago.federation.workload;

import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.federation.kinds.Names;
import java.util.List;
import java.util.Optional;

/// A Deployment, with the conditions that kubectl waits for.
final class DeploymentWorkload extends PodWorkload {
    private static final String PROGRESSING = "Progressing";
    private static final String TIMED_OUT = "ProgressDeadlineExceeded";

    @Override
    public Optional<String> preferencesAnnotation() {
        return Optional.of(Names.DEPLOYMENT_PREFERENCES);
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
