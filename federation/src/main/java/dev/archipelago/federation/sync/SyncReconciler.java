package dev.archipelago.federation.sync;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Failure;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.bind.LostVolumes;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.SyncResult;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.membership.BindingChanges;
import dev.archipelago.federation.membership.Follower;
import dev.archipelago.federation.membership.MemberView;
import dev.archipelago.federation.membership.Related;
import dev.archipelago.federation.membership.SyncResults;
import dev.archipelago.federation.render.Pods;
import dev.archipelago.federation.render.Rendered;
import dev.archipelago.federation.render.Rendering;
import dev.archipelago.federation.rollout.Pace;
import dev.archipelago.federation.rollout.Rollouts;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.federation.workload.Workloads;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Syncs the objects of one member with their bindings. It reads the federation and writes to the member; each member
/// has one of its own, so that none waits for another.
public final class SyncReconciler implements Reconciler {
    private final String cluster;
    private final Environment environment;
    private final MemberView member;
    private final Consumer<BindingChanges.Listener> changes;
    private final SyncResults results;
    private final LeftOvers leftOvers;
    private final Map<Key, SyncFingerprint> inLine = new ConcurrentHashMap<>();
    // Bindings that may proceed once something has changed in another cluster.
    private final Set<Key> waiting = ConcurrentHashMap.newKeySet();

    /// What the reconcilers of all members share.
    ///
    /// @param federation its name
    /// @param rollouts decides what each cluster may do
    public record Environment(
            String federation,
            Cache<Cluster> clusters,
            Bindings bindings,
            Templates templates,
            Rendering rendering,
            Rollouts rollouts) {}

    /// @param changes registers a listener for bindings that have changed
    public SyncReconciler(
            String cluster,
            Environment environment,
            MemberView member,
            Consumer<BindingChanges.Listener> changes,
            SyncResults results) {
        this.cluster = cluster;
        this.environment = environment;
        this.member = member;
        this.changes = changes;
        this.results = results;
        this.leftOvers = new LeftOvers(cluster, environment.templates(), member);
    }

    @Override
    public String name() {
        return "sync-" + cluster;
    }

    @Override
    public void connect(Consumer<Key> again) {
        changes.accept(new BindingChanges.Listener() {
            @Override
            public void changed(Key binding) {
                again.accept(binding);
            }

            @Override
            public void changedIn(String where, Key binding) {
                if (where.equals(cluster) || waiting.contains(binding)) {
                    again.accept(binding);
                }
            }
        });
    }

    @Override
    public int parallel() {
        return 64;
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Binding binding = environment.bindings().find(key).orElse(null);
        if (binding == null || !isReachable()) {
            inLine.remove(key);
            waiting.remove(key);
            if (binding == null) {
                member.follow(new Follower(name(), key), Set.of());
            }
            return binding == null && isReachable() ? leftOvers.plan(key) : Plan.NOTHING;
        }
        Kind<?> kind = environment.templates().kind(binding).orElse(null);
        if (kind == null) {
            return Plan.NOTHING;
        }
        if (!member.knows(kind)) {
            boolean isInVain = binding.target(cluster).isPresent() && !isServed(kind);
            return isInVain ? Plan.NOTHING.withWhenDone(outcome -> record(binding, notServed(kind))) : Plan.NOTHING;
        }
        Optional<SyncFingerprint> fingerprint = fingerprint(binding, kind);
        if (fingerprint.isPresent() && fingerprint.get().equals(inLine.get(key))) {
            return Plan.NOTHING;
        }
        // Added before other clusters are read, so that no change in between is missed.
        waiting.add(key);
        MemberState observed;
        try {
            observed = observe(binding, kind);
        } catch (ApiException e) {
            // The member keeps its object until the policy is corrected.
            SyncResult problem = SyncResult.failed(text(e));
            return Plan.NOTHING.withWhenDone(outcome -> record(binding, problem));
        }
        SyncPlanner.Decision decision = confirmed(observed, SyncPlanner.decide(observed));
        SyncResult result = new SyncResult(waitsFor(binding, observed), decision.problem());
        return decision.plan().withWhenDone(outcome -> done(binding, fingerprint, observed, decision, result, outcome));
    }

    private SyncResult notServed(Kind<?> kind) {
        return SyncResult.waits(new Wait(Wait.KIND_NOT_SERVED, "", "cluster " + cluster + " does not serve " + kind));
    }

    /// The fingerprint, unless something has to be deleted or reported.
    private Optional<SyncFingerprint> fingerprint(Binding binding, Kind<?> kind) {
        if (binding.isDeleting() || !member.problem(binding.key()).isEmpty()) {
            return Optional.empty();
        }
        List<AnyObject> made = member.madeOf(kind, binding.templateUid());
        return made.size() == 1
                ? environment
                        .templates()
                        .find(binding.key())
                        .map(template -> SyncFingerprint.of(
                                template, binding, environment.rendering().version(), made.getFirst()))
                : Optional.empty();
    }

    /// Records the result of a plan, and announces it.
    private void done(
            Binding binding,
            Optional<SyncFingerprint> fingerprint,
            MemberState observed,
            SyncPlanner.Decision decision,
            SyncResult result,
            Optional<Failure> failure) {
        Key key = binding.key();
        boolean mayDoAll = observed.wanted()
                .map(one -> one.permission().waitsFor().isNone())
                .orElse(true);
        if (mayDoAll) {
            waiting.remove(key);
        }
        boolean isDone = decision.plan().steps().isEmpty();
        if (fingerprint.isPresent() && mayDoAll && observed.isInLine() && isDone && !result.hasProblem()) {
            inLine.put(key, fingerprint.get());
            observed.wanted().ifPresent(one -> environment.rendering().release(one.template(), cluster));
        } else {
            inLine.remove(key);
        }
        followNamesake(observed, failure);
        record(binding, failure.map(what -> failed(binding, result, what)).orElse(result));
        if (binding.isDeleting() && observed.made().isEmpty() && failure.isEmpty()) {
            results.clear(key, binding.uid());
        }
    }

    /// Confirms by a live read that nothing is left of a template: an object that lost its label is not cached, and one
    /// that another control plane has just made may not be cached yet.
    private SyncPlanner.Decision confirmed(MemberState observed, SyncPlanner.Decision decision) {
        Binding binding = observed.binding();
        boolean isLast = binding.isDeleting()
                && observed.made().isEmpty()
                && (binding.target(cluster).isPresent() || binding.departing().contains(cluster))
                && !member.isClear(binding.key(), binding.uid());
        if (!isLast) {
            return decision;
        }
        Fact unmade = new Fact(
                found -> found.filter(object -> isMadeOf(binding, object)).isEmpty(), "it is not in the cache");
        Plan plan = Plan.builder()
                .perform(new Action.Confirm(observed.kind(), nameHere(binding), "", unmade))
                .build();
        return new SyncPlanner.Decision(plan, decision.problem());
    }

    /// The key that the object of a binding has in this member.
    private Key nameHere(Binding binding) {
        return binding.target(cluster)
                .map(target -> Workloads.of(binding).nameIn(binding.template(), target))
                .orElse(binding.template());
    }

    private static boolean isMadeOf(Binding binding, ApiObject object) {
        return binding.templateUid().equals(object.meta().annotations().get(Names.TEMPLATE_UID));
    }

    /// Follows the object with the wanted name while it blocks the sync or has lost its label, as no other
    /// cache has it.
    private void followNamesake(MemberState observed, Optional<Failure> failure) {
        if (member.seesAll(observed.kind())) {
            return;
        }
        Key name = observed.wanted()
                .map(one -> one.rendered().key())
                .orElse(observed.binding().template());
        boolean isThere = failure.filter(what -> what.action() instanceof Action.Confirm confirm
                        && confirm.kind().equals(observed.kind())
                        && confirm.key().equals(name))
                .isPresent();
        boolean isUnlabelled = Stream.concat(observed.namesake().stream(), observed.made().stream())
                .anyMatch(object -> object.key().equals(name)
                        && !"true".equals(object.meta().labels().get(Names.MANAGED_LABEL)));
        member.follow(
                new Follower(name(), observed.binding().key()),
                isThere || isUnlabelled ? Set.of(Related.named(observed.kind(), name)) : Set.of());
    }

    /// After a conflict the previous result stays: the next run decides with current state.
    private SyncResult failed(Binding binding, SyncResult result, Failure failure) {
        return failure.reason().reason() == Reason.CONFLICT
                ? result.withProblem(member.problem(binding.key()))
                : result.withProblem(text(failure.reason()));
    }

    private String text(ApiException problem) {
        return "cluster " + cluster + ": " + problem.getMessage();
    }

    private void record(Binding binding, SyncResult result) {
        results.record(binding.key(), result, binding.resultIn(cluster));
    }

    /// The membership. A cluster that leaves has none, so it keeps its objects.
    private String membership() {
        return environment
                .clusters()
                .get(Key.global(cluster))
                .filter(found -> !found.isDeleting())
                .map(Cluster::uid)
                .orElse("");
    }

    private Wait waitsFor(Binding binding, MemberState observed) {
        if (observed.wanted().isEmpty()) {
            boolean suspended = binding.target(cluster).isPresent() && !binding.isDeleting() && isSuspended(binding);
            return suspended
                    ? new Wait(Wait.SUSPENDED, "", "spec.suspension of its binding or policy suspends it")
                    : Wait.NONE;
        }
        MemberState.Wanted wanted = observed.wanted().get();
        boolean leaving = observed.namesake().filter(AnyObject::isDeleting).isPresent();
        if (leaving && wanted.permission().exists()) {
            return new Wait(
                    Wait.BEING_DELETED,
                    "",
                    "an earlier " + observed.kind().name() + ' '
                            + wanted.rendered().key() + " is still being deleted" + " there");
        }
        return wanted.permission().waitsFor();
    }

    /// Whether the cluster serves a kind, as far as its served kinds are known.
    private boolean isServed(Kind<?> kind) {
        return environment
                .clusters()
                .get(Key.global(cluster))
                .map(found -> !found.servesKnownKinds() || found.serves(kind))
                .orElse(true);
    }

    private boolean isReachable() {
        return environment
                .clusters()
                .get(Key.global(cluster))
                .map(found -> found.isReady())
                .orElse(false);
    }

    private MemberState observe(Binding binding, Kind<?> kind) {
        Optional<MemberState.Wanted> wanted = wanted(binding);
        List<AnyObject> made = wanted.isEmpty() && isLeftAlone(binding) ? List.of() : made(binding, kind);
        return new MemberState(
                cluster,
                environment.federation(),
                membership(),
                binding,
                AnyObject.kind(kind.type(), kind.resource(), kind.namespaced()),
                made,
                wanted.flatMap(one -> member.find(kind, one.rendered().key())),
                wanted);
    }

    /// The objects rendered from a template; while it is being deleted, also one that has lost its label.
    private List<AnyObject> made(Binding binding, Kind<?> kind) {
        List<AnyObject> made = member.madeOf(kind, binding.templateUid());
        return made.isEmpty() && binding.isDeleting()
                ? member.find(kind, binding.template())
                        .filter(object -> isMadeOf(binding, object))
                        .map(List::of)
                        .orElse(made)
                : made;
    }

    /// Whether nothing may be deleted: the template is gone, but its deletion is not decided yet.
    private boolean isLeftAlone(Binding binding) {
        return !binding.isDeleting() && binding.target(cluster).isPresent();
    }

    private Optional<MemberState.Wanted> wanted(Binding binding) {
        Binding.Target target = binding.target(cluster).orElse(null);
        Template template = environment
                .templates()
                .find(binding.key())
                .filter(found -> found.object().uid().equals(binding.templateUid()))
                .orElse(null);
        if (target == null || template == null || binding.isDeleting() || isSuspended(binding)) {
            return Optional.empty();
        }
        Rollouts rollouts = environment.rollouts();
        Optional<AnyObject> existing = member.find(template.kind(), template.nameIn(cluster));
        Pace.Permission permission = rollouts.permission(template, binding, target, existing);
        Optional<Rendered> told = rollouts.object(template, binding, target);
        Rendered goal = told.orElseGet(() -> environment.rendering().object(template, target));
        Rendered rendered = goal;
        if (target.replicas().isPresent()
                && permission.replicas() != target.replicas().getAsInt()) {
            Binding.Target now = target.withReplicas(permission.replicas());
            rendered = rollouts.object(template, binding, now)
                    .orElseGet(() -> environment.rendering().render(template, now, Pods.NEWEST));
        }
        return Optional.of(withCluster(
                new MemberState.Wanted(template, rendered, permission, "", "", goal, told.isPresent()), binding));
    }

    /// Adds the id of the cluster in which a set with volumes may be created: a replacement of the same name does
    /// not have them.
    private MemberState.Wanted withCluster(MemberState.Wanted wanted, Binding binding) {
        Template template = wanted.template();
        String recorded =
                LostVolumes.hasVolumes(template) ? binding.volumeClusterIds().getOrDefault(cluster, "") : "";
        String present =
                environment.clusters().get(Key.global(cluster)).map(Cluster::id).orElse("");
        boolean lost = !recorded.isEmpty() && !present.isEmpty() && !recorded.equals(present);
        String held = lost && LostVolumes.isHeld(template) ? LostVolumes.text(template, cluster, present) : "";
        return new MemberState.Wanted(
                template,
                wanted.rendered(),
                wanted.permission(),
                lost ? present : recorded,
                held,
                wanted.goal(),
                wanted.arePodsKnown());
    }

    private boolean isSuspended(Binding binding) {
        var suspension = binding.spec().path("suspension");
        if (suspension.path("dispatching").asBoolean(false)) {
            return true;
        }
        for (var name : suspension.path("dispatchingOnClusters").path("clusterNames")) {
            if (name.asString("").equals(cluster)) {
                return true;
            }
        }
        return false;
    }
}
