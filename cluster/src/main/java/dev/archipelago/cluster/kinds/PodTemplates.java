package dev.archipelago.cluster.kinds;

import dev.archipelago.controller.objects.Owner;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes pods from the templates of workloads.
public final class PodTemplates {
    private PodTemplates() {}

    /// A pod as a template says, fresh and free to be changed.
    ///
    /// @param generateName the part of its name that it has in common with others
    public static ObjectNode pod(
            JsonNode template, String namespace, String generateName, String name, Owner controller) {
        ObjectNode pod = (ObjectNode) template.deepCopy();
        pod.put("apiVersion", Pod.KIND.apiVersion()).put("kind", Pod.KIND.name());
        ObjectNode metadata = pod.withObjectProperty("metadata");
        metadata.remove("creationTimestamp");
        metadata.put("generateName", generateName);
        metadata.put("name", name);
        metadata.put("namespace", namespace);
        metadata.putArray("ownerReferences").add(controller.json());
        return pod;
    }
}
