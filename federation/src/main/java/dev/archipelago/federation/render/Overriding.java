package dev.archipelago.federation.render;

import dev.archipelago.federation.workload.Template;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// Knows how objects differ from cluster to cluster.
public interface Overriding {
    /// Changes nothing.
    UnaryOperator<ObjectNode> NOTHING = object -> object;

    Overriding NONE = (template, cluster) -> NOTHING;

    /// What changes a rendered object as policies ask for one cluster. It throws an
    /// [dev.archipelago.api.errors.ApiException] that names the policy when that cannot be done.
    UnaryOperator<ObjectNode> of(Template template, String cluster);

    /// Is another number when it may say something else than before.
    default long version() {
        return 0;
    }
}
