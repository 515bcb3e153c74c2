package dev.archipelago.model.schema;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A named field of a [Struct].
///
/// @param required whether an object without it is invalid
/// @param patchStrategies how strategic merge patch treats it; empty means replace
/// @param mergeKey the key by which strategic merge patch matches list items, for a list of objects that merges
public record Field(
        String name,
        Schema schema,
        boolean required,
        Set<PatchStrategy> patchStrategies,
        @Nullable String mergeKey) {

    public Field {
        patchStrategies = Set.copyOf(patchStrategies);
    }

    public enum PatchStrategy {
        MERGE,
        REPLACE,
        RETAIN_KEYS
    }
}
