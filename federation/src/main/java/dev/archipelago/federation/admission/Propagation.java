package dev.archipelago.federation.admission;

import dev.archipelago.federation.workload.Template;

/// Decides whether a new object is propagated to clusters.
@FunctionalInterface
public interface Propagation {
    /// Whether the object is propagated, by a policy or by default.
    boolean isPropagated(Template template);
}
