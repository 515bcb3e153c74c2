package dev.archipelago.apiserver.catalog;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Where an object keeps what its scale subresource shows.
///
/// @param selectorPath empty when there is none
public record ScalePaths(List<String> specReplicasPath, List<String> statusReplicasPath, List<String> selectorPath) {

    /// Where all built-in workloads keep it.
    public static final ScalePaths BUILTIN =
            new ScalePaths(List.of("spec", "replicas"), List.of("status", "replicas"), List.of("spec", "selector"));

    public ScalePaths {
        specReplicasPath = List.copyOf(specReplicasPath);
        statusReplicasPath = List.copyOf(statusReplicasPath);
        selectorPath = List.copyOf(selectorPath);
    }

    /// From the paths of a CustomResourceDefinition, such as `.spec.replicas`.
    public static ScalePaths of(String specReplicas, String statusReplicas, String selector) {
        return new ScalePaths(split(specReplicas), split(statusReplicas), split(selector));
    }

    private static List<String> split(String path) {
        return path.isEmpty() ? List.of() : List.of(path.substring(1).split("\\."));
    }

    public JsonNode specReplicas(ObjectNode object) {
        return at(object, specReplicasPath);
    }

    public JsonNode statusReplicas(ObjectNode object) {
        return at(object, statusReplicasPath);
    }

    public JsonNode selector(ObjectNode object) {
        return selectorPath.isEmpty() ? object.path("") : at(object, selectorPath);
    }

    public void setSpecReplicas(ObjectNode object, int replicas) {
        ObjectNode parent = object;
        for (String step : specReplicasPath.subList(0, specReplicasPath.size() - 1)) {
            parent = parent.withObjectProperty(step);
        }
        parent.put(specReplicasPath.getLast(), replicas);
    }

    private static JsonNode at(JsonNode object, List<String> path) {
        JsonNode node = object;
        for (String step : path) {
            node = node.path(step);
        }
        return node;
    }
}
