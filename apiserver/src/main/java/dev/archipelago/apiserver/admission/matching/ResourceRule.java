package dev.archipelago.apiserver.admission.matching;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.model.kinds.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// One rule of a webhook or a policy: operations on resources.
///
/// @param names of objects; any when there are none
/// @param scope `Cluster`, `Namespaced` or `*`
public record ResourceRule(
        List<String> operations,
        List<String> groups,
        List<String> versions,
        List<String> resources,
        List<String> names,
        String scope) {

    /// The rules of a list.
    public static List<ResourceRule> all(JsonNode list) {
        List<ResourceRule> rules = new ArrayList<>();
        for (JsonNode rule : list) {
            rules.add(new ResourceRule(
                    Json.strings(rule, "operations"),
                    Json.strings(rule, "apiGroups"),
                    Json.strings(rule, "apiVersions"),
                    Json.strings(rule, "resources"),
                    Json.strings(rule, "resourceNames"),
                    rule.path("scope").asString("*")));
        }
        return List.copyOf(rules);
    }

    /// Whether it is about a request, seen as one of a version of its resource.
    boolean matches(AdmissionRequest request, ResourceKind kind) {
        return has(operations, request.operation().name())
                && has(groups, kind.group())
                && has(versions, kind.version())
                && matches(kind.resource(), request.subresource())
                && (scope.equals("*") || scope.equals(kind.namespaced() ? "Namespaced" : "Cluster"))
                && (names.isEmpty() || names.contains(request.name()));
    }

    private boolean matches(String resource, String subresource) {
        String full = subresource.isEmpty() ? resource : resource + '/' + subresource;
        for (String pattern : resources) {
            boolean matches = pattern.equals("*/*")
                    || pattern.equals(full)
                    || (pattern.equals("*") && subresource.isEmpty())
                    || pattern.equals(resource + "/*")
                    || (pattern.startsWith("*/")
                            && !subresource.isEmpty()
                            && pattern.substring(2).equals(subresource));
            if (matches) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(List<String> allowed, String value) {
        return allowed.contains("*") || allowed.contains(value);
    }
}
