package dev.archipelago.federation.render;

import dev.archipelago.api.objects.Json;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.workload.Workloads;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The fields of an object that users set, without those that the federation's API server added: each member
/// sets these itself.
final class UserFields {
    private static final List<String> ANNOTATIONS_OF_SERVERS = List.of(
            "kubectl.kubernetes.io/last-applied-configuration",
            "deployment.kubernetes.io/revision",
            "deprecated.daemonset.template.generation",
            "pv.kubernetes.io/bind-completed",
            "pv.kubernetes.io/bound-by-controller",
            "volume.kubernetes.io/selected-node",
            "volume.kubernetes.io/storage-provisioner",
            "volume.beta.kubernetes.io/storage-provisioner");

    /// Annotations that only the federation reads; members do not get them.
    private static final List<String> ANNOTATIONS_FOR_THE_FEDERATION =
            List.of(Names.ROLLOUT_SKIP, Names.ROLLOUT_ORDER, Names.ROLLOUT_CLUSTERS_MAX);

    private static final Set<String> LEFT_OUT = Set.of("apiVersion", "kind", "metadata", "status");

    private UserFields() {}

    /// @param object is not changed, and shares no mutable part with the result
    static ObjectNode of(JsonNode object) {
        ObjectNode fields = Json.object();
        fields.set("apiVersion", object.path("apiVersion"));
        fields.set("kind", object.path("kind"));
        fields.set("metadata", metadata(object.path("metadata")));
        object.properties().forEach(field -> {
            if (!LEFT_OUT.contains(field.getKey())) {
                fields.set(field.getKey(), field.getValue().deepCopy());
            }
        });
        Workloads.of(object).removeAssigned(fields);
        return fields;
    }

    private static ObjectNode metadata(JsonNode metadata) {
        ObjectNode fields = Json.object();
        if (metadata.has("namespace")) {
            fields.set("namespace", metadata.path("namespace"));
        }
        fields.set("name", metadata.path("name"));
        ObjectNode labels = fields.putObject("labels");
        metadata.path("labels").properties().forEach(label -> labels.set(label.getKey(), label.getValue()));
        labels.remove("kubernetes.io/metadata.name");
        ObjectNode annotations = fields.putObject("annotations");
        metadata.path("annotations").properties().forEach(one -> annotations.set(one.getKey(), one.getValue()));
        annotations.remove(ANNOTATIONS_OF_SERVERS);
        annotations.remove(ANNOTATIONS_FOR_THE_FEDERATION);
        return fields;
    }
}
