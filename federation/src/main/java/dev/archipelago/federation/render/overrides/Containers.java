package dev.archipelago.federation.render.overrides;

import dev.archipelago.federation.workload.Workloads;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds the containers in pods and pod templates.
final class Containers {
    private Containers() {}

    /// The containers of an object, with init containers; empty for kinds without pods.
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
