package dev.archipelago.federation.stateful;

import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.match.Template;
import dev.archipelago.federation.render.Identity;
import java.util.ArrayList;
import java.util.List;

/// The replicas of a federated StatefulSet.
final class Replicas {
    private Replicas() {}

    /// A replica.
    ///
    /// @param name of its pod
    record Replica(String name, String cluster) {}

    /// All that the set is to have, cluster by cluster.
    static List<Replica> of(Template set, Binding binding) {
        List<Replica> replicas = new ArrayList<>();
        for (Binding.Target target : binding.targets()) {
            String name = Identity.of(set, target.cluster()).name();
            int start = target.start()
                    .orElse(set.object()
                            .view()
                            .path("spec")
                            .path("ordinals")
                            .path("start")
                            .asInt(0));
            for (int i = 0; i < target.replicas().orElse(0); i++) {
                replicas.add(new Replica(name + '-' + (start + i), target.cluster()));
            }
        }
        return replicas;
    }
}
