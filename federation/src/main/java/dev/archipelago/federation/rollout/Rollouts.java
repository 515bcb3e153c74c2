package dev.archipelago.federation.rollout;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.ClusterName;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.membership.MemberView;
import dev.archipelago.federation.membership.Members;
import dev.archipelago.federation.render.Ownership;
import dev.archipelago.federation.render.Rendered;
import dev.archipelago.federation.render.Rendering;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.federation.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Collects the state of a workload in all clusters, and decides what one of them may do. It reads caches only.
public final class Rollouts {
    private final Rendering rendering;
    private final Cache<Cluster> clusters;
    private final Members members;

    public Rollouts(Rendering rendering, Cache<Cluster> clusters, Members members) {
        this.rendering = rendering;
        this.clusters = clusters;
        this.members = members;
    }

    /// What a cluster may do now on the way to its desired object.
    ///
    /// @param rendered the desired object
    /// @param existing the current object
    public Pace.Permission permission(
            Template template,
            Binding binding,
            Binding.Target target,
            Rendered rendered,
            Optional<AnyObject> existing) {
        int wanted = target.replicas().orElse(0);
        Pace pace = pace(template);
        if (template.workload().rollout() == Workload.Rollout.AT_ONCE
                || (existing.isPresent() && isDone(existing.get(), rendered, wanted))
                || (existing.isEmpty() && pace.equals(Pace.USUAL))) {
            return new Pace.Permission(true, true, wanted, Wait.NONE);
        }
        List<Standing> all = new ArrayList<>();
        Standing own = standing(template, target, rendered.revision());
        for (Binding.Target other : binding.targets()) {
            if (!other.equals(target)
                    && clusters.get(Key.global(other.cluster())).isEmpty()) {
                // It has left the federation and keeps its ordinals; its state will never be known.
                continue;
            }
            all.add(other.equals(target) ? own : standing(template, other, rendering.revision(template, other)));
        }
        return withinClaim(pace.permit(all, own, passed(template)), target);
    }

    /// The clusters that an update of the pods need not wait for. A cluster whose cache this control plane has not
    /// synced yet is not among them, as it may be changing right now.
    private List<String> passed(Template template) {
        return ClusterName.list(template.annotation(Names.ROLLOUT_SKIP)).stream()
                .filter(name -> clusters.get(Key.global(name))
                        .filter(cluster -> !cluster.isReady())
                        .isPresent())
                .toList();
    }

    /// Ordinals beyond a cluster's claim belong to another: those that somebody added by hand are removed at once.
    private static Pace.Permission withinClaim(Pace.Permission permission, Binding.Target target) {
        int most = target.claimed().orElse(Integer.MAX_VALUE);
        return permission.replicas() <= most
                ? permission
                : new Pace.Permission(permission.exists(), permission.template(), most, permission.waitsFor());
    }

    private static boolean isDone(AnyObject existing, Rendered rendered, int wanted) {
        return rendered.revision().equals(existing.meta().annotations().get(Names.REVISION))
                && existing.view().path("spec").path("replicas").asInt(-1) == wanted;
    }

    private static Pace pace(Template template) {
        return new Pace(
                template.annotation(Names.BOOTSTRAP).equals("Ordered"),
                template.annotation(Names.SCALING).equals("OneAtATime"));
    }

    private Standing standing(Template template, Binding.Target target, String revision) {
        String cluster = target.cluster();
        Optional<MemberView> known = members.find(cluster).filter(member -> member.knows(template.kind()));
        // Another control plane may have found it ready before this one knows its objects.
        boolean reachable = known.isPresent()
                && clusters.get(Key.global(cluster))
                        .map(found -> found.isReady())
                        .orElse(false);
        Optional<AnyObject> object = known.flatMap(member -> member.find(template.kind(), template.nameIn(cluster)))
                // A set of another owner with that name says nothing about this one.
                .filter(found ->
                        Ownership.of(found, rendering.federation(), template).isGranted());
        if (object.isEmpty()) {
            return new Standing(cluster, target.replicas().orElse(0), reachable, false, 0, 0, 0, 0, true, true);
        }
        JsonNode tree = object.get().view();
        JsonNode status = tree.path("status");
        int replicas = tree.path("spec").path("replicas").asInt(1);
        boolean current = revision.equals(object.get().meta().annotations().get(Names.REVISION));
        boolean settled = status.path("observedGeneration").asLong(0)
                        >= object.get().meta().generation()
                && status.path("updatedReplicas").asInt(0)
                        >= template.workload().updatedReplicas(tree);
        return new Standing(
                cluster,
                target.replicas().orElse(0),
                reachable,
                true,
                tree.path("spec").path("ordinals").path("start").asInt(0),
                replicas,
                status.path("replicas").asInt(0),
                status.path("readyReplicas").asInt(0),
                current,
                settled);
    }
}
