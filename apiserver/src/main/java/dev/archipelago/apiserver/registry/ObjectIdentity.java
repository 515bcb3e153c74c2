package dev.archipelago.apiserver.registry;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.apiserver.catalog.ServedResource;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Checks that an object is what and where the request says, and names those that have no name yet.
final class ObjectIdentity {
    private static final String NAME_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX_LENGTH = 5;
    private static final List<String> COLLECTIONS = List.of("labels", "annotations", "finalizers", "ownerReferences");
    private static final int GENERATED_NAME_LENGTH_MAX = 63;

    private ObjectIdentity() {}

    /// Fills in apiVersion, kind and namespace where the object leaves them out, and refuses contradictions.
    static void check(ServedResource resource, String namespace, ObjectNode object) {
        String expectedVersion = resource.kind().apiVersion();
        String expectedKind = resource.kind().kind();
        String apiVersion = text(object, "apiVersion");
        String kind = text(object, "kind");
        if (kind.isEmpty() && apiVersion.isEmpty()) {
            object.put("apiVersion", expectedVersion).put("kind", expectedKind);
        } else if (!apiVersion.equals(expectedVersion)) {
            throw ApiException.badRequest(
                    "the API version in the data (%s) does not match the expected API version (%s)"
                            .formatted(apiVersion, expectedVersion));
        } else if (!kind.equals(expectedKind)) {
            throw ApiException.badRequest(
                    "the kind in the data (%s) does not match the expected kind (%s)".formatted(kind, expectedKind));
        }
        if (object.has("metadata") && !object.get("metadata").isObject()) {
            throw ApiException.badRequest("metadata must be an object");
        }
        checkNamespace(resource, namespace, Meta.of(object));
    }

    private static void checkNamespace(ServedResource resource, String namespace, ObjectNode metadata) {
        String given = metadata.path("namespace").asString("");
        if (!resource.namespaced()) {
            if (!given.isEmpty()) {
                throw ApiException.badRequest("metadata.namespace: \"%s\" is not allowed: %s are not namespaced"
                        .formatted(given, resource.resource()));
            }
            metadata.remove("namespace");
        } else if (given.isEmpty()) {
            metadata.put("namespace", namespace);
        } else if (!given.equals(namespace)) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    /// Refuses an object whose name is not the one in the path.
    static void checkName(String name, ObjectNode object) {
        String given = Meta.name(object);
        if (given.isEmpty()) {
            Meta.of(object).put("name", name);
        } else if (!given.equals(name)) {
            throw ApiException.badRequest(
                    "the name of the object (%s) does not match the name on the URL (%s)".formatted(given, name));
        }
    }

    /// Names a new object that has none.
    static void generateName(ServedResource resource, ObjectNode object, RandomGenerator random) {
        String generateName = Meta.text(object, "generateName");
        if (generateName.isEmpty()) {
            throw ApiException.invalid(
                    resource.group(),
                    resource.kind().kind(),
                    "",
                    List.of(FieldError.required("metadata.name", "name or generateName is required")));
        }
        int keep = Math.min(generateName.length(), GENERATED_NAME_LENGTH_MAX - SUFFIX_LENGTH);
        StringBuilder name = new StringBuilder(generateName.substring(0, keep));
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            name.append(NAME_ALPHABET.charAt(random.nextInt(NAME_ALPHABET.length())));
        }
        Meta.of(object).put("name", name.toString());
    }

    /// Removes maps and lists of the metadata that have nothing in them, as a patch leaves them that removes the last
    /// label.
    static void dropEmptyMetadata(ObjectNode object) {
        ObjectNode metadata = Meta.of(object);
        for (String field : COLLECTIONS) {
            @Nullable JsonNode value = metadata.get(field);
            if (value != null && value.isContainer() && value.isEmpty()) {
                metadata.remove(field);
            }
        }
    }

    private static String text(ObjectNode object, String field) {
        @Nullable JsonNode value = object.get(field);
        return value == null ? "" : value.asString("");
    }
}
