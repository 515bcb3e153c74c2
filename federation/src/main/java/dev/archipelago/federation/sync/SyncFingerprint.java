package dev.archipelago.federation.sync;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.workload.Template;
import java.util.Map;

/// All that decides whether a member's object is as it is to be. What was found in line is so as long as nothing of
/// this changes, whatever becomes of the object's status and of other clusters; and most news is about those.
///
/// @param template the revision of the template
/// @param binding the generation of the binding
/// @param overriding the version of what changes templates on their way
/// @param uid of the member's object
/// @param content its generation, or its revision where its kind has no generations
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
                template.object().revision(),
                binding.meta().generation(),
                overriding,
                object.uid(),
                generation == 0 ? object.revision() : generation,
                object.labels(),
                object.meta().annotations());
    }
}
