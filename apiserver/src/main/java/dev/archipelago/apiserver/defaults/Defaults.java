package dev.archipelago.apiserver.defaults;

import dev.archipelago.model.schema.Struct;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/// Fills in the defaults of built-in types, as Kubernetes 1.36 does.
///
/// Defaults belong to types, not to kinds: a pod template gets the same ones wherever it is. A type's own defaults
/// are set before those of the types inside it. Where nothing is missing, nothing is allocated.
public final class Defaults {
    private static final ConcurrentHashMap<Struct, TypeDefaults> BY_TYPE = new ConcurrentHashMap<>();

    private Defaults() {}

    /// Fills in what an object of the given type lacks. The object must fit the type.
    public static void apply(ObjectNode object, Struct type) {
        TypeDefaults defaults = BY_TYPE.get(type);
        if (defaults == null) {
            defaults = TypeDefaults.compile(type);
            BY_TYPE.put(type, defaults);
        }
        defaults.apply(object);
    }
}
