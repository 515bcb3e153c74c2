package dev.archipelago.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi.Listing;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Lease;
import dev.archipelago.cluster.node.simulated.SimulatedRuntime;
import dev.archipelago.cluster.testing.YamlObjects;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeAgentTest {

    /// Found by the simulation: the agent of one node renewed the lease of another that had been deleted.
    @Test
    void leavesTheLeasesOfOtherNodesAlone() {
        Caches caches = new Caches();
        Cache<Lease> leases = caches.of(Lease.KIND);
        List<Key> looks = new ArrayList<>();
        NodeAgent.reconcilers(caches, Fleet.of(1, List.of()), new SimulatedRuntime())
                .forEach(reconciler -> reconciler.connect(looks::add));
        leases.replaceAll(new Listing<>(List.of(lease("node-1"), lease("elsewhere")), 1));
        looks.clear();
        leases.replaceAll(new Listing<>(List.of(), 2));
        assertThat(looks).containsExactly(Key.global("node-1"));
    }

    private static Lease lease(String node) {
        return YamlObjects.read(Lease.KIND, "metadata: {name: %s, namespace: kube-node-lease}".formatted(node));
    }
}
