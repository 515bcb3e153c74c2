package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.selector.LabelSelector;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A DaemonSet.
public final class DaemonSet extends ApiObject {
    public static final Kind<DaemonSet> KIND = Kind.namespaced("apps/v1", "DaemonSet", "daemonsets", DaemonSet::new);

    private final JsonNode spec;
    private final JsonNode status;
    private final LabelSelector selector;

    private DaemonSet(Stored stored, JsonNode tree) {
        super(stored, tree);
        spec = tree.path("spec");
        status = tree.path("status");
        selector = LabelSelector.of(spec.get("selector"));
    }

    public LabelSelector selector() {
        return selector;
    }

    /// Read only.
    public ObjectNode template() {
        return (ObjectNode) spec.get("template");
    }

    /// Whether pods are replaced only after a user deletes them.
    public boolean updatesOnDelete() {
        return spec.path("updateStrategy").path("type").asString("").equals("OnDelete");
    }

    /// How many nodes may have a second pod during an update.
    ///
    /// @param nodes how many nodes should have a pod
    public int maxSurge(int nodes) {
        return updatesOnDelete() ? 0 : Amounts.scaledUp(rolling("maxSurge"), nodes);
    }

    /// How many nodes may be without an available pod during an update; at least one when there is no surge.
    ///
    /// @param nodes how many nodes should have a pod
    public int maxUnavailable(int nodes) {
        int given = Amounts.scaledUp(rolling("maxUnavailable"), nodes);
        return given == 0 && maxSurge(nodes) == 0 ? 1 : given;
    }

    private JsonNode rolling(String limit) {
        return spec.path("updateStrategy").path("rollingUpdate").path(limit);
    }

    public int minReadySeconds() {
        return spec.path("minReadySeconds").asInt(0);
    }

    public int revisionHistoryLimit() {
        return spec.path("revisionHistoryLimit").asInt(10);
    }

    /// Read only.
    public JsonNode status() {
        return status;
    }
}
