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
    private final boolean observed;

    private MemberSet(Stored stored, JsonNode tree) {
        super(stored, tree);
        image = tree.at("/spec/template/spec/containers/0/image").asString("");
        ready = tree.path("status").path("readyReplicas").asInt(0);
        updated = tree.path("status").path("updatedReplicas").asInt(0);
        observed = tree.path("status").path("observedGeneration").asLong(0) >= meta().generation();
    }

    String image() {
        return image;
    }

    /// Whether so many run the image, and it says so of what was asked for last.
    boolean isReady(int replicas) {
        return observed && ready == replicas && updated == replicas;
    }
}
