package dev.archipelago.apiserver.crd;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.NameRules;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Checks the spec of a definition.
final class SpecCheck {
    private SpecCheck() {}

    static void check(JsonNode spec, Errors errors) {
        checkGroup(Json.text(spec, "group"), errors);
        errors.oneOf("spec.scope", Json.text(spec, "scope"), List.of("Cluster", "Namespaced"));
        JsonNode versions = spec.path("versions");
        for (int i = 0; i < versions.size(); i++) {
            if (!versions.get(i).path("schema").path("openAPIV3Schema").isObject()) {
                errors.required("spec.versions[" + i + "].schema.openAPIV3Schema");
            }
        }
        VersionsLayout layout = VersionsLayout.of(versions);
        checkVersions(versions, layout, errors);
        NamesCheck.checkRequired("spec.names", spec.path("names"), errors);
        NamesCheck.check("spec.names", spec.path("names"), errors);
        layout.checkShared(errors);
        ConversionCheck.check(spec, errors);
    }

    private static void checkGroup(String group, Errors errors) {
        if (group.isEmpty()) {
            errors.required("spec.group");
            return;
        }
        String complaint = NameRules.subdomain(group);
        errors.check(
                "spec.group",
                group,
                complaint.isEmpty() && group.indexOf('.') < 0 ? "should be a domain with at least one dot" : complaint);
    }

    private static void checkVersions(JsonNode versions, VersionsLayout layout, Errors errors) {
        int storage = 0;
        Set<String> names = new HashSet<>();
        boolean unique = true;
        for (int i = 0; i < versions.size(); i++) {
            JsonNode version = versions.get(i);
            String name = Json.text(version, "name");
            storage += Json.isTrue(version, "storage") ? 1 : 0;
            unique &= names.add(name);
            errors.check("spec.versions[" + i + "].name", name, NameRules.label(name));
            layout.checkVersion(i, errors);
        }
        if (!unique) {
            versionsInvalid(versions, layout, "must contain unique version names", errors);
        }
        if (storage != 1) {
            versionsInvalid(versions, layout, "must have exactly one version marked as storage version", errors);
        }
        if (!versions.isEmpty()) {
            String first = Json.text(versions.get(0), "name");
            errors.check("spec.version", first, first.isEmpty() ? "" : NameRules.label(first));
        }
    }

    /// Kubernetes prints the versions with the names that they have in Go.
    private static void versionsInvalid(JsonNode versions, VersionsLayout layout, String detail, Errors errors) {
        ArrayNode shown = JsonNodeFactory.instance.arrayNode();
        for (JsonNode version : versions) {
            ObjectNode one = shown.addObject();
            one.put("Name", Json.text(version, "name"));
            one.put("Served", Json.isTrue(version, "served"));
            one.put("Storage", Json.isTrue(version, "storage"));
            one.put("Deprecated", Json.isTrue(version, "deprecated"));
            JsonNode warning = version.get("deprecationWarning");
            one.set("DeprecationWarning", warning == null ? JsonNodeFactory.instance.nullNode() : warning);
            one.set("Schema", layout.shown(version, "schema"));
            one.set("Subresources", layout.shown(version, "subresources"));
            one.set("AdditionalPrinterColumns", layout.shown(version, "additionalPrinterColumns"));
            one.set("SelectableFields", layout.shown(version, "selectableFields"));
        }
        String value = shown.isEmpty() ? "null" : shown.toString();
        errors.addAll(List.of(FieldError.invalid("spec.versions", value, detail)));
    }
}
