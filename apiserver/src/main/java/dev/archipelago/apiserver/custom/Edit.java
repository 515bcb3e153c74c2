package dev.archipelago.apiserver.custom;

import dev.archipelago.apiserver.apply.Manager;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.registry.Change;
import dev.archipelago.apiserver.registry.Ownership;
import java.time.Instant;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/// A change of a definition by the server itself.
///
/// @param edit changes the object it is given
record Edit(ServedResource definitions, String subresource, Predicate<ObjectNode> edit) implements Change {

    @Override
    public ObjectNode apply(ObjectNode current, Instant now) {
        ObjectNode updated = current.deepCopy();
        boolean _ = edit.test(updated);
        return updated;
    }

    @Override
    public void recordOwnership(ObjectNode current, ObjectNode updated, Instant now) {
        Manager manager =
                new Manager("archipelago-apiserver", definitions.kind().apiVersion(), subresource);
        Ownership.update(definitions, current, updated, manager, now);
    }

    @Override
    public boolean pinsVersion() {
        return false;
    }
}
