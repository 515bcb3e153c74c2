package dev.archipelago.federation.match;

import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.workload.Template;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the policy of an object: the one that claimed it before, while that still matches; else the best of its
/// namespace; else the best ClusterPropagationPolicy.
public final class PolicyMatch {
    private PolicyMatch() {}

    public static Optional<Policy> find(
            Template template, @Nullable Binding binding, Collection<Policy> inNamespace, Collection<Policy> global) {
        if (binding != null) {
            Map<String, String> claim = binding.meta().annotations();
            Optional<Policy> claimant = claimant(inNamespace, claim.get(Names.POLICY_NAME), template)
                    .or(() -> claimant(global, claim.get(Names.CLUSTER_POLICY_NAME), template));
            if (claimant.isPresent()) {
                return claimant;
            }
        }
        return best(template, inNamespace).or(() -> best(template, global));
    }

    private static Optional<Policy> claimant(Collection<Policy> policies, @Nullable String name, Template template) {
        return policies.stream()
                .filter(policy -> policy.name().equals(name) && ResourceSelectors.exactness(policy, template) > 0)
                .findFirst();
    }

    private static Optional<Policy> best(Template template, Collection<Policy> policies) {
        return policies.stream()
                .filter(policy -> !policy.isDeleting() && ResourceSelectors.exactness(policy, template) > 0)
                .max(Comparator.comparingInt(Policy::priority)
                        .thenComparingInt(policy -> ResourceSelectors.exactness(policy, template))
                        .thenComparing(Policy::name, Comparator.reverseOrder()));
    }
}
