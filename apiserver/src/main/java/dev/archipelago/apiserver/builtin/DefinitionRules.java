package dev.archipelago.apiserver.builtin;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.catalog.KindRules;
import dev.archipelago.apiserver.catalog.Traits;
import dev.archipelago.apiserver.crd.Definitions;
import dev.archipelago.apiserver.crd.Lifecycle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The rules of CustomResourceDefinitions: those of any built-in kind, and their own.
record DefinitionRules(BuiltinRules common) implements KindRules {

    @Override
    public Traits traits() {
        return common.traits();
    }

    @Override
    public void applyDefaults(ObjectNode object) {
        common.applyDefaults(object);
        Definitions.applyDefaults(object);
    }

    @Override
    public void prepareForCreate(ObjectNode object) {
        Definitions.prepareForCreate(object);
    }

    @Override
    public void prepareForUpdate(ObjectNode current, ObjectNode updated) {}

    @Override
    public void prepareForDelete(ObjectNode object, Instant now) {
        Lifecycle.beginDeletion(object, now);
    }

    @Override
    public List<FieldError> validate(ObjectNode object) {
        List<FieldError> errors = new ArrayList<>(common.validate(object));
        errors.addAll(Definitions.validate(object));
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode current, ObjectNode updated, String subresource) {
        List<FieldError> errors = new ArrayList<>(common.validateUpdate(current, updated, subresource));
        errors.addAll(Definitions.validateUpdate(current, updated, subresource));
        return errors;
    }
}
