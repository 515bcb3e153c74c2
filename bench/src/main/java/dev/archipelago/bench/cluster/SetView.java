package dev.archipelago.bench.cluster;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import tools.jackson.databind.JsonNode;

/// A StatefulSet, as far as it says how many of its pods are ready.
final class SetView extends ApiObject {
    static final Kind<SetView> KIND = Kind.namespaced("apps/v1", "StatefulSet", "statefulsets", SetView::new);

    private final int ready;

    private SetView(Stored stored, JsonNode tree) {
        super(stored, tree);
        ready = tree.path("status").path("readyReplicas").asInt(0);
    }

    int ready() {
        return ready;
    }
}
