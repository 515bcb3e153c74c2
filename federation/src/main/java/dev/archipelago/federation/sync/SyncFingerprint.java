package dev.archipelago.federation.sync;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.workload.Template;
import java.util.Map;

/// The versions that determine whether a member's object is in sync. An object that was in sync is so as long as they
/// are the same, whatever happens to its status and to other clusters, which most events are about.
///
/// @param template the resourceVersion of the template
/// @param binding the generation of the binding
/// @param overriding the version of the overrides
/// @param uid of the member's object
/// @param content its generation, or its resourceVersion where its kind has no generations
record SyncFingerprint(
        String templateUid,
        long template,
        long binding,
        long overriding,
        String uid,
        long content,
        Map<String, String> labels,
        Map<String, String> annotations) {

    static SyncFingerprint of(Template template, Binding binding, long overriding, AnyObject object) {
        long generation = object.meta().generation();
        return new SyncFingerprint(
                template.object().uid(),
                template.object().resourceVersion(),
                binding.meta().generation(),
                overriding,
                object.uid(),
                generation == 0 ? object.resourceVersion() : generation,
                object.labels(),
                object.meta().annotations());
    }
}
