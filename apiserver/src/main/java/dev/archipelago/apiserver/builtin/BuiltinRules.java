package dev.archipelago.apiserver.builtin;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.catalog.KindRules;
import dev.archipelago.apiserver.catalog.Traits;
import dev.archipelago.apiserver.defaults.Defaults;
import dev.archipelago.apiserver.defaults.Preparation;
import dev.archipelago.apiserver.validation.Validation;
import dev.archipelago.model.kinds.ResourceKind;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The rules of a built-in kind, looked up by the name of its type.
///
/// @param kind the stored version
record BuiltinRules(ResourceKind kind, Traits traits) implements KindRules {

    BuiltinRules(ResourceKind kind) {
        this(kind, BuiltinTraits.of(kind.kind()));
    }

    @Override
    public void applyDefaults(ObjectNode object) {
        Defaults.apply(object, kind.schema());
    }

    @Override
    public void prepareForCreate(ObjectNode object) {
        Preparation.forCreate(kind.schema().name(), object);
    }

    @Override
    public void prepareForUpdate(ObjectNode current, ObjectNode updated) {
        Preparation.forUpdate(kind.schema().name(), current, updated);
    }

    @Override
    public List<String> metadataKeptByStatus() {
        return StatusMetadata.keptIn(kind.kind());
    }

    @Override
    public List<FieldError> validate(ObjectNode object) {
        return Validation.create(kind, object);
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode current, ObjectNode updated, String subresource) {
        return switch (subresource) {
            case "", "scale" -> Validation.update(kind, current, updated);
            case "status", "approval" -> Validation.updateStatus(kind, current, updated);
            // Those that may change what an update may not check it themselves.
            default -> List.of();
        };
    }
}
