package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import tools.jackson.databind.JsonNode;

/// A ServiceAccount.
public final class ServiceAccount extends ApiObject {
    public static final Kind<ServiceAccount> KIND =
            Kind.namespaced("v1", "ServiceAccount", "serviceaccounts", ServiceAccount::new);

    private ServiceAccount(Stored stored, JsonNode tree) {
        super(stored, tree);
    }
}
