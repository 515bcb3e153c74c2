package dev.archipelago.apiserver.crd;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Where Kubernetes looks for the parts of versions. A part that is the same in all of them, as it is when there is
/// only one, it moves to the spec, checks once, and names so: `spec.validation` instead of `spec.versions[0].schema`.
final class VersionsLayout {
    private static final List<String> PARTS =
            List.of("schema", "subresources", "additionalPrinterColumns", "selectableFields");

    private final JsonNode versions;
    private final Set<String> shared = new HashSet<>();

    private VersionsLayout(JsonNode versions) {
        this.versions = versions;
    }

    static VersionsLayout of(JsonNode versions) {
        VersionsLayout layout = new VersionsLayout(versions);
        for (String part : PARTS) {
            if (layout.isSame(part)) {
                layout.shared.add(part);
            }
        }
        return layout;
    }

    private boolean isSame(String part) {
        for (JsonNode version : versions) {
            if (!version.path(part).equals(versions.path(0).path(part))) {
                return false;
            }
        }
        return true;
    }

    /// What of a part is left in a version.
    JsonNode shown(JsonNode version, String part) {
        JsonNode value = version.get(part);
        return value == null || shared.contains(part) ? JsonNodeFactory.instance.nullNode() : value;
    }

    void checkVersion(int index, Errors errors) {
        JsonNode version = versions.path(index);
        String path = "spec.versions[" + index + ']';
        VersionCheck.checkDeprecation(path + ".deprecationWarning", version, errors);
        boolean hasStatus = version.path("subresources").path("status").isObject();
        for (String part : PARTS) {
            if (!shared.contains(part)) {
                checkPart(part, path + '.' + part, version, hasStatus, errors);
            }
        }
    }

    void checkShared(Errors errors) {
        boolean hasStatus = false;
        for (JsonNode version : versions) {
            hasStatus |= version.path("subresources").path("status").isObject();
        }
        for (String part : PARTS) {
            if (shared.contains(part)) {
                String path = part.equals("schema") ? "spec.validation" : "spec." + part;
                checkPart(part, path, versions.path(0), hasStatus, errors);
            }
        }
    }

    private static void checkPart(String part, String path, JsonNode version, boolean hasStatus, Errors errors) {
        JsonNode schema = version.path("schema").path("openAPIV3Schema");
        switch (part) {
            case "schema" -> {
                if (schema.isObject()) {
                    SchemaCheck.check(path + ".openAPIV3Schema", schema, hasStatus, errors);
                }
            }
            case "subresources" ->
                VersionCheck.checkScale(path + ".scale", version.path(part).path("scale"), errors);
            case "additionalPrinterColumns" -> VersionCheck.checkColumns(path, version.path(part), errors);
            case "selectableFields" -> VersionCheck.checkSelectable(path, version.path(part), schema, errors);
            default -> throw new IllegalArgumentException(part);
        }
    }
}
