package dev.archipelago.federation.render;

import dev.archipelago.api.objects.Key;
import tools.jackson.databind.node.ObjectNode;

/// An object as a member is to have it: all the fields that the federation cares for, and no other.
///
/// @param revision of the pods that it runs; empty for what runs none
public record Rendered(Key key, ObjectNode object, String revision) {}
