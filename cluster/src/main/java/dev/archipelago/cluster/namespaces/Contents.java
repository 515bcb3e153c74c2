package dev.archipelago.cluster.namespaces;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.ArrayList;
import java.util.List;

/// What is in a namespace, by kind.
///
/// @param parts the kinds of which there is something
/// @param kinds all kinds of which there could be something, events too
record Contents(List<Part> parts, List<Kind<?>> kinds) {
    /// Nobody keeps track of events.
    static final Kind<AnyObject> EVENT = AnyObject.kind(new GroupVersionKind("", "v1", "Event"), "events", true);

    private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");

    record Part(Kind<?> kind, List<? extends ApiObject> objects) {

        boolean isPods() {
            return kind.type().equals(POD);
        }

        /// Such as `pods.` and `statefulsets.apps`, which is how the messages of conditions name them.
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

    /// What is to go next: pods before anything else, for they may still use the rest.
    List<Part> next() {
        List<Part> pods = parts.stream().filter(Part::isPods).toList();
        return pods.isEmpty() ? parts : pods;
    }
}
