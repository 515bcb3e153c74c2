package dev.archipelago.federation.sync;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.membership.MemberView;
import dev.archipelago.federation.workload.Workloads;
import java.util.Optional;
import java.util.stream.Stream;

/// Takes away what a member has of a binding that is gone. Of two control planes at once, one may make an object in the
/// very moment in which the other has seen that nothing is left.
///
/// Only of bindings that this control plane has seen go: one that never heard of an object may have lost its memory, or
/// the object may be another federation's of the same name.
final class LeftOvers {
    private final String cluster;
    private final Templates templates;
    private final MemberView member;

    LeftOvers(String cluster, Templates templates, MemberView member) {
        this.cluster = cluster;
        this.templates = templates;
        this.member = member;
    }

    /// @param binding of which there is none
    Plan plan(Key binding) {
        Plan.Builder plan = Plan.builder();
        templates.possible(binding, (kind, key) -> {
            Kind<AnyObject> any = AnyObject.kind(kind.type(), kind.resource(), kind.namespaced());
            Stream.of(key, new Key(key.namespace(), key.name() + '-' + cluster))
                    .map(name -> member.find(any, name))
                    .flatMap(Optional::stream)
                    .filter(object -> isLeft(binding, object))
                    .forEach(object -> plan.perform(deletion(any, object)));
        });
        return plan.build();
    }

    private boolean isLeft(Key binding, AnyObject object) {
        String template = object.meta().annotations().getOrDefault(Names.TEMPLATE_UID, "");
        return member.sawDepart(template) && !object.isDeleting() && !isAlive(binding, template);
    }

    /// A template that is still there will get a binding again.
    private boolean isAlive(Key binding, String templateUid) {
        return templates
                .find(binding)
                .filter(template -> template.object().uid().equals(templateUid))
                .isPresent();
    }

    /// Only as it is: a new object of the federation may have taken it over meanwhile.
    private static Action deletion(Kind<AnyObject> kind, AnyObject object) {
        return new Action.Delete(
                kind,
                object.key(),
                new DeleteOptions(
                        false,
                        Optional.empty(),
                        Workloads.of(kind).deletion(),
                        object.uid(),
                        Long.toString(object.revision())));
    }
}
