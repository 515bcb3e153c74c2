package dev.archipelago.federation.loadbalancers;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.workload.Template;
import java.util.List;
import java.util.Optional;

/// The StatefulSets of the federation that are not being deleted, with where their replicas are.
public final class FederatedSets {
    private final Cache<StatefulSet> sets;
    private final Index<StatefulSet> byService;
    private final Bindings bindings;

    FederatedSets(Caches caches, Bindings bindings) {
        this.sets = caches.of(StatefulSet.KIND);
        this.byService = sets.index(set -> List.of(governing(set).toString()));
        this.bindings = bindings;
    }

    /// The key of the governing service of a set.
    static Key governing(StatefulSet set) {
        return new Key(set.namespace(), set.serviceName());
    }

    FederatedSet with(StatefulSet set) {
        Key binding = new Template(StatefulSet.KIND, set).bindingKey();
        return new FederatedSet(
                set,
                bindings.find(binding).filter(found -> found.templateUid().equals(set.uid()) && !found.isDeleting()));
    }

    Optional<StatefulSet> find(Key key) {
        return sets.get(key).filter(set -> !set.isDeleting());
    }

    /// The sets that a service governs, in the order of their names.
    List<StatefulSet> governedBy(Key service) {
        return byService.get(service.toString()).stream()
                .filter(set -> !set.isDeleting())
                .toList();
    }
}
