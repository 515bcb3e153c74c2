package dev.archipelago.federation.status;

import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.bind.LostVolumes;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.workload.Template;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Reports on a StatefulSet that volumes are lost, until a user accepts it.
final class VolumeCondition {
    /// Whether the set has all volumes that it ever had.
    static final String TYPE = "VolumesPreserved";

    private VolumeCondition() {}

    static void set(ObjectNode status, Template template, Binding binding, Instant now) {
        List<String> texts = new ArrayList<>();
        binding.replacedBy().forEach((cluster, id) -> texts.add(LostVolumes.text(template, cluster, id)));
        if (texts.isEmpty()) {
            Conditions.remove(status, TYPE);
        } else {
            Conditions.set(
                    status, new Conditions.Condition(TYPE, "False", "ClusterReplaced", String.join("; ", texts)), now);
        }
    }
}
