package dev.archipelago.apiserver.registry;

import dev.archipelago.apiserver.catalog.ServedResource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Values of which no two objects may have the same, and which the server gives to objects that do not ask for one of
/// their own. That an object has one is written in the same transaction as the object, so that nothing is ever given
/// twice or lost, whoever else writes and whatever crashes.
public interface Allotments {
    Allotments NONE = new Allotments() {
        @Override
        public Reservation reserve(ServedResource resource, @Nullable ObjectNode old, ObjectNode object) {
            return Reservation.NONE;
        }

        @Override
        public Reservation release(ServedResource resource, ObjectNode old) {
            return Reservation.NONE;
        }
    };

    /// Fills in what a valid object lacks.
    ///
    /// @param old what is stored now; null for a new object
    /// @return what has to be written with the object
    /// @throws dev.archipelago.api.errors.ApiException when it asks for what it cannot have
    Reservation reserve(ServedResource resource, @Nullable ObjectNode old, ObjectNode object);

    /// What has to be written when an object goes.
    Reservation release(ServedResource resource, ObjectNode old);
}
