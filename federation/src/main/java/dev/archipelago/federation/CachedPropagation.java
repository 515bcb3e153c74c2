package dev.archipelago.federation;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.federation.admission.Propagation;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.match.Eligible;
import dev.archipelago.federation.match.PolicyMatch;
import dev.archipelago.federation.workload.Template;
import java.util.List;

/// Decides by the policies in the federation's caches, which may be a moment old.
final class CachedPropagation implements Propagation {
    private final Cache<Policy> policies;
    private final Cache<Policy> globalPolicies;
    private final boolean byDefault;

    CachedPropagation(Caches caches, boolean byDefault) {
        policies = caches.of(Policy.PROPAGATION);
        globalPolicies = caches.of(Policy.GLOBAL_PROPAGATION);
        this.byDefault = byDefault;
    }

    @Override
    public boolean isPropagated(Template template) {
        if (Eligible.isPropagatedAlways(template) || (byDefault && Eligible.isPropagatedByDefault(template.kind()))) {
            return true;
        }
        String namespace = template.object().namespace();
        try {
            return PolicyMatch.find(
                            template,
                            null,
                            namespace.isEmpty() ? List.of() : policies.in(namespace),
                            globalPolicies.all())
                    .isPresent();
        } catch (ApiException e) {
            // An invalid policy is reported by the binding and its events.
            return true;
        }
    }
}
