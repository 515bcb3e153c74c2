package dev.archipelago.apiserver.validation;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.model.kinds.ResourceKind;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/// Judges objects that fit their kind and have their defaults. Never changes them; safe on any thread.
///
/// Custom resources have their metadata checked here; what is in them is the business of their own schema.
public final class Validation {
    private Validation() {}

    /// What is wrong with a new object; empty if nothing is.
    public static List<FieldError> create(ResourceKind kind, ObjectNode object) {
        FieldErrors errors = new FieldErrors();
        Cursor cursor = Cursor.root(object, errors);
        KindRules rules = KindTable.of(kind.schema().name());
        MetadataRules.create(cursor.field("metadata"), kind.namespaced(), rules.name());
        rules.always().accept(cursor);
        rules.onCreate().accept(cursor);
        return errors.list();
    }

    /// What is wrong with the new state of an object, in itself and as a change of the old one.
    public static List<FieldError> update(ResourceKind kind, ObjectNode old, ObjectNode updated) {
        FieldErrors errors = new FieldErrors();
        Cursor cursor = Cursor.root(updated, errors);
        Cursor before = Cursor.root(old, errors);
        KindRules rules = KindTable.of(kind.schema().name());
        MetadataRules.update(cursor.field("metadata"), before.field("metadata"));
        if (!rules.specAlone() || !Objects.equals(updated.get("spec"), old.get("spec"))) {
            rules.always().accept(cursor);
            rules.onUpdate().accept(cursor, before);
        }
        return errors.list();
    }

    /// What is wrong with a change of an object's status.
    public static List<FieldError> updateStatus(ResourceKind kind, ObjectNode old, ObjectNode updated) {
        FieldErrors errors = new FieldErrors();
        Cursor cursor = Cursor.root(updated, errors);
        Cursor before = Cursor.root(old, errors);
        MetadataRules.update(cursor.field("metadata"), before.field("metadata"));
        KindTable.of(kind.schema().name()).onStatus().accept(cursor, before);
        return errors.list();
    }
}
