package dev.archipelago.cluster.deployment;

import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Step;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A ReplicaSet and its new size.
record Resize(ReplicaSet set, int replicas) {

    /// The step that sets size and annotations; empty when both are right.
    Optional<Step.Do> step(Deployment deployment) {
        Map<String, String> notes = DeploymentAnnotations.sizes(deployment);
        boolean noted = set.meta().annotations().entrySet().containsAll(notes.entrySet());
        if (noted && set.replicas() == replicas) {
            return Optional.empty();
        }
        ObjectNode tree = set.tree();
        tree.withObjectProperty("spec").put("replicas", replicas);
        ObjectNode annotations = tree.withObjectProperty("metadata").withObjectProperty("annotations");
        notes.forEach(annotations::put);
        return Optional.of(new Step.Do(
                new Action.Update(ReplicaSet.KIND, tree, ""),
                new DeploymentEvents(deployment).scaled(set.name(), set.replicas(), replicas)));
    }
}
