package dev.archipelago.apiserver.registry;

import dev.archipelago.api.objects.Meta;
import dev.archipelago.apiserver.apply.Manager;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// The change of an update: the client sent the whole object.
///
/// @param served used up by the last time it is applied
record Replacement(Target target, ObjectNode served, Manager manager) implements Change {

    @Override
    public ObjectNode apply(ObjectNode current, Instant now) {
        return target.resource().conversion().toStorage(pinsVersion() ? served : served.deepCopy());
    }

    @Override
    public void recordOwnership(ObjectNode current, ObjectNode updated, Instant now) {
        Ownership.update(target.resource(), current, updated, manager, now);
    }

    @Override
    public boolean pinsVersion() {
        String version = Meta.text(served, "resourceVersion");
        return !version.isEmpty() && !version.equals("0");
    }
}
