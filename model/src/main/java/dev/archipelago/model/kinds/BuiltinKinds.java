package dev.archipelago.model.kinds;

import dev.archipelago.model.schema.Struct;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Every kind of a stock Kubernetes 1.36 server, and the old `apps` versions that are still read.
///
/// Loaded once, on first use, in a few milliseconds. Safe on any thread.
public final class BuiltinKinds {
    private static final Map<String, Struct> TYPES = TypeTable.load("types.txt");
    private static final List<ResourceKind> KINDS = KindTable.load("resources.tsv", TYPES);

    private BuiltinKinds() {}

    /// In the order of a stock server: the core group, then the others, each group's preferred version first.
    public static List<ResourceKind> all() {
        return KINDS;
    }

    /// A type by the name that Kubernetes' OpenAPI gives it, less `io.k8s.api.`: `core.v1.PodSpec`,
    /// `apis.meta.v1.ObjectMeta`.
    ///
    /// @throws IllegalArgumentException when there is no such type
    public static Struct type(String name) {
        Struct type = TYPES.get(name);
        if (type == null) {
            throw new IllegalArgumentException("no built-in type " + name);
        }
        return type;
    }

    /// As [#type], for a name that need not be that of a built-in type.
    public static Optional<Struct> findType(String name) {
        return Optional.ofNullable(TYPES.get(name));
    }
}
