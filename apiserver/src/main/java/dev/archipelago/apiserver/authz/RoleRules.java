package dev.archipelago.apiserver.authz;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rules of one role, indexed by resource: a request looks at few rules however many the role has.
///
/// Shared by all bindings of the role. Compared by identity: another version of a role is another object.
final class RoleRules {
    private static final RuleMatcher[] EMPTY = {};
    private static final String ANY_PREFIX = "*/";

    private final List<PolicyRule> rules;
    private final Map<String, RuleMatcher[]> byResource;
    private final Map<String, RuleMatcher[]> bySubresource;
    private final RuleMatcher[] anyResource;
    private final RuleMatcher[] paths;

    RoleRules(List<PolicyRule> rules) {
        this.rules = List.copyOf(rules);
        Map<String, List<RuleMatcher>> exact = new HashMap<>();
        Map<String, List<RuleMatcher>> sub = new HashMap<>();
        List<RuleMatcher> any = new ArrayList<>();
        List<RuleMatcher> urls = new ArrayList<>();
        for (PolicyRule rule : this.rules) {
            RuleMatcher matcher = new RuleMatcher(rule);
            if (!rule.nonResourceUrls().isEmpty()) {
                urls.add(matcher);
            }
            if (rule.resources().contains(PolicyRule.ALL)) {
                any.add(matcher);
                continue;
            }
            for (String resource : rule.resources()) {
                if (resource.startsWith(ANY_PREFIX)) {
                    sub.computeIfAbsent(resource.substring(ANY_PREFIX.length()), _ -> new ArrayList<>())
                            .add(matcher);
                } else {
                    exact.computeIfAbsent(resource, _ -> new ArrayList<>()).add(matcher);
                }
            }
        }
        this.byResource = arrays(exact);
        this.bySubresource = arrays(sub);
        this.anyResource = any.toArray(EMPTY);
        this.paths = urls.toArray(EMPTY);
    }

    List<PolicyRule> rules() {
        return rules;
    }

    /// Whether some rule allows a request.
    ///
    /// @param qualified [Attributes#qualifiedResource], made once per request
    /// @param verbBit [RuleMatcher#bitOf] the verb
    boolean allow(Attributes attributes, String qualified, int verbBit) {
        if (!attributes.isResourceRequest()) {
            for (RuleMatcher path : paths) {
                if (path.allowsPath(attributes, verbBit)) {
                    return true;
                }
            }
            return false;
        }
        return anyAllows(anyResource, attributes, verbBit)
                || anyAllows(byResource.get(qualified), attributes, verbBit)
                || (!attributes.subresource().isEmpty()
                        && anyAllows(bySubresource.get(attributes.subresource()), attributes, verbBit));
    }

    private static boolean anyAllows(RuleMatcher @Nullable [] matchers, Attributes attributes, int verbBit) {
        if (matchers == null) {
            return false;
        }
        for (RuleMatcher matcher : matchers) {
            if (matcher.allows(attributes, verbBit)) {
                return true;
            }
        }
        return false;
    }

    private static Map<String, RuleMatcher[]> arrays(Map<String, List<RuleMatcher>> lists) {
        if (lists.isEmpty()) {
            return Map.of();
        }
        Map<String, RuleMatcher[]> arrays = HashMap.newHashMap(lists.size());
        lists.forEach((key, list) -> arrays.put(key, list.toArray(EMPTY)));
        return arrays;
    }
}
