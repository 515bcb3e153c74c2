package dev.archipelago.simulation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.kinds.Volume;
import dev.archipelago.simulation.engine.InvariantViolation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The invariants that hold at every moment, under all faults. They are checked against the actual state of the
/// simulation, not against any cache.
final class Invariants {
    /// The user of the StatefulSet controller.
    static final String STATEFULSETS = "statefulset-controller";

    private final World world;
    private final Truth truth;
    private final List<Judge> judges;
    private @Nullable String complaint;
    private long changes;

    Invariants(World world) {
        this.world = world;
        this.truth = new Truth(world);
        this.judges = List.of(
                new Identities(world, this::complain),
                new Attachments(world, truth, this::complain),
                new Retention(world, truth, this::complain),
                new Order(world, truth, this::complain),
                new Rollout(world, truth, this::complain),
                new Generations(this::complain));
        follow(StatefulSet.KIND, (before, after) -> {
            judges.forEach(judge -> judge.set(before, after));
            truth.set(before, after);
        });
        follow(Pod.KIND, (before, after) -> {
            judges.forEach(judge -> judge.pod(before, after));
            truth.pod(before, after);
            if (after == null && before != null && world.actor().equals(Machine.USER)) {
                // The kubelet deletes a pod only after all of it has stopped.
                world.machine(before.nodeName()).ifPresent(machine -> machine.end(before.uid()));
            }
        });
        follow(Claim.KIND, (before, after) -> {
            judges.forEach(judge -> judge.claim(before, after));
            truth.claim(before, after);
        });
        follow(Volume.KIND, (before, after) -> {
            judges.forEach(judge -> judge.volume(before, after));
            truth.volume(before, after);
        });
        follow(ControllerRevision.KIND, (before, after) -> truth.revision(after));
    }

    private interface Change<T> {
        void happened(@Nullable T before, @Nullable T after);
    }

    private <T extends ApiObject> void follow(Kind<T> kind, Change<T> change) {
        Map<Key, T> known = new HashMap<>();
        var _ = world.server().watch(kind, new ClusterApi.Watcher<T>() {
            @Override
            public void changed(T object) {
                changes++;
                change.happened(known.put(object.key(), object), object);
            }

            @Override
            public void removed(T object, long resourceVersion) {
                changes++;
                change.happened(known.remove(object.key()), null);
            }

            @Override
            public void ended(ApiException reason) {}
        });
    }

    /// How many changes there were, without heartbeats.
    long changes() {
        return changes;
    }

    Truth truth() {
        return truth;
    }

    /// Called when the containers of a pod have started.
    void started(Pod pod) {
        judges.forEach(judge -> judge.started(pod));
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
