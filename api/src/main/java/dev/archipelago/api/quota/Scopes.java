package dev.archipelago.api.quota;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Which objects a quota is about.
public final class Scopes {
    private Scopes() {}

    /// Whether a quota counts an object, as far as its scopes say. Those with scopes are about pods only.
    ///
    /// @param quota the spec of the quota
    public static boolean cover(JsonNode quota, String group, String resource, JsonNode object) {
        JsonNode scopes = quota.path("scopes");
        JsonNode expressions = quota.path("scopeSelector").path("matchExpressions");
        if (scopes.isEmpty() && expressions.isEmpty()) {
            return true;
        }
        if (!group.isEmpty() || !resource.equals("pods")) {
            return false;
        }
        for (JsonNode scope : scopes) {
            if (!matches(scope.asString(""), "Exists", List.of(), object.path("spec"))) {
                return false;
            }
        }
        for (JsonNode expression : expressions) {
            List<String> values = new ArrayList<>();
            expression.path("values").forEach(value -> values.add(value.asString("")));
            if (!matches(
                    expression.path("scopeName").asString(""),
                    expression.path("operator").asString(""),
                    values,
                    object.path("spec"))) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(String scope, String operator, List<String> values, JsonNode spec) {
        return switch (scope) {
            case "Terminating" -> spec.hasNonNull("activeDeadlineSeconds");
            case "NotTerminating" -> !spec.hasNonNull("activeDeadlineSeconds");
            case "BestEffort" -> isBestEffort(spec);
            case "NotBestEffort" -> !isBestEffort(spec);
            case "PriorityClass" -> ofClass(spec.path("priorityClassName").asString(""), operator, values);
            case "CrossNamespacePodAffinity" ->
                crosses(spec.path("affinity").path("podAffinity"))
                        || crosses(spec.path("affinity").path("podAntiAffinity"));
            default -> false;
        };
    }

    private static boolean isBestEffort(JsonNode spec) {
        return PodResources.sum(spec, "requests").isEmpty()
                && PodResources.sum(spec, "limits").isEmpty();
    }

    private static boolean ofClass(String name, String operator, List<String> values) {
        return switch (operator) {
            case "In" -> values.contains(name);
            case "NotIn" -> !values.contains(name);
            case "DoesNotExist" -> name.isEmpty();
            default -> !name.isEmpty();
        };
    }

    private static boolean crosses(JsonNode affinity) {
        for (JsonNode term : affinity.path("requiredDuringSchedulingIgnoredDuringExecution")) {
            if (namesNamespaces(term)) {
                return true;
            }
        }
        for (JsonNode weighted : affinity.path("preferredDuringSchedulingIgnoredDuringExecution")) {
            if (namesNamespaces(weighted.path("podAffinityTerm"))) {
                return true;
            }
        }
        return false;
    }

    private static boolean namesNamespaces(JsonNode term) {
        return !term.path("namespaces").isEmpty() || term.hasNonNull("namespaceSelector");
    }
}
