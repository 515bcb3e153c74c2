package dev.archipelago.cluster.kinds;

import dev.archipelago.apiserver.objects.Stored;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Kind;
import tools.jackson.databind.JsonNode;

/// A node.
public final class Node extends ApiObject {
    public static final Kind<Node> KIND = Kind.global("v1", "Node", "nodes", Node::new);
    public static final String ZONE = "topology.kubernetes.io/zone";

    private Node(Stored stored, JsonNode tree) {
        super(stored, tree);
    }

    /// Empty when it is in none.
    public String zone() {
        return labels().getOrDefault(ZONE, "");
    }
}
