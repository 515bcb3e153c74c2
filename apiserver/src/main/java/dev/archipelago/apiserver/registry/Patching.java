package dev.archipelago.apiserver.registry;

import dev.archipelago.api.patch.JsonPatch;
import dev.archipelago.api.patch.MergePatch;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.patch.StrategicMergePatch;
import dev.archipelago.apiserver.apply.Manager;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.decode.Decoded;
import dev.archipelago.apiserver.decode.FieldValidation;
import dev.archipelago.model.kinds.ResourceKind;
import java.time.Instant;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// The change of a patch other than apply.
record Patching(Target target, PatchBody body, Manager manager, FieldValidation validation, Consumer<String> warn)
        implements Change {

    @Override
    public ObjectNode apply(ObjectNode current, Instant now) {
        ServedResource resource = target.resource();
        ResourceKind kind = resource.kind();
        ObjectNode served = resource.served(current);
        ObjectNode patched = switch (body) {
            case PatchBody.Operations(var operations) -> JsonPatch.apply(served, operations);
            case PatchBody.Merge(ObjectNode patch) -> MergePatch.apply(served, patch);
            case PatchBody.Strategic(ObjectNode patch) -> StrategicMergePatch.apply(served, patch, kind.schema());
            case PatchBody.Apply apply -> throw new IllegalArgumentException("apply is not a plain patch");
        };
        Decoded decoded = body instanceof PatchBody.Strategic(ObjectNode patch)
                ? resource.decoder().conformPatched(patched, served, patch, validation)
                : resource.decoder().conformPatched(patched, served, validation);
        decoded.warnings().forEach(warn);
        ObjectIdentity.check(resource, target.namespace(), decoded.object());
        ObjectIdentity.checkName(target.name(), decoded.object());
        return resource.conversion().toStorage(decoded.object());
    }

    @Override
    public void recordOwnership(ObjectNode current, ObjectNode updated, Instant now) {
        Ownership.update(target.resource(), current, updated, manager, now);
    }

    @Override
    public boolean pinsVersion() {
        return false;
    }
}
