package dev.archipelago.federation.bind;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.membership.MemberView;
import dev.archipelago.federation.membership.Members;
import dev.archipelago.federation.render.Orphaned;
import dev.archipelago.federation.render.Ownership;
import dev.archipelago.federation.workload.ReplicaIdentity;
import dev.archipelago.federation.workload.Template;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/// The replicas that clusters still run of an earlier StatefulSet of the same name, which was deleted with
/// orphaning. A new set adopts them where they are; were it placed as if there were none, some would be stopped and
/// others started elsewhere.
///
/// The ordinals that an unreachable cluster kept are known from its annotation, see [KeptOrdinals].
///
/// @param targets one for each cluster that has some; empty where an orphan has no ordinals to keep
/// @param unknown the ready clusters that have not reported yet whether they have some
record Orphans(List<Binding.Target> targets, List<String> unknown) {
    static final Orphans NONE = new Orphans(List.of(), List.of());

    Orphans {
        targets = List.copyOf(targets);
        unknown = List.copyOf(unknown);
    }

    /// @param federation its name
    static Orphans find(Template template, String federation, Collection<Cluster> clusters, Members members) {
        if (!template.workload().hasIdentities()) {
            return NONE;
        }
        List<Binding.Target> targets = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (Cluster cluster : clusters) {
            Optional<MemberView> member = members.find(cluster.name()).filter(view -> view.knows(template.kind()));
            if (member.isEmpty() && cluster.isReady() && !cluster.isDeleting()) {
                unknown.add(cluster.name());
            }
            if (member.isEmpty() && ReplicaIdentity.isGlobal(template)) {
                KeptOrdinals.read(cluster, template.bindingKey()).ifPresent(targets::add);
            }
            member.flatMap(view -> view.find(template.kind(), template.nameIn(cluster.name())))
                    .filter(object -> !object.isDeleting())
                    .filter(object -> Ownership.of(object, federation, template) == Ownership.ORPHANED)
                    .map(object -> target(template, cluster.name(), object))
                    .filter(target -> target.claimed().orElse(1) > 0)
                    .ifPresent(targets::add);
        }
        return new Orphans(targets, unknown);
    }

    private static Binding.Target target(Template template, String cluster, AnyObject object) {
        JsonNode spec = object.view().path("spec");
        int replicas = spec.path("replicas").asInt(1);
        if (!ReplicaIdentity.isGlobal(template)) {
            return Binding.Target.of(cluster, OptionalInt.of(replicas));
        }
        int claimed = Orphaned.read(object)
                .map(Orphaned::claimed)
                .orElse(OptionalInt.empty())
                .orElse(replicas);
        return new Binding.Target(
                cluster,
                OptionalInt.of(replicas),
                OptionalInt.of(spec.path("ordinals").path("start").asInt(0)),
                OptionalInt.of(Math.max(replicas, claimed)));
    }
}
