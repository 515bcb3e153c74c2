package dev.archipelago.bench.federation;

import dev.archipelago.apiserver.objects.Stored;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Kind;
import tools.jackson.databind.JsonNode;

/// A StatefulSet, as far as it says what it runs and how much of it.
final class MemberSet extends ApiObject {
    static final Kind<MemberSet> KIND = Kind.namespaced("apps/v1", "StatefulSet", "statefulsets", MemberSet::new);

    private final String image;
    private final int ready;
    private final int updated;

    private MemberSet(Stored stored, JsonNode tree) {
        super(stored, tree);
        image = tree.at("/spec/template/spec/containers/0/image").asString("");
        ready = tree.path("status").path("readyReplicas").asInt(0);
        updated = tree.path("status").path("updatedReplicas").asInt(0);
    }

    String image() {
        return image;
    }

    int ready() {
        return ready;
    }

    int updated() {
        return updated;
    }
}
