package dev.archipelago.cluster.garbage;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The garbage collector. Its keys are objects of all served kinds: an object is planned when its owners or its
/// deletion change, or when an owner is gone.
public final class GarbageReconciler implements Reconciler {
    private final Caches caches;
    private final Graph graph = new Graph();
    private volatile boolean filled;

    public GarbageReconciler(Caches caches) {
        this.caches = caches;
    }

    @Override
    public String name() {
        return "generic-garbage-collector";
    }

    @Override
    public void connect(Consumer<Key> again) {
        caches.listenToKinds(new Caches.KindListener() {
            @Override
            public void appeared(Cache<?> cache) {
                graph.add(cache);
                listen(cache, again);
            }

            @Override
            public void vanished(Cache<?> cache) {
                graph.remove(cache);
                cache.all().forEach(object -> waitingOwners(object, again));
            }
        });
    }

    private <T extends ApiObject> void listen(Cache<T> cache, Consumer<Key> again) {
        cache.listen((before, after) -> {
            // The cache may have missed the deletion of one object and the creation of another with its name.
            boolean isSame = before != null && after != null && before.uid().equals(after.uid());
            if (before != null && !isSame) {
                left(before, again);
            }
            if (after != null) {
                changed(isSame ? before : null, new Node(cache.kind(), after), again);
            }
        });
    }

    private void changed(@Nullable ApiObject before, Node node, Consumer<Key> again) {
        ApiObject after = node.object();
        boolean ownersChanged = before == null
                ? !after.meta().owners().isEmpty()
                : !before.meta().owners().equals(after.meta().owners());
        if (ownersChanged && !after.isDeleting()) {
            again.accept(node.id());
        }
        if (before != null && ownersChanged) {
            // An owner may no longer have to wait for it.
            waitingOwners(before, again);
        }
        if (after.isDeleting() && isNews(before, after)) {
            deleting(node, again);
        }
    }

    private static boolean isNews(@Nullable ApiObject before, ApiObject after) {
        return before == null
                || !before.isDeleting()
                || !before.meta().finalizers().equals(after.meta().finalizers());
    }

    private void deleting(Node node, Consumer<Key> again) {
        boolean waits = node.waitsForDependents();
        if (waits || node.orphansDependents()) {
            again.accept(node.id());
        }
        if (waits) {
            graph.dependents(node.uid()).forEach(dependent -> again.accept(dependent.id()));
        }
    }

    private void left(ApiObject object, Consumer<Key> again) {
        var dependents = graph.dependents(object.uid());
        if (!dependents.isEmpty()) {
            graph.left(object);
            dependents.forEach(dependent -> again.accept(dependent.id()));
        }
        waitingOwners(object, again);
    }

    private void waitingOwners(ApiObject dependent, Consumer<Key> again) {
        for (Owner owner : dependent.meta().owners()) {
            if (graph.standing(owner, dependent) instanceof Graph.Standing.Present(Node present)
                    && present.waitsForDependents()) {
                again.accept(present.id());
            }
        }
    }

    @Override
    public Plan plan(Key id, Instant now) {
        if (!filled) {
            filled = caches.areFilled();
        }
        return graph.find(id)
                .map(item -> new GarbagePlanner(graph, filled).plan(item, now))
                .orElse(Plan.NOTHING);
    }
}
