package dev.archipelago.apiserver.registry;

import dev.archipelago.apiserver.apply.FieldManager;
import dev.archipelago.apiserver.apply.FieldSet;
import dev.archipelago.apiserver.apply.Manager;
import dev.archipelago.apiserver.catalog.ServedResource;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Calls the field manager with what a resource is like.
public final class Ownership {
    private static final FieldSet STATUS = FieldSet.ofFields("status");
    private static final FieldSet SPEC = FieldSet.ofFields("spec");
    private static final FieldSet SPEC_AND_METADATA = FieldSet.ofFields("spec", "metadata");

    private Ownership() {}

    /// Brings metadata.managedFields up to date after a write that is not an apply. The status with which an object
    /// begins is the server's.
    public static void update(
            ServedResource resource, @Nullable ObjectNode current, ObjectNode updated, Manager manager, Instant now) {
        FieldSet ignored = current == null && resource.hasStatus() ? STATUS : FieldSet.EMPTY;
        FieldManager.update(current, updated, resource.kind().schema(), manager, ignored, now);
    }

    static ObjectNode apply(
            Target target,
            @Nullable ObjectNode live,
            ObjectNode configuration,
            Manager manager,
            boolean force,
            Instant now) {
        return FieldManager.apply(
                live, configuration, target.resource().kind().schema(), manager, ignored(target), force, now);
    }

    /// What an apply cannot change, and so does not own.
    private static FieldSet ignored(Target target) {
        if (target.subresource().equals("status")) {
            return target.resource().rules().metadataKeptByStatus().contains("annotations") ? SPEC_AND_METADATA : SPEC;
        }
        return target.resource().hasStatus() ? STATUS : FieldSet.EMPTY;
    }
}
