package dev.archipelago.apiserver.catalog;

import tools.jackson.databind.node.ObjectNode;

/// Turns objects of a served version into the stored one and back. Either may change its argument and return it.
public interface Conversion {

    /// For a version that is stored as it is served: bytes pass straight through.
    Conversion IDENTITY = new Conversion() {
        @Override
        public boolean isIdentity() {
            return true;
        }

        @Override
        public ObjectNode toStorage(ObjectNode served) {
            return served;
        }

        @Override
        public ObjectNode fromStorage(ObjectNode stored) {
            return stored;
        }
    };

    ObjectNode toStorage(ObjectNode served);

    ObjectNode fromStorage(ObjectNode stored);

    /// Whether all stored bytes can be sent as they are.
    default boolean isIdentity() {
        return false;
    }

    /// Whether these stored bytes can be sent as they are. Looks at them only where it has to.
    default boolean passes(byte[] stored) {
        return isIdentity();
    }
}
