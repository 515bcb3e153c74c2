package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import tools.jackson.databind.JsonNode;

/// A ResourceQuota.
public final class ResourceQuota extends ApiObject {
    public static final Kind<ResourceQuota> KIND =
            Kind.namespaced("v1", "ResourceQuota", "resourcequotas", ResourceQuota::new);

    private final JsonNode spec;
    private final JsonNode status;

    private ResourceQuota(Stored stored, JsonNode tree) {
        super(stored, tree);
        spec = tree.path("spec");
        status = tree.path("status");
    }

    /// Read only.
    public JsonNode spec() {
        return spec;
    }

    /// Read only.
    public JsonNode status() {
        return status;
    }

    /// Whether it counts only objects in a scope.
    public boolean hasScopes() {
        return !spec.path("scopes").isEmpty()
                || !spec.path("scopeSelector").path("matchExpressions").isEmpty();
    }
}
