package dev.archipelago.federation.sync;

import dev.archipelago.federation.workload.Template;
import dev.archipelago.controller.objects.ApiObject;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Remembers the revisions of templates as long as the templates themselves are remembered: every change in every
/// cluster asks for them, and to find one out takes rendering the whole object.
final class Revisions {
    private final Map<ApiObject, Known> known = Collections.synchronizedMap(new WeakHashMap<>());

    private record Known(long version, Map<String, String> byCluster) {}

    /// @param version of what changes templates on their way to clusters
    /// @param where the cluster, or empty for all of them
    String of(Template template, long version, String where, Supplier<String> revision) {
        Known found = known.compute(
                template.object(),
                (object, before) -> before != null && before.version == version
                        ? before
                        : new Known(version, new ConcurrentHashMap<>()));
        return found.byCluster.computeIfAbsent(where, name -> revision.get());
    }
}
