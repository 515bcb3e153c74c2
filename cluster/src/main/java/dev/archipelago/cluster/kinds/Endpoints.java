package dev.archipelago.cluster.kinds;

import dev.archipelago.apiserver.objects.Stored;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Kind;
import tools.jackson.databind.JsonNode;

/// The endpoints of a service in their old form. Stays serialised: it is large, and only its writer looks inside.
public final class Endpoints extends ApiObject {
    public static final Kind<Endpoints> KIND = Kind.namespaced("v1", "Endpoints", "endpoints", Endpoints::new);

    private Endpoints(Stored stored, JsonNode tree) {
        super(stored, tree);
    }
}
