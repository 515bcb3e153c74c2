package dev.archipelago.apiserver.authz;

import dev.archipelago.api.objects.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One rule of a role, as written in the object.
///
/// @param resourceNames empty means every name
public record PolicyRule(
        List<String> verbs,
        List<String> apiGroups,
        List<String> resources,
        List<String> resourceNames,
        List<String> nonResourceUrls) {
    static final String ALL = "*";

    public PolicyRule {
        verbs = List.copyOf(verbs);
        apiGroups = List.copyOf(apiGroups);
        resources = List.copyOf(resources);
        resourceNames = List.copyOf(resourceNames);
        nonResourceUrls = List.copyOf(nonResourceUrls);
    }

    static PolicyRule of(JsonNode rule) {
        return new PolicyRule(
                Json.strings(rule, "verbs"),
                Json.strings(rule, "apiGroups"),
                Json.strings(rule, "resources"),
                Json.strings(rule, "resourceNames"),
                Json.strings(rule, "nonResourceURLs"));
    }

    /// The rules of a Role or ClusterRole.
    static List<PolicyRule> listOf(JsonNode role) {
        List<PolicyRule> rules = new ArrayList<>();
        for (JsonNode rule : role.path("rules")) {
            rules.add(of(rule));
        }
        return rules;
    }

    ObjectNode toJson() {
        ObjectNode node = Json.object();
        putUnlessEmpty(node, "apiGroups", apiGroups);
        putUnlessEmpty(node, "nonResourceURLs", nonResourceUrls);
        putUnlessEmpty(node, "resourceNames", resourceNames);
        putUnlessEmpty(node, "resources", resources);
        node.set("verbs", Json.array(verbs));
        return node;
    }

    static void putUnlessEmpty(ObjectNode node, String field, List<String> values) {
        if (!values.isEmpty()) {
            node.set(field, Json.array(values));
        }
    }

    /// The form that messages about missing permissions use.
    String describe() {
        List<String> parts = new ArrayList<>();
        describe(parts, "APIGroups", apiGroups);
        describe(parts, "Resources", resources);
        describe(parts, "NonResourceURLs", nonResourceUrls);
        describe(parts, "ResourceNames", resourceNames);
        describe(parts, "Verbs", verbs);
        return "{" + String.join(", ", parts) + "}";
    }

    private static void describe(List<String> parts, String what, List<String> values) {
        if (!values.isEmpty()) {
            parts.add(what + ":" + Quoting.quote(values));
        }
    }
}
