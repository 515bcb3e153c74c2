package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import tools.jackson.databind.JsonNode;

/// A ConfigMap. Its data may be large and stays serialised.
public final class ConfigMap extends ApiObject {
    public static final Kind<ConfigMap> KIND = Kind.namespaced("v1", "ConfigMap", "configmaps", ConfigMap::new);

    private ConfigMap(Stored stored, JsonNode tree) {
        super(stored, tree);
    }

    /// Its data, decoded on each call.
    public JsonNode data() {
        return tree().path("data");
    }
}
