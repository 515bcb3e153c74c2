package dev.archipelago.simulation;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What must hold at every moment, whatever goes wrong. Judged by what really is, not by what anybody believes.
final class Invariants {
    /// How old a controller's view may be: a broken watch, late events, slow steps.
    private static final Duration NEWS_MAX = Duration.ofSeconds(60);

    private final World world;
    private final Map<Key, StatefulSet> sets = new TreeMap<>();
    private final Map<Key, Claim> claims = new TreeMap<>();
    private final Map<Key, Pod> pods = new TreeMap<>();
    private final Map<Key, Instant> lastReady = new TreeMap<>();
    private final Map<Key, Long> observedGenerations = new HashMap<>();

    private @Nullable String complaint;

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
        api.watch(Pod.KIND, 0, new Following<>(this::podChanged, this::podRemoved));
        api.watch(Claim.KIND, 0, new Following<>(claim -> claims.put(claim.key(), claim), this::claimRemoved));
    }

    private record Following<T extends ApiObject>(Consumer<T> onChange, Consumer<T> onRemoval)
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
    private void atMostOne(Pod pod, List<SimNodes.Running> running) {
        for (SimNodes.Running other : running) {
            if (other.key().equals(pod.key()) && !other.uid().equals(pod.uid())) {
                complain("two pods run as " + pod.key() + ": one on " + other.node() + ", one on " + pod.nodeName());
            }
        }
    }

    /// Never a volume attached to another identity.
    private void ownVolumes(Pod pod) {
        for (Pod.ClaimVolume volume : pod.claims()) {
            if (!volume.claim().equals(volume.volume() + '-' + pod.name())) {
                complain(pod.key() + " has the claim " + volume.claim());
            }
        }
    }

    private void podChanged(Pod pod) {
        Pod before = pods.put(pod.key(), pod);
        if (before == null) {
            inOrder(pod);
        }
        if (pod.isReady() || (before != null && before.isReady())) {
            lastReady.put(pod.key(), world.time().instant());
        }
    }

    private void podRemoved(Pod pod) {
        Pod before = pods.remove(pod.key());
        if (before != null && before.isReady()) {
            lastReady.put(pod.key(), world.time().instant());
        }
    }

    /// In an ordered set no member is made before all those before it were ready. They may have ceased to be since: for
    /// as long as that news may take.
    private void inOrder(Pod made) {
        StatefulSet set = sets.get(
                new Key(made.namespace(), made.name().substring(0, made.name().lastIndexOf('-'))));
        if (set == null || set.isParallel()) {
            return;
        }
        int ordinal = Integer.parseInt(made.name().substring(made.name().lastIndexOf('-') + 1));
        Instant oldest = world.time().instant().minus(NEWS_MAX);
        for (int i = set.start(); i < ordinal; i++) {
            Key earlier = new Key(made.namespace(), set.name() + '-' + i);
            boolean ready = pods.containsKey(earlier) && pods.get(earlier).isReady();
            if (!ready && !lastReady.getOrDefault(earlier, Instant.MIN).isAfter(oldest)) {
                complain(made.key() + " was made while " + earlier + " was not ready");
            }
        }
    }

    /// The status never speaks of an older generation than before.
    private void setChanged(StatefulSet set) {
        sets.put(set.key(), set);
        long observed = set.status().path("observedGeneration").asLong(0);
        Long before = observedGenerations.put(new Key(set.key().toString(), set.uid()), observed);
        if (before != null && before > observed) {
            complain(set.key() + " has observed generation " + observed + " after " + before);
        }
        if (observed > set.meta().generation()) {
            complain(set.key() + " has observed a generation that is yet to come");
        }
    }

    /// Never a volume lost: claims go only where the policy says so.
    private void claimRemoved(Claim claim) {
        claims.remove(claim.key());
        for (StatefulSet set : sets.values()) {
            boolean ofSet = set.claimTemplates().stream()
                    .anyMatch(template -> claim.name().startsWith(template.name() + '-' + set.name() + '-'));
            if (ofSet && !set.deletesClaimsOfScaledDown() && !set.deletesClaimsWithSet()) {
                complain("the claim " + claim.key() + " is lost");
            }
        }
    }

    /// Notes what is wrong. To throw it here would end in the hands of whoever made the call that broke it.
    private void complain(String what) {
        if (complaint == null) {
            complaint = what;
            world.trace().add("BROKEN: " + what);
        }
    }

    /// Throws what was found to be wrong, if anything was.
    void check() {
        if (complaint != null) {
            throw new Broken(complaint);
        }
    }
}
