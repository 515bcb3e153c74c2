package dev.archipelago.federation.render.overrides;

import dev.archipelago.federation.workload.Workloads;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds the containers of pods, and of those that are made from templates.
final class Containers {
    private Containers() {}

    /// The containers of an object, also those that only prepare; none for kinds that have no pods.
    static List<ObjectNode> of(ObjectNode object) {
        JsonNode pod = Workloads.of(object).podSpec(object);
        List<ObjectNode> containers = new ArrayList<>();
        for (String list : List.of("initContainers", "containers")) {
            for (JsonNode container : pod.path(list)) {
                if (container instanceof ObjectNode fields) {
                    containers.add(fields);
                }
            }
        }
        return containers;
    }
}
