package dev.archipelago.federation.admission;

import dev.archipelago.federation.workload.Template;

/// Says whether a new object will be brought to clusters.
@FunctionalInterface
public interface Propagation {
    /// Whether the object goes to clusters, by a policy or without one.
    boolean isPropagated(Template template);
}
