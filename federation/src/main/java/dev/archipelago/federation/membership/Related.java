package dev.archipelago.federation.membership;

import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.federation.workload.Template;
import java.util.Optional;

/// Objects in a member that belong to a template without being rendered from it, such as its pods. They are cached only
/// while they are followed: [MemberView#follow].
public record Related(Kind<AnyObject> kind, Selection selection) {

    /// Refuses a whole kind, which could be taken for the member's own cache of it.
    public Related {
        if (selection.namespace().isEmpty() && selection.fields().isEverything()) {
            throw new IllegalArgumentException("related objects are of one namespace or have a name");
        }
    }

    /// The objects that the selector of a workload selects: its pods, or ReplicaSets. Empty when the template has
    /// no selector, as Jobs have none: each cluster makes one of its own.
    public static Optional<Related> selectedBy(Template template, Kind<AnyObject> kind) {
        LabelSelector labels =
                LabelSelector.of(template.object().view().path("spec").path("selector"));
        return labels.isNothing() || labels.isEverything()
                ? Optional.empty()
                : Optional.of(new Related(
                        kind,
                        Selection.labelled(labels).within(template.object().namespace())));
    }

    /// The object with this name, whoever made it.
    public static Related named(Kind<? extends ApiObject> kind, Key key) {
        return new Related(AnyObject.kind(kind.type(), kind.resource(), kind.namespaced()), Selection.of(key));
    }
}
