package dev.archipelago.federation.kinds;

import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;

/// All bindings, of objects with and without a namespace.
public final class Bindings {
    private final Cache<Binding> inNamespaces;
    private final Cache<Binding> global;

    public Bindings(Caches caches) {
        inNamespaces = caches.of(Binding.KIND);
        global = caches.of(Binding.GLOBAL_KIND);
    }

    public Optional<Binding> find(Key key) {
        return (key.namespace().isEmpty() ? global : inNamespaces).get(key);
    }

    /// Registers a listener. Call it before the caches are synced.
    public void listen(Cache.Listener<Binding> listener) {
        inNamespaces.listen(listener);
        global.listen(listener);
    }

    /// The bindings in a namespace, in the order of their keys.
    public Collection<Binding> in(String namespace) {
        return inNamespaces.in(namespace);
    }

    public void forEach(Consumer<Binding> consumer) {
        inNamespaces.all().forEach(consumer);
        global.all().forEach(consumer);
    }
}
