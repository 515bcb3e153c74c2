package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import tools.jackson.databind.JsonNode;

/// The Endpoints of a service. They are large and stay serialised; only their writer looks inside.
public final class Endpoints extends ApiObject {
    public static final Kind<Endpoints> KIND = Kind.namespaced("v1", "Endpoints", "endpoints", Endpoints::new);

    private Endpoints(Stored stored, JsonNode tree) {
        super(stored, tree);
    }
}
