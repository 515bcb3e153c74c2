package dev.archipelago.cluster.deployment;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.replicaset.ReplicaSetReconciler;
import dev.archipelago.cluster.testing.WillingPods;
import dev.archipelago.cluster.testing.World;
import dev.archipelago.controller.plan.Plan;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A deployment `web` in memory.
final class Example {
    static final Key WEB = new Key("default", "web");

    final World world = new World();
    final DeploymentReconciler deployments = new DeploymentReconciler(world.caches());

    /// Also runs the other controllers.
    Example running() {
        world.with(deployments, ReplicaSetReconciler.ofReplicaSets(world.caches()), new WillingPods(world.caches()));
        return this;
    }

    /// @param spec fields that differ from the default, as YAML in braces
    Example create(int replicas, String spec) {
        ObjectNode deployment = World.yaml("""
                metadata: {name: web, annotations: {note: hello}}
                spec:
                  replicas: %d
                  progressDeadlineSeconds: 600
                  revisionHistoryLimit: 10
                  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%%, maxUnavailable: 25%%}}
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec: {containers: [{name: c, image: 'nginx:1'}]}
                """.formatted(replicas));
        World.yaml(spec)
                .properties()
                .forEach(field -> deployment.withObjectProperty("spec").set(field.getKey(), field.getValue()));
        world.create(Deployment.KIND, deployment.toString());
        return this;
    }

    void edit(Consumer<ObjectNode> change) {
        world.edit(Deployment.KIND, "web", tree -> change.accept(tree.withObjectProperty("spec")));
    }

    void image(String image) {
        edit(spec -> ((ObjectNode)
                        spec.path("template").path("spec").path("containers").get(0))
                .put("image", image));
    }

    void scale(int replicas) {
        edit(spec -> spec.put("replicas", replicas));
    }

    void annotate(String annotation, String value) {
        world.edit(
                Deployment.KIND,
                "web",
                tree -> tree.withObjectProperty("metadata")
                        .withObjectProperty("annotations")
                        .put(annotation, value));
    }

    Deployment deployment() {
        return world.get(Deployment.KIND, "web");
    }

    JsonNode status() {
        return deployment().status();
    }

    String progress() {
        return Progress.reason(status());
    }

    /// The set with an image.
    ReplicaSet set(String image) {
        return world.all(ReplicaSet.KIND).stream()
                .filter(set -> image(set.template()).equals(image))
                .findFirst()
                .orElseThrow();
    }

    private static String image(JsonNode template) {
        return template.path("spec").path("containers").path(0).path("image").asString("");
    }

    /// Sets the counts in the sets' status by their size.
    void count(String image, int available) {
        ReplicaSet set = set(image);
        world.editStatus(
                ReplicaSet.KIND,
                set.name(),
                status -> status.put("observedGeneration", set.meta().generation())
                        .put("replicas", set.replicas())
                        .put("readyReplicas", available)
                        .put("availableReplicas", available));
    }

    Plan plan() {
        return deployments.plan(WEB, world.now());
    }

    /// Plans and acts, until there is nothing to do but wait for others.
    void act() {
        for (Plan plan = plan(); !plan.steps().isEmpty(); plan = plan()) {
            world.carryOut(plan);
        }
    }

    List<Pod> pods() {
        return world.all(Pod.KIND);
    }
}
