package dev.archipelago.federation.stateful;

import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.match.Template;
import dev.archipelago.federation.render.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A StatefulSet of the federation and where its replicas are.
///
/// @param binding nothing until it is decided where the replicas go
record FederatedSet(StatefulSet set, Optional<Binding> binding) {
    /// A replica.
    ///
    /// @param name of its pod
    record Replica(String name, String cluster) {}

    Template template() {
        return new Template(StatefulSet.KIND, set);
    }

    /// Whether each of its replicas is to have a load balancer.
    boolean needsLoadBalancers() {
        return template().annotation(Names.LOAD_BALANCERS).equals("true");
    }

    /// All replicas that the set is to have, cluster by cluster; none until it is decided where they go.
    List<Replica> replicas() {
        List<Replica> replicas = new ArrayList<>();
        for (Binding.Target target : binding.map(Binding::targets).orElse(List.of())) {
            String name = Identity.of(template(), target).name();
            int start = target.start().orElse(set.start());
            for (int i = 0; i < target.replicas().orElse(0); i++) {
                replicas.add(new Replica(name + '-' + (start + i), target.cluster()));
            }
        }
        return replicas;
    }
}
