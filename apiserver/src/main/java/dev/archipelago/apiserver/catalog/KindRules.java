package dev.archipelago.apiserver.catalog;

import dev.archipelago.api.errors.FieldError;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What is particular about a kind. Methods work on the stored version unless they say otherwise; the ones that take an
/// object may change it.
public interface KindRules {

    Traits traits();

    /// Drops fields that a kind defined by users does not know, from an object in the version that was sent.
    ///
    /// @return the paths of what was dropped
    default List<String> prune(ObjectNode object) {
        return List.of();
    }

    /// Fills in what the client left out.
    void applyDefaults(ObjectNode object);

    /// Fills in what a stored object lacks because it was written when its kind had fewer defaults.
    default void completeStored(ObjectNode object) {}

    /// Brings a new object into the state it starts its life in.
    void prepareForCreate(ObjectNode object);

    void prepareForUpdate(ObjectNode current, ObjectNode updated);

    /// Marks an object whose deletion begins, beside its timestamp.
    default void prepareForDelete(ObjectNode object, Instant now) {}

    List<FieldError> validate(ObjectNode object);

    /// The fields of metadata that a write to the status subresource leaves as they are, of those that a write to the
    /// object may change.
    default List<String> metadataKeptByStatus() {
        return List.of("labels", "annotations", "finalizers", "ownerReferences");
    }

    /// Includes what [#validate] finds.
    ///
    /// @param subresource empty for the object itself
    List<FieldError> validateUpdate(ObjectNode current, ObjectNode updated, String subresource);
}
