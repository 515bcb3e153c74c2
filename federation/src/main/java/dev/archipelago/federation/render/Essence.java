package dev.archipelago.federation.render;

import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.federation.kinds.Names;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What somebody said of an object, without what the federation's own API server added to it: that is for each member
/// to decide for itself.
final class Essence {
    private static final List<String> ANNOTATIONS_OF_SERVERS = List.of(
            "kubectl.kubernetes.io/last-applied-configuration",
            "deployment.kubernetes.io/revision",
            "deprecated.daemonset.template.generation",
            "pv.kubernetes.io/bind-completed",
            "pv.kubernetes.io/bound-by-controller",
            "volume.kubernetes.io/selected-node",
            "volume.kubernetes.io/storage-provisioner",
            "volume.beta.kubernetes.io/storage-provisioner");

    /// What is said to the federation alone, and changes nothing in any cluster.
    private static final List<String> ANNOTATIONS_FOR_THE_FEDERATION = List.of(Names.ROLLOUT_SKIP);

    private static final Set<String> LEFT_OUT = Set.of("apiVersion", "kind", "metadata", "status");

    private Essence() {}

    /// @param object is not changed, and nothing that can be changed is shared with it
    static ObjectNode of(JsonNode object) {
        ObjectNode essence = Json.object();
        essence.set("apiVersion", object.path("apiVersion"));
        essence.set("kind", object.path("kind"));
        essence.set("metadata", metadata(object.path("metadata")));
        object.properties().forEach(field -> {
            if (!LEFT_OUT.contains(field.getKey())) {
                essence.set(field.getKey(), field.getValue().deepCopy());
            }
        });
        if (essence.get("spec") instanceof ObjectNode spec) {
            forgetAssigned(object.path("kind").asString(""), spec);
        }
        if (object.path("kind").asString("").equals("ServiceAccount")) {
            essence.remove("secrets");
        }
        return essence;
    }

    private static ObjectNode metadata(JsonNode metadata) {
        ObjectNode essence = Json.object();
        if (metadata.has("namespace")) {
            essence.set("namespace", metadata.path("namespace"));
        }
        essence.set("name", metadata.path("name"));
        ObjectNode labels = essence.putObject("labels");
        metadata.path("labels").properties().forEach(label -> labels.set(label.getKey(), label.getValue()));
        labels.remove("kubernetes.io/metadata.name");
        ObjectNode annotations = essence.putObject("annotations");
        metadata.path("annotations").properties().forEach(one -> annotations.set(one.getKey(), one.getValue()));
        annotations.remove(ANNOTATIONS_OF_SERVERS);
        annotations.remove(ANNOTATIONS_FOR_THE_FEDERATION);
        return essence;
    }

    private static void forgetAssigned(String kind, ObjectNode spec) {
        switch (kind) {
            case "Service" -> forgetAddresses(spec);
            case "Namespace" -> spec.remove("finalizers");
            case "PersistentVolumeClaim" -> spec.remove("volumeName");
            case "PersistentVolume" -> spec.remove("claimRef");
            case "Pod" -> spec.remove("nodeName");
            case "Job" -> {
                forgetGeneratedSelector(spec);
                // A Job that a cluster removes when it is done would be made anew there, and run again.
                spec.remove("ttlSecondsAfterFinished");
            }
            default -> {}
        }
    }

    private static void forgetAddresses(ObjectNode spec) {
        if (!spec.path("clusterIP").asString("").equals("None")) {
            spec.remove(List.of("clusterIP", "clusterIPs"));
        }
        spec.remove(List.of("ipFamilies", "ipFamilyPolicy", "healthCheckNodePort"));
        for (JsonNode port : spec.path("ports")) {
            if (port instanceof ObjectNode object) {
                object.remove("nodePort");
            }
        }
    }

    private static void forgetGeneratedSelector(ObjectNode spec) {
        if (spec.path("manualSelector").asBoolean(false)) {
            return;
        }
        spec.remove("selector");
        if (spec.path("template").path("metadata").get("labels") instanceof ObjectNode labels) {
            labels.remove(List.of(
                    "controller-uid",
                    "job-name",
                    "batch.kubernetes.io/controller-uid",
                    "batch.kubernetes.io/job-name"));
        }
    }
}
