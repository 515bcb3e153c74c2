package dev.archipelago.cluster.ownership;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.api.selector.Requirement;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Index;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Finds the objects that owners of one kind control, and those without a controller that they may adopt.
public final class Dependents<O extends ApiObject, T extends ApiObject> {
    private final Cache<O> owners;
    private final Cache<T> objects;
    private final Function<? super O, LabelSelector> selectorOf;
    private final Index<O> ownersByNamespace;
    private final Index<T> byController;
    private final Index<T> orphans;

    /// Create it before the caches are synced.
    public Dependents(Cache<O> owners, Cache<T> objects, Function<? super O, LabelSelector> selectorOf) {
        this.owners = owners;
        this.objects = objects;
        this.selectorOf = selectorOf;
        ownersByNamespace = owners.index(owner -> List.of(owner.namespace()));
        byController = objects.index(this::ourController);
        orphans = objects.index(Dependents::orphanKeys);
    }

    private static @Nullable Owner controller(ApiObject object) {
        return object.meta().controller().orElse(null);
    }

    private List<String> ourController(ApiObject object) {
        Owner owner = controller(object);
        return owner != null && isOurs(owner) ? List.of(owner.uid()) : List.of();
    }

    private boolean isOurs(Owner owner) {
        return owner.kind().equals(owners.kind().name())
                && owner.apiVersion().equals(owners.kind().apiVersion());
    }

    /// Orphans are indexed by each of their labels, as a namespace may be full of them.
    private static List<String> orphanKeys(ApiObject object) {
        if (object.meta().controller().isPresent()) {
            return List.of();
        }
        List<String> keys = new ArrayList<>(object.labels().size() + 1);
        keys.add(object.namespace());
        object.labels().forEach((label, value) -> keys.add(orphanKey(object.namespace(), label, value)));
        return keys;
    }

    private static String orphanKey(String namespace, String label, String value) {
        return namespace + '/' + label + '=' + value;
    }

    /// The objects that an owner controls.
    public List<T> of(O owner) {
        return byController.get(owner.uid());
    }

    /// The objects that an owner controls or may adopt, in a stable order.
    public List<T> candidates(O owner) {
        List<T> free = free(owner.namespace(), selectorOf.apply(owner));
        if (free.isEmpty()) {
            return of(owner);
        }
        List<T> candidates = new ArrayList<>(of(owner));
        candidates.addAll(free);
        return candidates;
    }

    private List<T> free(String namespace, LabelSelector selector) {
        for (Requirement requirement : selector.requirements()) {
            String value = selector.requiredValue(requirement.key()).orElse(null);
            if (value != null) {
                return orphans.get(orphanKey(namespace, requirement.key(), value));
            }
        }
        return orphans.get(namespace);
    }

    /// Calls back with the owners that a change affects: present and former controllers, and those
    /// that might adopt.
    public void connect(Consumer<Key> again) {
        objects.listen((before, after) -> {
            Owner was = before == null ? null : controller(before);
            Owner is = after == null ? null : controller(after);
            if (before != null && was != null && isOurs(was) && !was.equals(is)) {
                again.accept(new Key(before.namespace(), was.name()));
            }
            if (after != null && is != null && isOurs(is)) {
                again.accept(new Key(after.namespace(), is.name()));
            }
            if (after != null && is == null && (before == null || was != null || !sameLabels(before, after))) {
                enqueuePossibleOwners(after, again);
            }
        });
    }

    private static boolean sameLabels(ApiObject before, ApiObject after) {
        return before.labels().equals(after.labels());
    }

    private void enqueuePossibleOwners(T orphan, Consumer<Key> again) {
        for (O owner : ownersByNamespace.get(orphan.namespace())) {
            if (selectorOf.apply(owner).matches(orphan.labels())) {
                again.accept(owner.key());
            }
        }
    }
}
