package dev.archipelago.apiserver.registry;

import dev.archipelago.apiserver.apply.Manager;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.decode.Decoded;
import dev.archipelago.apiserver.decode.FieldValidation;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The change of a server-side apply.
record Application(
        Target target,
        ObjectNode configuration,
        Manager manager,
        boolean force,
        FieldValidation validation,
        Consumer<String> warn)
        implements Change {

    @Override
    public ObjectNode apply(ObjectNode current, Instant now) {
        ServedResource resource = target.resource();
        return resource.conversion().toStorage(merge(resource.served(current), now));
    }

    /// The object that is to be created when there is none yet.
    ObjectNode create(Instant now) {
        return target.resource().conversion().toStorage(merge(null, now));
    }

    private ObjectNode merge(@Nullable ObjectNode live, Instant now) {
        ObjectNode merged = Ownership.apply(target, live, configuration, manager, force, now);
        // A configuration may name a field only to clear it: that null goes no further.
        Decoded decoded = target.resource().decoder().conform(merged, validation);
        decoded.warnings().forEach(warn);
        return decoded.object();
    }

    /// Apply has recorded it already.
    @Override
    public void recordOwnership(ObjectNode current, ObjectNode updated, Instant now) {}

    @Override
    public boolean pinsVersion() {
        return false;
    }
}
