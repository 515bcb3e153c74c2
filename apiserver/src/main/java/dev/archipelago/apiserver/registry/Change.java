package dev.archipelago.apiserver.registry;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// One way to make the next version of an object out of the current one. May be applied several times, to newer and
/// newer versions, when others write at the same time.
public interface Change {

    /// The next version, in the stored form, as a tree of its own: the current one is not modified, but parts of it
    /// may be shared.
    ObjectNode apply(ObjectNode current, Instant now);

    /// Brings metadata.managedFields of the next version up to date with what the caller changed. What admission
    /// changes after that is nobody's.
    void recordOwnership(ObjectNode current, ObjectNode updated, Instant now);

    /// Whether the client named the version it wants changed, so that trying a newer one makes no sense.
    boolean pinsVersion();
}
