package dev.archipelago.federation.render;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.workload.Template;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Caches rendered objects and revisions as long as their templates are in memory. Every change in every cluster
/// asks for revisions, which takes rendering the whole object. The object is only needed until the member has it,
/// and is then released.
final class RenderCache {
    private final Map<ApiObject, Entry> entries = Collections.synchronizedMap(new WeakHashMap<>());

    /// The cached results of one template.
    ///
    /// @param version of the overrides
    /// @param revisions by cluster, or under the empty name for all
    /// @param objects by cluster
    private record Entry(long version, Map<String, String> revisions, Map<String, Draft> objects) {}

    private record Draft(Binding.Target target, Rendered rendered) {}

    String revision(Template template, long version, String where, Supplier<String> revision) {
        return entry(template, version).revisions.computeIfAbsent(where, name -> revision.get());
    }

    Rendered object(Template template, long version, Binding.Target target, Supplier<Rendered> rendering) {
        Map<String, Draft> objects = entry(template, version).objects;
        Draft known = objects.get(target.cluster());
        if (known != null && known.target.equals(target)) {
            return known.rendered;
        }
        Rendered rendered = rendering.get();
        objects.put(target.cluster(), new Draft(target, rendered));
        return rendered;
    }

    /// Drops the object for a cluster, but keeps its revision.
    void release(Template template, String cluster) {
        Entry entry = entries.get(template.object());
        if (entry != null) {
            entry.objects.remove(cluster);
        }
    }

    private Entry entry(Template template, long version) {
        return entries.compute(template.object(), (object, before) -> current(before, version));
    }

    private static Entry current(@Nullable Entry before, long version) {
        return before != null && before.version == version
                ? before
                : new Entry(version, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    }
}
