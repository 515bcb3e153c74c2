package dev.archipelago.apiserver.discovery;

import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.model.kinds.Subresource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The documents that every client since the first can read: `APIVersions`, `APIGroupList`, `APIGroup`,
/// `APIResourceList`.
final class PlainDocuments {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private PlainDocuments() {}

    static ObjectNode coreVersions(Group core, String serverAddress) {
        ObjectNode document = JSON.objectNode().put("kind", "APIVersions");
        ArrayNode versions = document.putArray("versions");
        core.versions().forEach(version -> versions.add(version.name()));
        document.putArray("serverAddressByClientCIDRs")
                .addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", serverAddress);
        return document;
    }

    static ObjectNode groupList(List<Group> groups) {
        ObjectNode document = JSON.objectNode().put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode list = document.putArray("groups");
        groups.forEach(group -> describe(list.addObject(), group));
        return document;
    }

    static ObjectNode group(Group group) {
        return describe(JSON.objectNode().put("kind", "APIGroup").put("apiVersion", "v1"), group);
    }

    private static ObjectNode describe(ObjectNode node, Group group) {
        node.put("name", group.name());
        ArrayNode versions = node.putArray("versions");
        for (Group.Version version : group.versions()) {
            describe(versions.addObject(), group, version);
        }
        describe(node.putObject("preferredVersion"), group, group.versions().getFirst());
        return node;
    }

    private static void describe(ObjectNode node, Group group, Group.Version version) {
        node.put("groupVersion", group.groupVersion(version)).put("version", version.name());
    }

    static ObjectNode resources(Group group, Group.Version version) {
        ObjectNode document = JSON.objectNode()
                .put("kind", "APIResourceList")
                .put("apiVersion", "v1")
                .put("groupVersion", group.groupVersion(version));
        ArrayNode resources = document.putArray("resources");
        for (ResourceKind kind : version.kinds()) {
            describe(resources.addObject(), group, kind);
            for (Subresource subresource : kind.subresources()) {
                describe(resources.addObject(), kind, subresource);
            }
        }
        return document;
    }

    private static void describe(ObjectNode node, Group group, ResourceKind kind) {
        node.put("name", kind.resource())
                .put("singularName", kind.singular())
                .put("namespaced", kind.namespaced())
                .put("kind", kind.kind());
        strings(node, "verbs", kind.verbs());
        if (!kind.shortNames().isEmpty()) {
            strings(node, "shortNames", kind.shortNames());
        }
        if (!kind.categories().isEmpty()) {
            strings(node, "categories", kind.categories());
        }
        if (kind.verbs().contains("watch")) {
            node.put("storageVersionHash", storageVersionHash(group, kind));
        }
    }

    private static void describe(ObjectNode node, ResourceKind kind, Subresource subresource) {
        node.put("name", kind.resource() + "/" + subresource.name())
                .put("singularName", "")
                .put("namespaced", kind.namespaced());
        boolean foreign = !subresource.group().equals(kind.group())
                || !subresource.version().equals(kind.version());
        if (foreign) {
            node.put("group", subresource.group()).put("version", subresource.version());
        }
        node.put("kind", subresource.kind());
        strings(node, "verbs", subresource.verbs());
    }

    static void strings(ObjectNode node, String name, List<String> values) {
        ArrayNode array = node.putArray(name);
        values.forEach(array::add);
    }

    /// Changes when objects of a kind come to be stored as another version.
    private static String storageVersionHash(Group group, ResourceKind kind) {
        String stored = group.name() + "/" + group.storageVersion(kind.kind()) + "/" + kind.kind();
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(stored.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(Arrays.copyOf(digest, 8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
