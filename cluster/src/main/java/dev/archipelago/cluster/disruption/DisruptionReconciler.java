package dev.archipelago.cluster.disruption;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.DisruptionBudget;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The controller of disruption budgets.
public final class DisruptionReconciler implements Reconciler {
    private static final Set<String> WORKLOADS =
            Set.of("Deployment", "ReplicaSet", "StatefulSet", "ReplicationController");

    private final Caches caches;
    private final Cache<DisruptionBudget> budgets;
    private final Cache<Pod> pods;
    private final Coverage coverage;
    private final Scales scales = new Scales();

    public DisruptionReconciler(Caches caches) {
        this.caches = caches;
        budgets = caches.of(DisruptionBudget.KIND);
        pods = caches.of(Pod.KIND);
        coverage = new Coverage(pods);
    }

    @Override
    public String name() {
        return "disruption-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        budgets.listen((before, after) -> {
            if (after == null) {
                if (before != null) {
                    coverage.remove(before);
                }
                return;
            }
            if (before == null || before.meta().generation() != after.meta().generation()) {
                coverage.put(after);
            }
            again.accept(after.key());
        });
        pods.listen((before, after) -> podChanged(before, after, again));
        caches.listenToKinds(new Caches.KindListener() {
            @Override
            public void appeared(Cache<?> cache) {
                if (cache.kind().namespaced()) {
                    scales.add(cache);
                    if (WORKLOADS.contains(cache.kind().name())) {
                        follow(cache, again);
                    }
                }
            }

            @Override
            public void vanished(Cache<?> cache) {
                scales.remove(cache);
            }
        });
    }

    private void podChanged(@Nullable Pod before, @Nullable Pod after, Consumer<Key> again) {
        Pod any = after == null ? before : after;
        if (any == null) {
            return;
        }
        for (DisruptionBudget budget : budgets.in(any.namespace())) {
            boolean was = before != null && budget.covers(before);
            boolean is = after != null && budget.covers(after);
            if (is) {
                coverage.add(budget, any);
            } else if (was) {
                coverage.remove(budget, any);
            }
            if (was != is || (is && matters(before, after))) {
                again.accept(budget.key());
            }
        }
    }

    private static boolean matters(@Nullable Pod before, @Nullable Pod after) {
        return before == null
                || after == null
                || before.isReady() != after.isReady()
                || before.isDeleting() != after.isDeleting()
                || !before.meta().owners().equals(after.meta().owners());
    }

    private <T extends ApiObject> void follow(Cache<T> workloads, Consumer<Key> again) {
        workloads.listen((before, after) -> {
            boolean same = before != null
                    && after != null
                    && before.meta().generation() == after.meta().generation();
            ApiObject any = after == null ? before : after;
            if (!same && any != null) {
                budgets.in(any.namespace()).forEach(budget -> again.accept(budget.key()));
            }
        });
    }

    @Override
    public Plan plan(Key key, Instant now) {
        DisruptionBudget budget = budgets.get(key).orElse(null);
        return budget == null || budget.isDeleting()
                ? Plan.NOTHING
                : DisruptionPlanner.plan(budget, coverage.pods(budget), scales, now);
    }
}
