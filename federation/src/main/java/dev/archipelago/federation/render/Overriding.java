package dev.archipelago.federation.render;

import dev.archipelago.federation.workload.Template;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// Overrides objects for one cluster.
public interface Overriding {
    /// Changes nothing.
    UnaryOperator<ObjectNode> NOTHING = object -> object;

    Overriding NONE = (template, cluster) -> NOTHING;

    /// The override of a rendered object for one cluster. It throws an [dev.archipelago.api.errors.ApiException]
    /// that names the policy when that cannot be applied.
    UnaryOperator<ObjectNode> of(Template template, String cluster);

    /// Changes when any override may have changed.
    default long version() {
        return 0;
    }
}
