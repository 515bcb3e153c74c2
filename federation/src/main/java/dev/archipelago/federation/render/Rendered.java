package dev.archipelago.federation.render;

import dev.archipelago.api.objects.Key;
import tools.jackson.databind.node.ObjectNode;

/// The desired object in a member, with only the fields that the federation manages.
///
/// @param revision of its pod template; empty for kinds without pods
public record Rendered(Key key, ObjectNode object, String revision) {}
