package dev.archipelago.apiserver.builtin;

import dev.archipelago.apiserver.catalog.Conversion;
import dev.archipelago.apiserver.defaults.Defaults;
import dev.archipelago.model.kinds.ResourceKind;
import tools.jackson.databind.node.ObjectNode;

/// The beta versions of `apps` have the fields of v1 but other defaults, which must be filled in before v1's.
///
/// @param kind the served, old version
record OldAppsConversion(ResourceKind kind, String storedApiVersion) implements Conversion {

    @Override
    public ObjectNode toStorage(ObjectNode served) {
        Defaults.apply(served, kind.schema());
        return served.put("apiVersion", storedApiVersion);
    }

    @Override
    public ObjectNode fromStorage(ObjectNode stored) {
        return stored.put("apiVersion", kind.apiVersion());
    }
}
