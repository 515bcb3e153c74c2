package dev.archipelago.federation.match;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// All objects of the federation that are propagated, of any kind, by binding key.
public final class Templates {
    private final Map<String, List<Cache<?>>> cachesByKind = new ConcurrentSkipListMap<>();
    private final List<Consumer<Key>> listeners = new CopyOnWriteArrayList<>();

    public Templates(Caches caches) {
        caches.listenToKinds(new Caches.KindListener() {
            @Override
            public void appeared(Cache<?> cache) {
                add(cache);
            }

            @Override
            public void vanished(Cache<?> cache) {
                cachesByKind.computeIfPresent(suffix(cache.kind()), (suffix, known) -> without(known, cache));
            }
        });
    }

    private <T extends ApiObject> void add(Cache<T> cache) {
        cachesByKind.merge(suffix(cache.kind()), List.of(cache), Templates::joined);
        cache.listen((before, after) -> {
            ApiObject known = after == null ? before : after;
            if (known != null && Eligible.isTemplate(cache.kind(), known)) {
                Key key = Binding.keyFor(cache.kind(), known.key());
                listeners.forEach(listener -> listener.accept(key));
            }
        });
    }

    private static List<Cache<?>> joined(List<Cache<?>> some, List<Cache<?>> more) {
        List<Cache<?>> all = new ArrayList<>(some);
        all.addAll(more);
        return List.copyOf(all);
    }

    private static List<Cache<?>> without(List<Cache<?>> caches, Cache<?> gone) {
        return caches.stream().filter(cache -> cache != gone).toList();
    }

    private static String suffix(Kind<?> kind) {
        return Binding.suffix(kind.type().group(), kind.name());
    }

    /// Registers a listener for the binding keys of templates that change.
    public void listen(Consumer<Key> listener) {
        listeners.add(listener);
    }

    /// The possible template of a binding, derived from its key.
    ///
    /// @param cache of the kind
    /// @param object the key of the template
    private record Subject(Cache<?> cache, Key object) {}

    /// The template of a binding.
    public Optional<Template> find(Key bindingKey) {
        for (Subject subject : subjects(bindingKey)) {
            Optional<Template> found = find(subject.cache, subject.object);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private List<Subject> subjects(Key bindingKey) {
        List<Subject> subjects = new ArrayList<>(1);
        String name = bindingKey.name();
        for (int at = name.lastIndexOf('-'); at > 0; at = name.lastIndexOf('-', at - 1)) {
            for (Cache<?> cache : cachesByKind.getOrDefault(name.substring(at), List.of())) {
                subjects.add(new Subject(cache, new Key(bindingKey.namespace(), name.substring(0, at))));
            }
        }
        return subjects;
    }

    /// Calls back with every kind and key that a binding with this key may be about.
    public void possible(Key bindingKey, BiConsumer<Kind<?>, Key> consumer) {
        subjects(bindingKey).forEach(subject -> consumer.accept(subject.cache.kind(), subject.object));
    }

    private static <T extends ApiObject> Optional<Template> find(Cache<T> cache, Key key) {
        return cache.get(key)
                .or(() -> withColons(cache, key))
                .filter(object -> Eligible.isTemplate(cache.kind(), object))
                .map(object -> new Template(cache.kind(), object));
    }

    /// Finds an RBAC object by a name in which colons were replaced, as binding names have none.
    private static <T extends ApiObject> Optional<T> withColons(Cache<T> cache, Key key) {
        if (!cache.kind().type().group().equals("rbac.authorization.k8s.io")) {
            return Optional.empty();
        }
        return cache.in(key.namespace()).stream()
                .filter(object -> object.name().replace(':', '.').equals(key.name()))
                .findFirst();
    }

    /// The kind of a binding's template, if it is served.
    public Optional<Kind<?>> kind(Binding binding) {
        String apiVersion = binding.resource().path("apiVersion").asString("");
        GroupVersionKind type =
                GroupVersionKind.of(apiVersion, binding.resource().path("kind").asString(""));
        String suffix = Binding.suffix(type.group(), type.kind());
        for (Cache<?> cache : cachesByKind.getOrDefault(suffix, List.of())) {
            if (cache.kind().apiVersion().equals(apiVersion)) {
                return Optional.of(cache.kind());
            }
        }
        return Optional.empty();
    }

    /// The binding keys of all templates.
    public List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        cachesByKind.values().forEach(caches -> caches.forEach(cache -> addKeys(cache, keys)));
        return keys;
    }

    private static <T extends ApiObject> void addKeys(Cache<T> cache, List<Key> keys) {
        for (T object : cache.all()) {
            if (Eligible.isTemplate(cache.kind(), object)) {
                keys.add(Binding.keyFor(cache.kind(), object.key()));
            }
        }
    }
}
