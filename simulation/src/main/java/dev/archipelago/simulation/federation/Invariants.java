package dev.archipelago.simulation.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.simulation.engine.InvariantViolation;
import dev.archipelago.simulation.engine.SimServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The invariants that hold at every moment, under all faults. They are checked against the actual state of the
/// simulation, not against any cache.
final class Invariants {
    private final World world;
    private final Truth truth;
    private final Identities identities;
    private final Shares shares;
    private final Paces paces;
    private final ForeignObjects foreignObjects;
    private final FixedNames names;
    private final Removals departures;
    private final WriteRates rates;
    private final LostVolumes lostVolumes;
    private final Adoptions takenBack;
    // The known objects of each cluster.
    private final Map<String, List<Map<Key, ?>>> memories = new HashMap<>();
    private @Nullable String complaint;
    private long changes;
    private String lastChange = "";

    Invariants(World world) {
        this.world = world;
        this.truth = new Truth(world);
        this.identities = new Identities(world, this::complain);
        this.shares = new Shares(world, truth, this::complain);
        this.paces = new Paces(world, truth, this::complain);
        this.foreignObjects = new ForeignObjects(world, truth, this::complain);
        this.names = new FixedNames(world, truth, this::complain);
        this.departures = new Removals(world, truth, this::complain);
        this.lostVolumes = new LostVolumes(world, truth, this::complain);
        this.takenBack = new Adoptions(world, this::complain);
        this.rates = new WriteRates(world, this::complain);
        follow("", world.home(), StatefulSet.KIND, truth::template);
        follow("", world.home(), World.CONFIG_MAP, truth::template);
        ReplicaLists lists = new ReplicaLists(world, truth, this::complain);
        follow("", world.home(), World.SERVICE, (before, after) -> {
            truth.template(before, after);
            lists.changed(before, after);
        });
        follow("", world.home(), World.DEPLOYMENT, truth::template);
        follow("", world.home(), Binding.KIND, (before, after) -> {
            shares.binding(before, after);
            truth.binding(before, after);
            lostVolumes.binding(before, after);
        });
        follow("", world.home(), Policy.PROPAGATION, truth::policy);
        follow("", world.home(), Cluster.KIND, truth::cluster);
    }

    void follow(SimCluster simCluster) {
        follow(simCluster.name(), simCluster.server(), StatefulSet.KIND, (before, after) -> {
            departures.changed(simCluster, before, after);
            foreignObjects.changed(simCluster, before, after);
            paces.changed(simCluster, before, after);
            names.changed(simCluster, before, after);
            takenBack.changed(simCluster, before, after);
        });
        for (var kind : List.of(World.CONFIG_MAP, World.SERVICE, World.DEPLOYMENT)) {
            follow(
                    simCluster.name(),
                    simCluster.server(),
                    kind,
                    (before, after) -> foreignObjects.changed(simCluster, before, after));
        }
    }

    /// Called when a cluster is about to be wiped.
    void wiped(SimCluster simCluster) {
        lostVolumes.wiped(simCluster);
        paces.wiped(simCluster);
        memories.getOrDefault(simCluster.name(), List.of()).forEach(Map::clear);
    }

    private interface Change<T> {
        void happened(@Nullable T before, @Nullable T after);
    }

    private <T extends ApiObject> void follow(String where, SimServer server, Kind<T> kind, Change<? super T> change) {
        Map<Key, T> known = new HashMap<>();
        memories.computeIfAbsent(where, k -> new ArrayList<>()).add(known);
        var _ = server.watch(kind, new ClusterApi.Watcher<T>() {
            @Override
            public void changed(T object) {
                note(where, kind, object);
                change.happened(known.put(object.key(), object), object);
            }

            @Override
            public void removed(T object, long resourceVersion) {
                note(where, kind, object);
                change.happened(known.remove(object.key()), null);
            }

            @Override
            public void ended(ApiException reason) {}
        });
    }

    private void note(String where, Kind<?> kind, ApiObject object) {
        int records = kind.equals(World.CONFIG_MAP)
                ? object.stored().view().path("data").size()
                : 0;
        rates.written(kind + " " + object.key() + (where.isEmpty() ? "" : " in " + where), records);
        changes++;
        lastChange = kind + " " + object + " by " + world.actor();
    }

    /// How many changes there were.
    long changes() {
        return changes;
    }

    String lastChange() {
        return lastChange;
    }

    LostVolumes lostVolumes() {
        return lostVolumes;
    }

    Truth truth() {
        return truth;
    }

    /// Called when a pod has started.
    void started(SimCluster simCluster, FakeControllers.Replica replica) {
        identities.started(simCluster, replica);
        lostVolumes.started(simCluster, replica);
    }

    /// Called when a volume is attached to a pod.
    void attached(SimCluster simCluster, FakeControllers.Replica replica, Key claim, FakeControllers.Volume volume) {
        identities.attached(simCluster, replica, claim, volume);
    }

    /// Called when a volume is deleted, which no user ever asks for.
    void lost(SimCluster simCluster, Key claim) {
        complain("the volume of " + claim + " in " + simCluster.name() + " is lost");
    }

    /// Records a violation. Thrown here, it would end in the caller of the API, which is the code under test.
    void complain(String what) {
        if (complaint == null) {
            complaint = what;
            world.trace().add("BROKEN: " + what);
        }
    }

    /// Throws the recorded violation, if there is any.
    void check() {
        if (complaint != null) {
            throw new InvariantViolation(complaint);
        }
    }
}
