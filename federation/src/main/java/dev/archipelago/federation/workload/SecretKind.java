package dev.archipelago.federation.workload;

import dev.archipelago.api.objects.ApiObject;

/// A Secret. Service account tokens are valid only in the cluster that issued them, so Secrets with or for one
/// are not propagated.
final class SecretKind extends OtherKind {
    SecretKind() {
        super(Propagation.BY_DEFAULT);
    }

    @Override
    public boolean isShareable(ApiObject object) {
        return !object.meta().annotations().containsKey("kubernetes.io/service-account.name");
    }
}
