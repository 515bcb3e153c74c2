package dev.archipelago.cluster.kinds;

import dev.archipelago.apiserver.objects.Stored;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.controller.objects.Texts;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A node.
public final class Node extends ApiObject {
    public static final Kind<Node> KIND = Kind.global("v1", "Node", "nodes", Node::new);

    private static final String ZONE = "topology.kubernetes.io/zone";

    private final List<String> addresses;
    private final boolean ready;
    private final boolean unschedulable;
    private final List<Taint> taints;

    /// What keeps pods away.
    ///
    /// @param value empty for none
    public record Taint(String key, String value, String effect) {}

    private Node(Stored stored, JsonNode tree) {
        super(stored, tree);
        JsonNode spec = tree.path("spec");
        JsonNode status = tree.path("status");
        List<String> found = new ArrayList<>();
        status.path("addresses")
                .forEach(address -> found.add(address.path("address").asString("")));
        addresses = List.copyOf(found);
        ready = Conditions.isTrue(status, "Ready");
        unschedulable = spec.path("unschedulable").asBoolean(false);
        List<Taint> listed = new ArrayList<>();
        spec.path("taints")
                .forEach(taint -> listed.add(new Taint(
                        Texts.shared(taint.path("key")),
                        Texts.shared(taint.path("value")),
                        Texts.shared(taint.path("effect")))));
        taints = List.copyOf(listed);
    }

    /// Empty when it is in none.
    public String zone() {
        return labels().getOrDefault(ZONE, "");
    }

    public List<String> addresses() {
        return addresses;
    }

    public boolean isReady() {
        return ready;
    }

    public boolean isUnschedulable() {
        return unschedulable;
    }

    public List<Taint> taints() {
        return taints;
    }
}
