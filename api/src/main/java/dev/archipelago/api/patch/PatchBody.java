package dev.archipelago.api.patch;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A patch in one of the four forms clients may send.
public sealed interface PatchBody {

    /// RFC 6902
    record Operations(JsonNode operations) implements PatchBody {}

    /// RFC 7386
    record Merge(ObjectNode patch) implements PatchBody {}

    /// merge patch that knows the lists of built-in kinds
    record Strategic(ObjectNode patch) implements PatchBody {}

    /// server-side apply: all the fields that the manager wants to own
    record Apply(ObjectNode configuration) implements PatchBody {}
}
