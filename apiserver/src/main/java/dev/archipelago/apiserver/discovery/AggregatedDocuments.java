package dev.archipelago.apiserver.discovery;

import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.kinds.Subresource;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The document that tells everything at once: `APIGroupDiscoveryList`.
final class AggregatedDocuments {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private AggregatedDocuments() {}

    static ObjectNode list(DiscoveryForm form, List<Group> groups) {
        ObjectNode document =
                JSON.objectNode().put("kind", "APIGroupDiscoveryList").put("apiVersion", form.apiVersion());
        document.putObject("metadata");
        ArrayNode items = document.putArray("items");
        groups.forEach(group -> describe(items.addObject(), group));
        return document;
    }

    private static void describe(ObjectNode node, Group group) {
        ObjectNode metadata = node.putObject("metadata");
        if (!group.name().isEmpty()) {
            metadata.put("name", group.name());
        }
        ArrayNode versions = node.putArray("versions");
        for (Group.Version version : group.versions()) {
            ObjectNode described = versions.addObject().put("version", version.name());
            ArrayNode resources = described.putArray("resources");
            version.kinds().forEach(kind -> describe(resources.addObject(), kind));
            described.put("freshness", "Current");
        }
    }

    private static void describe(ObjectNode node, ResourceKind kind) {
        node.put("resource", kind.resource());
        responseKind(node, kind.group(), kind.version(), kind.kind());
        node.put("scope", kind.namespaced() ? "Namespaced" : "Cluster").put("singularResource", kind.singular());
        PlainDocuments.strings(node, "verbs", kind.verbs());
        if (!kind.shortNames().isEmpty()) {
            PlainDocuments.strings(node, "shortNames", kind.shortNames());
        }
        if (!kind.categories().isEmpty()) {
            PlainDocuments.strings(node, "categories", kind.categories());
        }
        if (!kind.subresources().isEmpty()) {
            ArrayNode subresources = node.putArray("subresources");
            kind.subresources().forEach(subresource -> describe(subresources.addObject(), subresource));
        }
    }

    private static void describe(ObjectNode node, Subresource subresource) {
        node.put("subresource", subresource.name());
        responseKind(node, subresource.group(), subresource.version(), subresource.kind());
        PlainDocuments.strings(node, "verbs", subresource.verbs());
    }

    private static void responseKind(ObjectNode node, String group, String version, String kind) {
        node.putObject("responseKind")
                .put("group", group)
                .put("version", version)
                .put("kind", kind);
    }
}
