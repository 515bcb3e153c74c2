package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.objects.Texts;
import dev.archipelago.api.selector.LabelSelector;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A ReplicaSet, or a ReplicationController, which has the same structure.
public final class ReplicaSet extends ApiObject {
    public static final Kind<ReplicaSet> KIND = Kind.namespaced(
            "apps/v1",
            "ReplicaSet",
            "replicasets",
            (stored, tree) -> new ReplicaSet(
                    stored, tree, LabelSelector.of(tree.path("spec").path("selector"))));
    public static final Kind<ReplicaSet> REPLICATION_CONTROLLER = Kind.namespaced(
            "v1",
            "ReplicationController",
            "replicationcontrollers",
            (stored, tree) -> new ReplicaSet(stored, tree, plainSelector(tree)));

    private final JsonNode spec;
    private final JsonNode status;
    private final LabelSelector selector;
    private final Map<String, String> templateLabels;

    private ReplicaSet(Stored stored, JsonNode tree, LabelSelector selector) {
        super(stored, tree);
        this.selector = selector;
        spec = tree.path("spec");
        status = tree.path("status");
        templateLabels = Texts.map(spec.path("template").path("metadata").path("labels"));
    }

    private static LabelSelector plainSelector(JsonNode tree) {
        Map<String, String> labels = Texts.map(tree.path("spec").path("selector"));
        return labels.isEmpty() ? LabelSelector.nothing() : LabelSelector.exactly(labels);
    }

    public int replicas() {
        return spec.path("replicas").asInt(1);
    }

    public int minReadySeconds() {
        return spec.path("minReadySeconds").asInt(0);
    }

    public LabelSelector selector() {
        return selector;
    }

    /// Read only.
    public ObjectNode template() {
        return (ObjectNode) spec.get("template");
    }

    public Map<String, String> templateLabels() {
        return templateLabels;
    }

    /// Read only.
    public JsonNode status() {
        return status;
    }

    public long observedGeneration() {
        return status.path("observedGeneration").asLong(0);
    }

    /// A count of its status, such as `readyReplicas`.
    public int counted(String field) {
        return status.path(field).asInt(0);
    }
}
