package dev.archipelago.apiserver.crd;

import dev.archipelago.apiserver.cel.CelRules;
import dev.archipelago.apiserver.structural.StructuralSchema;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.kinds.Subresource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes kinds of definitions.
public final class CustomKinds {
    private static final List<String> VERBS =
            List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
    private static final List<String> TERMINATING_VERBS = List.of("delete", "deletecollection", "get", "list", "watch");
    private static final List<String> SUBRESOURCE_VERBS = List.of("get", "patch", "update");

    private CustomKinds() {}

    /// The kind of an established definition, under the names it has been given. While the definition is going,
    /// objects can be read and deleted only.
    ///
    /// @param definition must not change afterwards
    public static CustomKind of(ObjectNode definition) {
        JsonNode spec = definition.path("spec");
        JsonNode names = definition.path("status").path("acceptedNames");
        List<CustomVersion> versions = new ArrayList<>();
        for (JsonNode version : spec.path("versions")) {
            versions.add(version(definition, version));
        }
        return new CustomKind(
                Json.text(spec, "group"),
                Json.text(names, "plural"),
                Json.text(names, "kind"),
                Json.text(names, "listKind"),
                isNamespaced(spec),
                versions,
                Json.text(spec.path("conversion"), "strategy").equals("Webhook"));
    }

    private static boolean isNamespaced(JsonNode spec) {
        return Json.text(spec, "scope").equals("Namespaced");
    }

    private static CustomVersion version(ObjectNode definition, JsonNode version) {
        JsonNode openApi = version.path("schema").path("openAPIV3Schema");
        StructuralSchema schema = StructuralSchema.of(
                openApi.isObject() ? openApi : JsonNodeFactory.instance.objectNode(), CelRules.factory());
        List<String> selectable = new ArrayList<>();
        for (JsonNode field : version.path("selectableFields")) {
            selectable.add(Json.text(field, "jsonPath"));
        }
        return new CustomVersion(
                kind(definition, version, schema),
                Json.isTrue(version, "served"),
                Json.isTrue(version, "storage"),
                schema,
                PrinterColumn.of(version.path("additionalPrinterColumns")),
                ScaleFields.of(version.path("subresources").path("scale")),
                selectable,
                deprecation(definition.path("spec"), version));
    }

    private static ResourceKind kind(ObjectNode definition, JsonNode version, StructuralSchema schema) {
        JsonNode spec = definition.path("spec");
        JsonNode names = definition.path("status").path("acceptedNames");
        String group = Json.text(spec, "group");
        String name = Json.text(version, "name");
        String kind = Json.text(names, "kind");
        return new ResourceKind(
                group,
                name,
                Json.text(names, "plural"),
                kind,
                Json.text(names, "singular"),
                isNamespaced(spec),
                Json.texts(names.path("shortNames")),
                Json.texts(names.path("categories")),
                Lifecycle.isTerminating(definition) ? TERMINATING_VERBS : VERBS,
                subresources(group, name, kind, version.path("subresources")),
                schema.toStruct(typeName(group, name, kind)));
    }

    private static List<Subresource> subresources(String group, String version, String kind, JsonNode subresources) {
        List<Subresource> found = new ArrayList<>();
        if (subresources.path("status").isObject()) {
            found.add(new Subresource("status", group, version, kind, SUBRESOURCE_VERBS));
        }
        if (subresources.path("scale").isObject()) {
            found.add(new Subresource("scale", "autoscaling", "v1", "Scale", SUBRESOURCE_VERBS));
        }
        return found;
    }

    /// As Kubernetes names types of custom resources: `com.example.v1.Database`.
    private static String typeName(String group, String version, String kind) {
        List<String> parts = new ArrayList<>(Arrays.asList(group.split("\\.", -1)));
        Collections.reverse(parts);
        return String.join(".", parts) + '.' + version + '.' + kind;
    }

    private static String deprecation(JsonNode spec, JsonNode version) {
        if (!Json.isTrue(version, "deprecated")) {
            return "";
        }
        String own = Json.text(version, "deprecationWarning");
        return own.isEmpty() ? DeprecationWarning.of(spec, Json.text(version, "name")) : own;
    }
}
