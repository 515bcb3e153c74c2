package dev.archipelago.federation;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.federation.admission.KnownNames;
import dev.archipelago.federation.admission.SetName;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import java.util.Collection;
import java.util.Optional;

/// The names of clusters and StatefulSets, read from the federation's caches. They may be a moment old: a collision
/// between two concurrent requests is found later, when the object is synced to a cluster.
final class CachedNames implements KnownNames {
    private final Cache<Cluster> clusters;
    private final Cache<StatefulSet> sets;
    private final Cache<Binding> bindings;

    CachedNames(Caches caches) {
        clusters = caches.of(Cluster.KIND);
        sets = caches.of(StatefulSet.KIND);
        bindings = caches.of(Binding.KIND);
    }

    @Override
    public Collection<String> clusters() {
        return clusters.all().stream().map(ApiObject::name).toList();
    }

    @Override
    public Collection<SetName> sets() {
        return sets.all().stream().map(CachedNames::name).toList();
    }

    @Override
    public Optional<SetName> set(String namespace, String name) {
        return sets.get(new Key(namespace, name)).map(CachedNames::name);
    }

    @Override
    public Optional<Boolean> isPlacedGlobally(String namespace, String name) {
        Key set = new Key(namespace, name);
        return bindings.get(Binding.keyFor(StatefulSet.KIND, set))
                .flatMap(binding -> binding.targets().stream()
                        .map(target -> target.start().isPresent())
                        .findFirst());
    }

    private static SetName name(StatefulSet set) {
        return SetName.of(set.namespace(), set.view());
    }
}
