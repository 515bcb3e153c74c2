package dev.archipelago.bench.federation;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import tools.jackson.databind.JsonNode;

/// A StatefulSet, as far as it has a name.
final class MemberSet extends ApiObject {
    static final Kind<MemberSet> KIND = Kind.namespaced("apps/v1", "StatefulSet", "statefulsets", MemberSet::new);

    private MemberSet(Stored stored, JsonNode tree) {
        super(stored, tree);
    }
}
