package dev.archipelago.apiserver.custom;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.catalog.KindRules;
import dev.archipelago.apiserver.catalog.Traits;
import dev.archipelago.apiserver.crd.CustomVersion;
import dev.archipelago.apiserver.validation.Validation;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The rules of a custom kind, by the schema of its storage version.
///
/// @param served the version that clients send
/// @param version the one that is stored
record CustomRules(CustomVersion served, CustomVersion version) implements KindRules {

    @Override
    public List<String> prune(ObjectNode object) {
        return served.schema().prune(object);
    }

    @Override
    public Traits traits() {
        return Traits.CUSTOM_RESOURCE;
    }

    @Override
    public void applyDefaults(ObjectNode object) {
        version.schema().applyDefaults(object);
    }

    @Override
    public void completeStored(ObjectNode object) {
        if (version.schema().hasDefaults()) {
            version.schema().applyDefaults(object);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode object) {
        version.prepareForCreate(object);
    }

    @Override
    public void prepareForUpdate(ObjectNode current, ObjectNode updated) {}

    @Override
    public List<FieldError> validate(ObjectNode object) {
        return joined(Validation.create(version.kind(), object), version.validate(object));
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode current, ObjectNode updated, String subresource) {
        return joined(
                Validation.update(version.kind(), current, updated),
                version.validateUpdate(current, updated, subresource.equals("status") ? "status" : ""));
    }

    private static List<FieldError> joined(List<FieldError> metadata, List<FieldError> content) {
        if (metadata.isEmpty()) {
            return content;
        }
        List<FieldError> all = new ArrayList<>(metadata);
        all.addAll(content);
        return all;
    }
}
