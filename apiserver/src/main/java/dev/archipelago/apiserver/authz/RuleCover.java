package dev.archipelago.apiserver.authz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Whether the rules somebody holds cover the rules to be granted.
///
/// Each rule to be granted is taken apart into single permissions; each must be covered by one held rule. Two rules
/// never cover a permission together, since a permission has one verb, one group, one resource and one name.
final class RuleCover {
    private static final String ANY_PREFIX = "*/";

    private RuleCover() {}

    /// One permission: a path, or a resource with or without a name.
    private record Permission(String verb, String group, String resource, String name, String url) {
        boolean isCoveredBy(PolicyRule held) {
            if (!has(held.verbs(), verb)) {
                return false;
            }
            if (!url.isEmpty()) {
                return coversUrl(held, url);
            }
            return has(held.apiGroups(), group)
                    && coversResource(held, resource)
                    && (held.resourceNames().isEmpty()
                            || (!name.isEmpty() && held.resourceNames().contains(name)));
        }

        PolicyRule withVerbs(List<String> verbs) {
            return url.isEmpty()
                    ? new PolicyRule(
                            verbs,
                            List.of(group),
                            List.of(resource),
                            name.isEmpty() ? List.of() : List.of(name),
                            List.of())
                    : new PolicyRule(verbs, List.of(), List.of(), List.of(), List.of(url));
        }
    }

    /// The permissions that are wanted and not held, described and sorted; empty when all are held.
    static List<String> missing(List<PolicyRule> held, List<PolicyRule> wanted) {
        Map<Permission, List<String>> verbsByTarget = new LinkedHashMap<>();
        TreeSet<String> descriptions = new TreeSet<>();
        for (PolicyRule rule : wanted) {
            for (Permission permission : permissions(rule)) {
                if (held.stream().anyMatch(permission::isCoveredBy)) {
                    continue;
                }
                if (permission.url.isEmpty()) {
                    Permission target = new Permission("", permission.group, permission.resource, permission.name, "");
                    verbsByTarget
                            .computeIfAbsent(target, _ -> new ArrayList<>())
                            .add(permission.verb);
                } else {
                    // Kubernetes lists paths verb by verb.
                    descriptions.add(
                            permission.withVerbs(List.of(permission.verb)).describe());
                }
            }
        }
        verbsByTarget.forEach(
                (target, verbs) -> descriptions.add(target.withVerbs(verbs).describe()));
        return List.copyOf(descriptions);
    }

    private static List<Permission> permissions(PolicyRule rule) {
        List<Permission> permissions = new ArrayList<>();
        List<String> names = rule.resourceNames().isEmpty() ? List.of("") : rule.resourceNames();
        for (String group : rule.apiGroups()) {
            for (String resource : rule.resources()) {
                for (String verb : rule.verbs()) {
                    for (String name : names) {
                        permissions.add(new Permission(verb, group, resource, name, ""));
                    }
                }
            }
        }
        for (String url : rule.nonResourceUrls()) {
            for (String verb : rule.verbs()) {
                permissions.add(new Permission(verb, "", "", "", url));
            }
        }
        return permissions;
    }

    private static boolean has(List<String> values, String wanted) {
        return values.contains(PolicyRule.ALL) || values.contains(wanted);
    }

    private static boolean coversResource(PolicyRule held, String resource) {
        if (has(held.resources(), resource)) {
            return true;
        }
        int slash = resource.indexOf('/');
        return slash >= 0 && held.resources().contains(ANY_PREFIX + resource.substring(slash + 1));
    }

    private static boolean coversUrl(PolicyRule held, String url) {
        for (String owned : held.nonResourceUrls()) {
            if (owned.equals(url)
                    || (owned.endsWith(PolicyRule.ALL) && url.startsWith(RuleMatcher.withoutStars(owned)))) {
                return true;
            }
        }
        return false;
    }
}
