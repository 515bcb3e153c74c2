package dev.archipelago.federation.sync;

import dev.archipelago.controller.objects.AnyObject;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.match.Template;
import dev.archipelago.federation.render.Rendered;
import dev.archipelago.federation.rollout.Pace;
import java.util.List;
import java.util.Optional;

/// What one member has of a binding, and what it is to have.
///
/// @param made the member's objects that were made of the binding's template
/// @param namesake the member's object that has the name of the wanted one, whoever made it
/// @param wanted nothing when the member is to have none
record Observed(
        String cluster,
        String federation,
        Binding binding,
        Kind<AnyObject> kind,
        List<AnyObject> made,
        Optional<AnyObject> namesake,
        Optional<Wanted> wanted) {

    /// An object that the member is to have.
    ///
    /// @param leave how much of it the member may be told now
    record Wanted(Template template, Rendered rendered, Pace.Leave leave) {}

    /// Whether what there is under the wanted name is here to stay.
    boolean isInLine() {
        return wanted.isPresent() && namesake.isPresent() && !namesake.get().isDeleting();
    }
}
