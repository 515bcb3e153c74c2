package dev.archipelago.apiserver.cel;

import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The types of `request` and `namespaceObject`, as Kubernetes declares them.
final class RequestTypes {
    static final CelType REQUEST = StructTypeReference.create("kubernetes.AdmissionRequest");
    static final CelType NAMESPACE = StructTypeReference.create("kubernetes.Namespace");

    private static final CelType TEXT = SimpleType.STRING;
    private static final CelType TEXTS = ListType.create(TEXT);
    private static final CelType TEXT_MAP = MapType.create(TEXT, TEXT);

    static final Map<String, CelType> ALL = all();

    private RequestTypes() {}

    private static Map<String, CelType> all() {
        Map<String, CelType> types = new HashMap<>();
        put(types, "GroupVersionKind", ImmutableMap.of("group", TEXT, "version", TEXT, "kind", TEXT));
        put(types, "GroupVersionResource", ImmutableMap.of("group", TEXT, "version", TEXT, "resource", TEXT));
        put(
                types,
                "UserInfo",
                ImmutableMap.of("username", TEXT, "uid", TEXT, "groups", TEXTS, "extra", MapType.create(TEXT, TEXTS)));
        put(
                types,
                "AdmissionRequest",
                ImmutableMap.<String, CelType>builder()
                        .put("kind", reference("GroupVersionKind"))
                        .put("resource", reference("GroupVersionResource"))
                        .put("subResource", TEXT)
                        .put("requestKind", reference("GroupVersionKind"))
                        .put("requestResource", reference("GroupVersionResource"))
                        .put("requestSubResource", TEXT)
                        .put("name", TEXT)
                        // The word is reserved: expressions write request.__namespace__ or request.namespace.
                        .put("namespace", TEXT)
                        .put("operation", TEXT)
                        .put("userInfo", reference("UserInfo"))
                        .put("dryRun", SimpleType.BOOL)
                        .put("options", SimpleType.DYN)
                        .buildOrThrow());
        putNamespace(types);
        return Map.copyOf(types);
    }

    private static void putNamespace(Map<String, CelType> types) {
        put(
                types,
                "Namespace",
                ImmutableMap.of(
                        "metadata", reference("NamespaceMetadata"),
                        "spec", reference("NamespaceSpec"),
                        "status", reference("NamespaceStatus")));
        put(types, "NamespaceSpec", ImmutableMap.of("finalizers", TEXTS));
        put(
                types,
                "NamespaceStatus",
                ImmutableMap.of("phase", TEXT, "conditions", ListType.create(reference("NamespaceCondition"))));
        put(
                types,
                "NamespaceCondition",
                ImmutableMap.of(
                        "type",
                        TEXT,
                        "status",
                        TEXT,
                        "reason",
                        TEXT,
                        "message",
                        TEXT,
                        "lastTransitionTime",
                        SimpleType.TIMESTAMP));
        put(
                types,
                "NamespaceMetadata",
                ImmutableMap.<String, CelType>builder()
                        .put("name", TEXT)
                        .put("generateName", TEXT)
                        .put("namespace", TEXT)
                        .put("labels", TEXT_MAP)
                        .put("annotations", TEXT_MAP)
                        .put("UID", TEXT)
                        .put("creationTimestamp", SimpleType.TIMESTAMP)
                        .put("deletionGracePeriodSeconds", SimpleType.INT)
                        .put("deletionTimestamp", SimpleType.TIMESTAMP)
                        .put("generation", SimpleType.INT)
                        .put("resourceVersion", TEXT)
                        .put("finalizers", TEXTS)
                        .buildOrThrow());
    }

    private static CelType reference(String name) {
        return StructTypeReference.create("kubernetes." + name);
    }

    private static void put(Map<String, CelType> types, String name, ImmutableMap<String, CelType> fields) {
        String full = "kubernetes." + name;
        types.put(full, StructType.create(full, fields.keySet(), field -> Optional.ofNullable(fields.get(field))));
    }
}
