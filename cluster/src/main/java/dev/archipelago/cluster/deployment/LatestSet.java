package dev.archipelago.cluster.deployment;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.history.NameHash;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The ReplicaSet with the deployment's template: its creation and later corrections.
final class LatestSet {
    private static final int NAME_LENGTH_MAX = 253;

    private final Sets sets;
    private final Deployment deployment;
    private final String hash;

    LatestSet(Sets sets) {
        this.sets = sets;
        this.deployment = sets.deployment();
        this.hash = NameHash.of(Templates.without(deployment.template()), deployment.counted("collisionCount"));
    }

    String name() {
        int room = NAME_LENGTH_MAX - hash.length() - 1;
        String prefix = deployment.name();
        return (prefix.length() > room ? prefix.substring(0, room) : prefix) + '-' + hash;
    }

    ObjectNode json(int replicas) {
        ObjectNode template = Templates.with(deployment.template(), hash);
        ObjectNode set =
                Json.object().put("apiVersion", ReplicaSet.KIND.apiVersion()).put("kind", ReplicaSet.KIND.name());
        ObjectNode metadata = set.putObject("metadata").put("name", name()).put("namespace", deployment.namespace());
        metadata.set("labels", template.path("metadata").path("labels").deepCopy());
        ObjectNode annotations = metadata.putObject("annotations");
        DeploymentAnnotations.latest(deployment, Map.of(), sets.revision()).forEach(annotations::put);
        DeploymentAnnotations.sizes(deployment).forEach(annotations::put);
        metadata.putArray("ownerReferences")
                .add(Owner.controlling(Deployment.KIND, deployment).json());
        ObjectNode spec = set.putObject("spec").put("replicas", replicas);
        if (deployment.minReadySeconds() > 0) {
            spec.put("minReadySeconds", deployment.minReadySeconds());
        }
        ObjectNode selector = deployment.selectorJson().deepCopy();
        selector.withObjectProperty("matchLabels").put(Templates.HASH_LABEL, hash);
        spec.set("selector", selector);
        spec.set("template", template);
        return set;
    }

    /// The set with what it must copy from its deployment; empty when it has that already.
    static Optional<ObjectNode> corrected(Sets sets, ReplicaSet latest) {
        Deployment deployment = sets.deployment();
        Map<String, String> known = latest.meta().annotations();
        Map<String, String> notes = DeploymentAnnotations.latest(deployment, known, sets.revision());
        boolean noted = known.entrySet().containsAll(notes.entrySet());
        if (noted && latest.minReadySeconds() == deployment.minReadySeconds()) {
            return Optional.empty();
        }
        ObjectNode tree = latest.tree();
        ObjectNode annotations = tree.withObjectProperty("metadata").withObjectProperty("annotations");
        notes.forEach(annotations::put);
        tree.withObjectProperty("spec").put("minReadySeconds", deployment.minReadySeconds());
        return Optional.of(tree);
    }
}
