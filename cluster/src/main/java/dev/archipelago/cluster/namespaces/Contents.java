package dev.archipelago.cluster.namespaces;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.ArrayList;
import java.util.List;

/// The objects in a namespace, by kind.
///
/// @param parts the kinds with objects
/// @param kinds all namespaced kinds, including events
record Contents(List<Part> parts, List<Kind<?>> kinds) {
    /// Events, which are not cached.
    static final Kind<AnyObject> EVENT = AnyObject.kind(new GroupVersionKind("", "v1", "Event"), "events", true);

    private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");

    record Part(Kind<?> kind, List<? extends ApiObject> objects) {

        boolean isPods() {
            return kind.type().equals(POD);
        }

        /// Such as `pods.` and `statefulsets.apps`, the form in condition messages.
        String resource() {
            return kind.resource() + '.' + kind.type().group();
        }
    }

    static Contents of(String namespace, Iterable<Cache<?>> caches) {
        List<Part> parts = new ArrayList<>();
        List<Kind<?>> kinds = new ArrayList<>();
        for (Cache<?> cache : caches) {
            kinds.add(cache.kind());
            List<? extends ApiObject> objects = List.copyOf(cache.in(namespace));
            if (!objects.isEmpty()) {
                parts.add(new Part(cache.kind(), objects));
            }
        }
        kinds.add(EVENT);
        return new Contents(parts, kinds);
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /// What to delete next: pods before anything else, as they may still use the rest.
    List<Part> next() {
        List<Part> pods = parts.stream().filter(Part::isPods).toList();
        return pods.isEmpty() ? parts : pods;
    }
}
