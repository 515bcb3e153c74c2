package dev.archipelago.federation.rollout;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.ClusterName;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.RolloutRecord;
import dev.archipelago.federation.kinds.RolloutRecord.Pointer;
import dev.archipelago.federation.kinds.RolloutRecord.Revision;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.membership.MemberView;
import dev.archipelago.federation.membership.Members;
import dev.archipelago.federation.render.Ownership;
import dev.archipelago.federation.render.Pods;
import dev.archipelago.federation.render.Rendered;
import dev.archipelago.federation.render.Rendering;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.federation.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// Collects the state of a workload in all clusters for the planners of rollouts. It reads caches only.
public final class Rollouts {
    private final Rendering rendering;
    private final Cache<Cluster> clusters;
    private final Members members;
    private final RevisionHistory history;

    public Rollouts(Rendering rendering, Cache<Cluster> clusters, Members members, RevisionHistory history) {
        this.rendering = rendering;
        this.clusters = clusters;
        this.members = members;
        this.history = history;
    }

    /// The object for a cluster, with the pods that the cluster is told to run. Empty when their template is lost,
    /// not decided yet, or has to wait: then what is there stays.
    public Optional<Rendered> object(Template template, Binding binding, Binding.Target target) {
        if (isAtOnce(template)) {
            return Optional.of(rendering.object(template, target));
        }
        RolloutRecord record = binding.rollout();
        Pointer told = record.of(target.cluster()).orElse(null);
        if (told == null) {
            boolean isFirst =
                    record.isNone() && find(template, target.cluster()).isEmpty();
            return isFirst ? Optional.of(rendering.object(template, target)) : Optional.empty();
        }
        if (hasNotBegun(template, target, told)
                && !updateWaitsFor(template, binding, target).isNone()) {
            return Optional.empty();
        }
        return told.template().equals(rendering.revision(template, target))
                ? Optional.of(rendering.object(template, target))
                : earlier(template, target, told);
    }

    /// Whether a cluster still has other pods than it is told to run.
    private boolean hasNotBegun(Template template, Binding.Target target, Pointer told) {
        return find(template, target.cluster())
                .map(Rollouts::revision)
                .filter(running -> !running.isEmpty() && !running.equals(told.template()))
                .isPresent();
    }

    /// An earlier pod template, with the overrides that it had.
    private Optional<Rendered> earlier(Template template, Binding.Target target, Pointer told) {
        Predicate<Rendered> isTold = rendered -> rendered.revision().equals(told.template());
        Optional<Pods> base = history.pods(template, told.revision().name()).map(Pods::of);
        return base.map(pods -> rendering.render(template, target, pods))
                .filter(isTold)
                .or(() -> base.map(pods -> rendering.renderPlainPods(template, target, pods))
                        .filter(isTold))
                .or(() -> history.overridden(template, told.template())
                        .map(pods -> rendering.render(template, target, Pods.rendered(pods))));
    }

    private static boolean isAtOnce(Template template) {
        return template.workload().rollout() == Workload.Rollout.AT_ONCE;
    }

    /// What a cluster may do now on the way to its desired object.
    ///
    /// @param existing the current object
    public Pace.Permission permission(
            Template template, Binding binding, Binding.Target target, Optional<AnyObject> existing) {
        int wanted = target.replicas().orElse(0);
        if (isAtOnce(template)) {
            return new Pace.Permission(true, wanted, Wait.NONE);
        }
        RolloutRecord record = binding.rollout();
        if (existing.isEmpty()
                && !record.isNone()
                && record.of(target.cluster()).isEmpty()) {
            return new Pace.Permission(false, 0, undecided(target));
        }
        Pace pace = pace(template);
        boolean hasReplicas =
                existing.filter(object -> replicas(object) == wanted).isPresent();
        if (hasReplicas || (existing.isEmpty() && pace.equals(Pace.USUAL))) {
            return new Pace.Permission(true, wanted, updateWaitsFor(template, binding, target));
        }
        List<Standing> all = new ArrayList<>();
        Standing own = standing(template, target, "");
        for (Binding.Target other : binding.targets()) {
            // A cluster that has left the federation keeps its ordinals; its state will never be known.
            if (other.equals(target) || isMember(other)) {
                all.add(other.equals(target) ? own : standing(template, other, ""));
            }
        }
        Pace.Permission permission = withinClaim(pace.permit(all, own), target);
        return permission.waitsFor().isNone()
                ? permission.withWait(updateWaitsFor(template, binding, target))
                : permission;
    }

    private boolean isMember(Binding.Target target) {
        return clusters.get(Key.global(target.cluster())).isPresent();
    }

    /// Ordinals beyond a cluster's claim belong to another: those that somebody added by hand are removed at once.
    private static Pace.Permission withinClaim(Pace.Permission permission, Binding.Target target) {
        int most = target.claimed().orElse(Integer.MAX_VALUE);
        return permission.replicas() <= most
                ? permission
                : new Pace.Permission(permission.exists(), most, permission.waitsFor());
    }

    private static int replicas(AnyObject object) {
        return object.view().path("spec").path("replicas").asInt(-1);
    }

    private static Pace pace(Template template) {
        return new Pace(
                template.annotation(Names.BOOTSTRAP).equals("Ordered"),
                template.annotation(Names.SCALING).equals("OneAtATime"));
    }

    /// Why a cluster does not get the newest pods now.
    private Wait updateWaitsFor(Template template, Binding binding, Binding.Target target) {
        RolloutRecord record = binding.rollout();
        Pointer told = record.of(target.cluster()).orElse(null);
        boolean isUpdating = told != null && told.isNewest();
        boolean isUndisturbed = told == null ? record.isNone() : isUpdating && !hasNotBegun(template, target, told);
        return isUndisturbed
                ? Wait.NONE
                : RolloutPlanner.decide(state(template, binding, record.newest(), ""))
                        .waits()
                        .getOrDefault(target.cluster(), isUpdating ? Wait.NONE : undecided(target));
    }

    private static Wait undecided(Binding.Target target) {
        return new Wait(
                Wait.CLUSTER_PROGRESSING, target.cluster(), "the rollout controller has to decide which pods it gets");
    }

    /// The input of the rollout planner.
    RolloutState state(Template template, Binding binding, Revision newest, String now) {
        RolloutRecord record = binding.rollout();
        List<RolloutState.Candidate> candidates = new ArrayList<>();
        for (Binding.Target target : binding.targets()) {
            if (isMember(target)) {
                candidates.add(candidate(template, target, record));
            }
        }
        return new RolloutState(record, newest, candidates, terms(template, candidates.size()), now);
    }

    private RolloutState.Candidate candidate(Template template, Binding.Target target, RolloutRecord record) {
        String cluster = target.cluster();
        Optional<Pointer> told = record.of(cluster);
        boolean isPaused = template.workload().isPaused(template.object().view());
        String next = isPaused && told.isPresent() ? told.get().next() : rendering.revision(template, target);
        String stable = told.isEmpty() && !record.stable().isNone()
                ? history.pods(template, record.stable().name())
                        .flatMap(pods -> rendering.attempt(template, target, Pods.of(pods)))
                        .map(Rendered::revision)
                        .orElse("")
                : "";
        boolean isKnown = members.find(cluster)
                .filter(member -> member.knows(template.kind()))
                .isPresent();
        return new RolloutState.Candidate(
                standing(template, target, told.map(Pointer::template).orElse(next)),
                isKnown,
                find(template, cluster).map(Rollouts::revision).orElse(""),
                next,
                stable);
    }

    private static String revision(AnyObject object) {
        return object.meta().annotations().getOrDefault(Names.REVISION, "");
    }

    private Terms terms(Template template, int clusterCount) {
        JsonNode object = template.object().view();
        Workload workload = template.workload();
        return new Terms(
                ClusterName.list(template.annotation(Names.ROLLOUT_ORDER)),
                workload.isRecreated(object)
                        ? Integer.MAX_VALUE
                        : Terms.clustersMax(template.annotation(Names.ROLLOUT_CLUSTERS_MAX), clusterCount),
                passed(template),
                workload.isPaused(object),
                workload.hasIdentities());
    }

    /// The clusters that an update of the pods need not wait for. A cluster whose cache this control plane has not
    /// synced yet is not among them, as it may be changing right now.
    private List<String> passed(Template template) {
        List<String> named = ClusterName.list(template.annotation(Names.ROLLOUT_SKIP));
        return clusters.all().stream()
                .filter(cluster -> !cluster.isReady())
                .map(Cluster::name)
                .filter(name -> !template.workload().waitsForUnreachable() || named.contains(name))
                .toList();
    }

    /// The workload's object in a cluster, as far as is known. A set of another owner with that name says nothing about
    /// this one.
    private Optional<AnyObject> find(Template template, String cluster) {
        return members.find(cluster)
                .filter(member -> member.knows(template.kind()))
                .flatMap(member -> member.find(template.kind(), template.nameIn(cluster)))
                .filter(found ->
                        Ownership.of(found, rendering.federation(), template).isGranted());
    }

    /// The state in one cluster.
    ///
    /// @param told a hash of the pod template that it is told to run
    private Standing standing(Template template, Binding.Target target, String told) {
        String cluster = target.cluster();
        Optional<MemberView> known = members.find(cluster).filter(member -> member.knows(template.kind()));
        // Another control plane may have found it ready before this one knows its objects.
        boolean reachable = known.isPresent()
                && clusters.get(Key.global(cluster)).filter(Cluster::isReady).isPresent();
        int wanted = target.replicas().orElse(0);
        AnyObject object = find(template, cluster).orElse(null);
        if (object == null) {
            return new Standing(cluster, wanted, reachable, false, 0, 0, 0, 0, true, true);
        }
        JsonNode tree = object.view();
        JsonNode status = tree.path("status");
        return new Standing(
                cluster,
                wanted,
                reachable,
                true,
                tree.path("spec").path("ordinals").path("start").asInt(0),
                tree.path("spec").path("replicas").asInt(1),
                status.path("replicas").asInt(0),
                status.path("readyReplicas").asInt(0),
                told.equals(revision(object)),
                template.workload().isSettled(tree));
    }
}
