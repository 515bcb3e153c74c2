package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import tools.jackson.databind.JsonNode;

/// A ConfigMap. What is in it may be large and stays serialised.
public final class ConfigMap extends ApiObject {
    public static final Kind<ConfigMap> KIND = Kind.namespaced("v1", "ConfigMap", "configmaps", ConfigMap::new);

    private ConfigMap(Stored stored, JsonNode tree) {
        super(stored, tree);
    }

    /// What is in it now, decoded anew.
    public JsonNode data() {
        return tree().path("data");
    }
}
