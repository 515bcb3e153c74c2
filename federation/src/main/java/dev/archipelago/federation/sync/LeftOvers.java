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

/// Deletes what a member has of a deleted binding. With two control planes at once, one may create an object at the
/// moment when the other has seen that nothing is left.
///
/// Only bindings whose deletion this control plane has seen count: otherwise its store may have been lost, or the
/// object may be another federation's of the same name.
final class LeftOvers {
    private final String cluster;
    private final Templates templates;
    private final MemberView member;

    LeftOvers(String cluster, Templates templates, MemberView member) {
        this.cluster = cluster;
        this.templates = templates;
        this.member = member;
    }

    /// @param binding that does not exist
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

    /// Whether the template still exists, so that it will get a binding again.
    private boolean isAlive(Key binding, String templateUid) {
        return templates
                .find(binding)
                .filter(template -> template.object().uid().equals(templateUid))
                .isPresent();
    }

    /// Deletes this version only: a new template may have adopted the object meanwhile.
    private static Action deletion(Kind<AnyObject> kind, AnyObject object) {
        return new Action.Delete(
                kind,
                object.key(),
                new DeleteOptions(
                        false,
                        Optional.empty(),
                        Workloads.of(kind).deletion(),
                        object.uid(),
                        Long.toString(object.resourceVersion())));
    }
}
