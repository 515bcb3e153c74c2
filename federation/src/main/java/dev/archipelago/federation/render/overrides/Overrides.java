package dev.archipelago.federation.render.overrides;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.federation.kinds.ClusterTraits;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.match.ResourceSelectors;
import dev.archipelago.federation.render.overrides.Overridden.Applied;
import dev.archipelago.federation.workload.Template;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Applies override policies to objects.
///
/// ClusterOverridePolicies come first; within each kind, policies with less exact selectors come first, then the order
/// is by name. So the policy that names the object has the last word.
public final class Overrides {
    private static final Comparator<Matching> ORDER = Comparator.comparing(
                    (Matching matching) -> !matching.policy().isGlobal())
            .thenComparingInt(Matching::exactness)
            .thenComparing(matching -> matching.policy().name());

    /// Why some kinds are not overridden.
    public static final String FORBIDDEN = "roles and their bindings are the same in all clusters: who wrote them was"
            + " asked whether they have what they grant, and nobody is asked after an override";

    private static final String RBAC = "rbac.authorization.k8s.io/";

    /// A policy that selects an object.
    private record Matching(Policy policy, int exactness) {}

    private Overrides() {}

    /// Returns a changed copy of an object; the object itself is not changed.
    ///
    /// @param template the source of the object, against which selectors are matched
    /// @param policies in any order; namespaced ones must be of the object's namespace
    /// @throws ApiException 422 naming the policy and its field, when that cannot be applied or would change the
    /// identity of the object
    public static Overridden apply(
            Template template, ObjectNode object, Collection<Policy> policies, ClusterTraits cluster) {
        ObjectNode result = object.deepCopy();
        List<Applied> applied = new ArrayList<>();
        for (Matching matching : matching(template, policies)) {
            Policy policy = matching.policy();
            for (OverrideRule rule : OverrideRule.of(policy)) {
                if (rule.isFor(cluster)) {
                    rule.checkKind(template.kind().apiVersion());
                    result = rule.apply(result);
                    rule.checkIdentity(object, result);
                    applied.add(new Applied(policy.isGlobal(), policy.name(), rule.overriders()));
                }
            }
        }
        return new Overridden(result, applied);
    }

    /// Whether objects of an API version are never overridden.
    public static boolean isForbidden(String apiVersion) {
        return apiVersion.startsWith(RBAC);
    }

    private static List<Matching> matching(Template template, Collection<Policy> policies) {
        boolean namespaced = !template.object().namespace().isEmpty();
        return policies.stream()
                .filter(policy -> policy.isGlobal() || namespaced)
                .map(policy -> new Matching(policy, exactness(policy, template)))
                .filter(matching -> matching.exactness() != ResourceSelectors.NOT)
                .sorted(ORDER)
                .toList();
    }

    /// A policy without selectors applies to all objects.
    private static int exactness(Policy policy, Template template) {
        return policy.spec().path("resourceSelectors").isEmpty()
                ? ResourceSelectors.BY_KIND
                : ResourceSelectors.exactness(policy, template);
    }
}
