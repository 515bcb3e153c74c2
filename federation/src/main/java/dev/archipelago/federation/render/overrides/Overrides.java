package dev.archipelago.federation.render.overrides;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.federation.render.overrides.Overridden.Applied;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Applies override policies to objects.
///
/// Those without a namespace come first, and of each sort those that say least exactly which objects they are for, then
/// by name. So the last word has the policy that names the object.
public final class Overrides {
    private static final Comparator<Matching> ORDER = Comparator.comparing(
                    (Matching matching) -> !matching.policy().clusterWide())
            .thenComparing(Matching::exactness)
            .thenComparing(matching -> matching.policy().name());

    /// A policy that is for an object.
    private record Matching(Policy policy, Exactness exactness) {}

    private Overrides() {}

    /// Returns a changed copy of an object; the object itself stays as it is.
    ///
    /// @param policies in any order; those of a namespace are of the object's
    /// @throws ApiException 422 naming the policy and the field in it, when that cannot be applied to the object
    public static Overridden apply(ObjectNode object, List<Policy> policies, ClusterFacts cluster) {
        ObjectNode result = object.deepCopy();
        List<Applied> applied = new ArrayList<>();
        for (Matching matching : matching(object, policies)) {
            Policy policy = matching.policy();
            for (OverrideRule rule : OverrideRule.of(policy)) {
                if (rule.isFor(cluster)) {
                    result = rule.apply(result);
                    applied.add(new Applied(policy.clusterWide(), policy.name(), rule.overriders()));
                }
            }
        }
        return new Overridden(result, applied);
    }

    private static List<Matching> matching(ObjectNode object, List<Policy> policies) {
        boolean namespaced = !Json.text(object.path("metadata"), "namespace").isEmpty();
        return policies.stream()
                .filter(policy -> policy.clusterWide() || namespaced)
                .map(policy -> new Matching(policy, Exactness.of(policy, object)))
                .filter(matching -> matching.exactness() != Exactness.NONE)
                .sorted(ORDER)
                .toList();
    }
}
