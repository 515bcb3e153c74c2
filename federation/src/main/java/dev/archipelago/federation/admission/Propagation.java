package dev.archipelago.federation.admission;

import dev.archipelago.federation.match.Template;

/// Says whether a new object will be brought to clusters.
@FunctionalInterface
public interface Propagation {
    /// Whether the object goes to clusters, by a policy or without one.
    boolean isPropagated(Template template);
}
