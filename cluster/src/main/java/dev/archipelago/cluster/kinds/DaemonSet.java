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

    /// Not to be changed.
    public ObjectNode template() {
        return (ObjectNode) spec.get("template");
    }

    /// Whether pods get a new template only when somebody deletes them.
    public boolean updatesOnDelete() {
        return spec.path("updateStrategy").path("type").asString("").equals("OnDelete");
    }

    /// How many nodes may have a second pod during an update.
    ///
    /// @param nodes how many should have one
    public int maxSurge(int nodes) {
        return updatesOnDelete() ? 0 : Amounts.scaledUp(rolling("maxSurge"), nodes);
    }

    /// How many nodes may be without an available pod during an update. Where there is no room to move at all, one.
    ///
    /// @param nodes how many should have one
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

    /// Not to be changed.
    public JsonNode status() {
        return status;
    }
}
