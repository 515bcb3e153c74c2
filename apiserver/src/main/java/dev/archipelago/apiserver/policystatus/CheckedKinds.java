package dev.archipelago.apiserver.policystatus;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.cel.PolicyTypeCheck;
import dev.archipelago.model.kinds.ResourceKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Finds the kinds that a policy names. A rule with a wildcard names none.
final class CheckedKinds {
    /// As in Kubernetes: more are not looked at.
    private static final int KINDS_MAX = 10;

    private CheckedKinds() {}

    static List<PolicyTypeCheck.Kind> of(Catalog catalog, JsonNode spec) {
        Map<String, PolicyTypeCheck.Kind> kinds = new TreeMap<>();
        for (JsonNode rule : spec.path("matchConstraints").path("resourceRules")) {
            List<String> groups = Json.strings(rule, "apiGroups");
            List<String> versions = Json.strings(rule, "apiVersions");
            if (groups.contains("*") || versions.contains("*")) {
                continue;
            }
            for (String group : groups) {
                for (String version : versions) {
                    for (String resource : Json.strings(rule, "resources")) {
                        catalog.find(group, version, resource)
                                .filter(found -> kinds.size() < KINDS_MAX)
                                .map(CheckedKinds::kind)
                                .ifPresent(kind -> kinds.put(kind.label(), kind));
                    }
                }
            }
        }
        return List.copyOf(kinds.values());
    }

    static PolicyTypeCheck.@Nullable Kind params(Catalog catalog, JsonNode spec) {
        JsonNode kind = spec.path("paramKind");
        Optional<ServedResource> found = catalog.findKind(
                kind.path("apiVersion").asString(""), kind.path("kind").asString(""));
        return found.map(CheckedKinds::kind).orElse(null);
    }

    private static PolicyTypeCheck.Kind kind(ServedResource resource) {
        ResourceKind kind = resource.kind();
        String version = kind.group().isEmpty() ? "/" + kind.version() : kind.apiVersion();
        return new PolicyTypeCheck.Kind(version + ", Kind=" + kind.kind(), kind.schema(), resource.openApiSchema());
    }
}
