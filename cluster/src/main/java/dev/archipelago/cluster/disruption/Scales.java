package dev.archipelago.cluster.disruption;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/// Finds the replicas that controllers of pods ask for.
final class Scales {
    private final Map<String, Cache<?>> caches = new ConcurrentHashMap<>();

    /// A controller and its desired replicas.
    ///
    /// @param replicas empty when it does not say
    record Scale(String uid, String name, Optional<Integer> replicas) {}

    void add(Cache<?> cache) {
        caches.put(id(cache.kind().type()), cache);
    }

    void remove(Cache<?> cache) {
        caches.remove(id(cache.kind().type()));
    }

    private static String id(GroupVersionKind type) {
        return type.group() + '/' + type.kind();
    }

    /// The scale of a pod's topmost controller; empty when that does not exist.
    Optional<Scale> of(String namespace, Owner controller) {
        Optional<? extends ApiObject> found = find(namespace, controller);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ApiObject object = found.get();
        Optional<Owner> above = object.meta().controller();
        if (controller.kind().equals("ReplicaSet")
                && above.filter(owner -> owner.kind().equals("Deployment")).isPresent()) {
            return of(namespace, above.get());
        }
        JsonNode replicas = object.tree().path("spec").path("replicas");
        return Optional.of(new Scale(
                object.uid(), object.name(), replicas.isNumber() ? Optional.of(replicas.asInt()) : Optional.empty()));
    }

    private Optional<? extends ApiObject> find(String namespace, Owner owner) {
        Cache<?> cache = caches.get(id(GroupVersionKind.of(owner.apiVersion(), owner.kind())));
        return cache == null
                ? Optional.empty()
                : cache.get(new Key(namespace, owner.name()))
                        .filter(object -> object.uid().equals(owner.uid()));
    }
}
