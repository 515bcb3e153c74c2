package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import tools.jackson.databind.JsonNode;

/// A ControllerRevision: a former template of a workload.
public final class ControllerRevision extends ApiObject {
    public static final Kind<ControllerRevision> KIND =
            Kind.namespaced("apps/v1", "ControllerRevision", "controllerrevisions", ControllerRevision::new);

    private final long number;
    private final JsonNode data;

    private ControllerRevision(Stored stored, JsonNode tree) {
        super(stored, tree);
        number = tree.path("revision").asLong(0);
        data = tree.path("data");
    }

    public long number() {
        return number;
    }

    /// Read only.
    public JsonNode data() {
        return data;
    }
}
