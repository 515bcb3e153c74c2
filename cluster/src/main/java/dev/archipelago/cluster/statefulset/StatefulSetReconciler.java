package dev.archipelago.cluster.statefulset;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The controller of StatefulSets.
public final class StatefulSetReconciler implements Reconciler {
    private final Cache<StatefulSet> sets;
    private final Cache<Pod> pods;
    private final Cache<Claim> claims;
    private final Cache<ControllerRevision> revisions;
    private final Index<StatefulSet> byClaimPrefix;
    private final Index<Claim> claimsByParent;
    private final Index<Pod> podsByController;
    private final Index<Pod> podsByParent;
    private final Index<ControllerRevision> revisionsByController;
    private final Index<ControllerRevision> orphanRevisions;

    public StatefulSetReconciler(Caches caches) {
        sets = caches.of(StatefulSet.KIND);
        pods = caches.of(Pod.KIND);
        claims = caches.of(Claim.KIND);
        revisions = caches.of(ControllerRevision.KIND);
        byClaimPrefix = sets.index(StatefulSetReconciler::claimPrefixes);
        claimsByParent = claims.index(claim -> parents(claim.key()));
        podsByController = pods.index(StatefulSetReconciler::controllers);
        podsByParent = pods.index(pod -> parents(pod.key()));
        revisionsByController = revisions.index(StatefulSetReconciler::controllers);
        orphanRevisions = revisions.index(
                revision -> revision.meta().controller().isPresent() ? List.of() : List.of(revision.namespace()));
    }

    private static List<String> claimPrefixes(StatefulSet set) {
        return set.claimTemplates().stream()
                .map(template -> set.namespace() + '/' + template.name() + '-' + set.name())
                .toList();
    }

    private static Collection<String> controllers(ApiObject object) {
        return object.meta().controller().map(owner -> List.of(owner.uid())).orElse(List.of());
    }

    private static List<String> parents(Key key) {
        String parent = PodIdentity.parent(key.name());
        return parent.isEmpty() ? List.of() : List.of(key.namespace() + '/' + parent);
    }

    @Override
    public String name() {
        return "statefulset-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        sets.listen((before, after) -> again.accept(either(before, after).key()));
        pods.listen((before, after) -> {
            if (before == null || after == null || differs(before, after)) {
                owners(before, again);
                owners(after, again);
            }
        });
        revisions.listen((before, after) -> {
            owners(before, again);
            owners(after, again);
        });
        // Kubernetes does not watch claims: a pod that waits for the deletion of its old claim
        // would wait forever.
        claims.listen((before, after) -> {
            if (after == null
                    || before == null
                    || !before.meta().owners().equals(after.meta().owners())) {
                for (String prefix : parents(either(before, after).key())) {
                    byClaimPrefix.get(prefix).forEach(set -> again.accept(set.key()));
                }
            }
        });
    }

    /// Whether a change of a pod can affect its set.
    private static boolean differs(Pod before, Pod after) {
        return before.isReady() != after.isReady()
                || before.isStuck() != after.isStuck()
                || before.isDeleting() != after.isDeleting()
                || !before.phase().equals(after.phase())
                || !before.readySince().equals(after.readySince())
                || !before.uid().equals(after.uid())
                || !before.labels().equals(after.labels())
                || !before.meta().owners().equals(after.meta().owners())
                || !before.claims().equals(after.claims());
    }

    private static <T extends ApiObject> T either(@Nullable T before, @Nullable T after) {
        if (after != null) {
            return after;
        }
        if (before != null) {
            return before;
        }
        throw new IllegalArgumentException("neither before nor after");
    }

    /// Calls back with the sets that control an object, or could.
    private void owners(@Nullable ApiObject object, Consumer<Key> again) {
        if (object == null) {
            return;
        }
        Owner controller = object.meta().controller().orElse(null);
        if (controller != null) {
            if (controller.kind().equals("StatefulSet")) {
                again.accept(new Key(object.namespace(), controller.name()));
            }
        } else if (object instanceof Pod) {
            String parent = PodIdentity.parent(object.name());
            if (!parent.isEmpty()
                    && sets.get(new Key(object.namespace(), parent)).isPresent()) {
                again.accept(new Key(object.namespace(), parent));
            }
        }
    }

    @Override
    public Plan plan(Key key, Instant now) {
        StatefulSet set = sets.get(key).orElse(null);
        if (set == null) {
            return Plan.NOTHING;
        }
        return StatefulSetPlanner.plan(new StatefulSetState(
                set,
                candidates(set),
                candidateRevisions(set),
                name -> claims.get(new Key(set.namespace(), name)),
                template -> claimsByParent.get(set.namespace() + '/' + template.name() + '-' + set.name()),
                revisions::get,
                now));
    }

    private List<Pod> candidates(StatefulSet set) {
        List<Pod> controlled = podsByController.get(set.uid());
        List<Pod> named = podsByParent.get(set.namespace() + '/' + set.name());
        if (controlled.equals(named)) {
            return controlled;
        }
        Map<Key, Pod> candidates = new TreeMap<>();
        controlled.forEach(pod -> candidates.put(pod.key(), pod));
        named.forEach(pod -> candidates.put(pod.key(), pod));
        return List.copyOf(candidates.values());
    }

    private List<ControllerRevision> candidateRevisions(StatefulSet set) {
        List<ControllerRevision> candidates = new ArrayList<>(revisionsByController.get(set.uid()));
        candidates.addAll(orphanRevisions.get(set.namespace()));
        return candidates;
    }
}
