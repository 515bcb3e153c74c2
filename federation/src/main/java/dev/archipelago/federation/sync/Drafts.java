package dev.archipelago.federation.sync;

import dev.archipelago.federation.workload.Template;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.render.Rendered;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// What was rendered last of each binding for one member, until the member has it: it is compared with what the member
/// says a moment after it was applied.
final class Drafts {
    private final Map<Key, Draft> drafts = new ConcurrentHashMap<>();

    /// What was rendered, and of what.
    private record Draft(Source source, Rendered rendered) {}

    /// All that decides what is rendered.
    ///
    /// @param overriding the version of what changes templates on their way
    private record Source(String templateUid, long templateRevision, Binding.Target target, long overriding) {}

    /// @param rendering renders the template for this target
    Rendered of(Template template, Binding.Target target, long overriding, Supplier<Rendered> rendering) {
        Source source = new Source(template.object().uid(), template.object().revision(), target, overriding);
        Draft known = drafts.get(template.bindingKey());
        if (known != null && known.source.equals(source)) {
            return known.rendered;
        }
        Rendered rendered = rendering.get();
        drafts.put(template.bindingKey(), new Draft(source, rendered));
        return rendered;
    }

    void forget(Key binding) {
        drafts.remove(binding);
    }
}
