package dev.archipelago.simulation;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What must hold at every moment, whatever goes wrong. Judged by what really is, not by what anybody believes.
final class Invariants {
    private final World world;
    private final Map<Key, StatefulSet> sets = new TreeMap<>();
    private final Map<Key, Claim> claims = new TreeMap<>();
    private final Map<Key, Long> observedGenerations = new HashMap<>();
    private long checks;

    /// Something that must never be was.
    static final class Broken extends RuntimeException {
        Broken(String message) {
            super(message);
        }
    }

    Invariants(World world) {
        this.world = world;
        ClusterApi api = world.server().api("invariants");
        api.watch(StatefulSet.KIND, 0, new Following<>(this::setChanged, set -> sets.remove(set.key())));
        api.watch(Claim.KIND, 0, new Following<>(claim -> claims.put(claim.key(), claim), this::claimRemoved));
    }

    private record Following<T extends ApiObject>(
            java.util.function.Consumer<T> onChange, java.util.function.Consumer<T> onRemoval)
            implements ClusterApi.Watcher<T> {
        @Override
        public void changed(T object) {
            onChange.accept(object);
        }

        @Override
        public void removed(T object, long revision) {
            onRemoval.accept(object);
        }

        @Override
        public void ended(ApiException reason) {}
    }

    /// Called when the containers of a pod have started.
    void started(Pod pod, List<SimNodes.Running> running) {
        atMostOne(pod, running);
        ownVolumes(pod);
    }

    /// Never two live pods with one identity.
    private static void atMostOne(Pod pod, List<SimNodes.Running> running) {
        for (SimNodes.Running other : running) {
            if (other.key().equals(pod.key()) && !other.uid().equals(pod.uid())) {
                throw new Broken(
                        "two pods run as " + pod.key() + ": one on " + other.node() + ", one on " + pod.nodeName());
            }
        }
    }

    /// Never a volume attached to another identity.
    private static void ownVolumes(Pod pod) {
        for (Pod.ClaimVolume volume : pod.claims()) {
            if (!volume.claim().equals(volume.volume() + '-' + pod.name())) {
                throw new Broken(pod.key() + " has the claim " + volume.claim());
            }
        }
    }

    /// The status never speaks of an older generation than before.
    private void setChanged(StatefulSet set) {
        sets.put(set.key(), set);
        long observed = set.status().path("observedGeneration").asLong(0);
        Long before = observedGenerations.put(new Key(set.key().toString(), set.uid()), observed);
        if (before != null && before > observed) {
            throw new Broken(set.key() + " has observed generation " + observed + " after " + before);
        }
        if (observed > set.meta().generation()) {
            throw new Broken(set.key() + " has observed a generation that is yet to come");
        }
    }

    /// Never a volume lost: claims go only where the policy says so.
    private void claimRemoved(Claim claim) {
        claims.remove(claim.key());
        for (StatefulSet set : sets.values()) {
            boolean ofSet = set.claimTemplates().stream()
                    .anyMatch(template -> claim.name().startsWith(template.name() + '-' + set.name() + '-'));
            if (ofSet && !set.deletesClaimsOfScaledDown() && !set.deletesClaimsWithSet()) {
                throw new Broken("the claim " + claim.key() + " is lost");
            }
        }
    }

    /// What can only be seen by looking.
    void check() {
        checks++;
    }

    long checks() {
        return checks;
    }
}
