package dev.archipelago.federation.workload;

import dev.archipelago.api.objects.ApiObject;

/// A Secret. A token is good for the cluster that issued it alone, and a Secret that is still to be filled with one is
/// filled by the federation itself.
final class SecretKind extends OtherKind {
    SecretKind() {
        super(Propagation.BY_DEFAULT);
    }

    @Override
    public boolean isShareable(ApiObject object) {
        return !object.meta().annotations().containsKey("kubernetes.io/service-account.name");
    }
}
