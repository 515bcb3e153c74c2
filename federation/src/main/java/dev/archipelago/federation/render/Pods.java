package dev.archipelago.federation.render;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The pod template that an object gets.
///
/// @param base replaces that of the template, before overrides
/// @param rendered replaces what overrides made of it
public record Pods(Optional<ObjectNode> base, Optional<ObjectNode> rendered) {
    /// The template's own.
    public static final Pods NEWEST = new Pods(Optional.empty(), Optional.empty());

    /// That of an earlier revision.
    public static Pods of(ObjectNode base) {
        return new Pods(Optional.of(base), Optional.empty());
    }

    /// One that overrides made earlier.
    public static Pods rendered(ObjectNode rendered) {
        return new Pods(Optional.empty(), Optional.of(rendered));
    }
}
