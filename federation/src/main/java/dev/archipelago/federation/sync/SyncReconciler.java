package dev.archipelago.federation.sync;

import dev.archipelago.federation.workload.Identity;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.objects.AnyObject;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Remark;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.bind.LostVolumes;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.membership.Changes;
import dev.archipelago.federation.membership.MemberView;
import dev.archipelago.federation.membership.SyncReasons;
import dev.archipelago.federation.render.Rendered;
import dev.archipelago.federation.rollout.Pace;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Brings the objects of one member in line with their bindings. It reads the federation and writes to the member; each
/// member has one of its own, so that none waits for another.
public final class SyncReconciler implements Reconciler {
    private final String cluster;
    private final World world;
    private final MemberView member;
    private final Consumer<Changes.Listener> changes;
    private final Results results;
    private final LeftOvers leftOvers;
    private final Map<Key, Sight> inLine = new ConcurrentHashMap<>();
    private final Drafts drafts = new Drafts();
    // Bindings that may do more once something has changed in another cluster.
    private final Set<Key> waiting = ConcurrentHashMap.newKeySet();

    /// What all members' reconcilers read.
    ///
    /// @param federation its name
    /// @param rollouts knows how each workload stands in all clusters
    public record World(
            String federation, Cache<Cluster> clusters, Bindings bindings, Templates templates, Rollouts rollouts) {}

    /// Is told that nothing is left in the member of a binding that is being deleted.
    public interface Cleared {
        void clear(Key binding, String uid);
    }

    /// Is told what the member waits for before it does all that a binding asks of it.
    public interface Waiting {
        /// Takes what it waits for.
        ///
        /// @param written what the binding's status says of it
        void await(Key binding, Wait wait, Wait written);
    }

    /// Who is told what came of a look at a binding.
    public record Results(Cleared cleared, Waiting waiting) {}

    /// @param changes takes who is to be told of bindings of which something has changed
    public SyncReconciler(
            String cluster, World world, MemberView member, Consumer<Changes.Listener> changes, Results results) {
        this.cluster = cluster;
        this.world = world;
        this.member = member;
        this.changes = changes;
        this.results = results;
        this.leftOvers = new LeftOvers(cluster, world.templates(), member);
    }

    @Override
    public String name() {
        return "sync-" + cluster;
    }

    @Override
    public void connect(Consumer<Key> again) {
        changes.accept(new Changes.Listener() {
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
        Binding binding = world.bindings().find(key).orElse(null);
        if (binding == null || !isReachable()) {
            inLine.remove(key);
            waiting.remove(key);
            drafts.forget(key);
            return binding == null && isReachable() ? leftOvers.plan(key) : Plan.NOTHING;
        }
        Kind<?> kind = world.templates().kind(binding).orElse(null);
        if (kind == null || !member.knows(kind)) {
            if (kind != null && binding.target(cluster).isPresent() && !isServed(kind)) {
                await(binding, new Wait(Wait.KIND_NOT_SERVED, "", "cluster " + cluster + " does not serve " + kind));
            }
            return Plan.NOTHING;
        }
        Optional<Sight> sight = look(binding, kind);
        if (sight.isPresent() && sight.get().equals(inLine.get(key))) {
            return Plan.NOTHING;
        }
        // Before anything of other clusters is looked at: what changes there meanwhile must not be missed.
        waiting.add(key);
        Observed observed;
        try {
            observed = observe(binding, kind);
        } catch (ApiException e) {
            // What the member has stays as it is until somebody mends the policy.
            return complain(key, "cluster " + cluster + ": " + e.getMessage());
        }
        await(binding, waitsFor(binding, observed));
        Plan plan = SyncPlanner.plan(observed);
        remember(key, sight, observed, plan);
        if (plan.steps().isEmpty() && !observed.left().isEmpty()) {
            return complain(key, leftAlone(observed));
        }
        if (plan.steps().isEmpty() && !member.problem(key).isEmpty()) {
            plan = observed.wanted().map(this::allIsWell).orElse(plan);
        }
        if (binding.isDeleting() && observed.made().isEmpty()) {
            results.cleared().clear(key, binding.uid());
        }
        return plan;
    }

    /// What decides whether an object is as it is to be, unless there is something to be taken away or complained of.
    private Optional<Sight> look(Binding binding, Kind<?> kind) {
        if (binding.isDeleting() || !member.problem(binding.key()).isEmpty()) {
            return Optional.empty();
        }
        List<AnyObject> made = member.madeOf(kind, binding.templateUid());
        return made.size() == 1
                ? world.templates()
                        .find(binding.key())
                        .map(template ->
                                Sight.of(template, binding, world.rollouts().version(), made.getFirst()))
                : Optional.empty();
    }

    private void remember(Key key, Optional<Sight> sight, Observed observed, Plan plan) {
        boolean mayDoAll =
                observed.wanted().map(one -> one.leave().waitsFor().isNone()).orElse(true);
        if (mayDoAll) {
            waiting.remove(key);
        }
        if (sight.isPresent() && mayDoAll && observed.isInLine() && plan.steps().isEmpty()) {
            inLine.put(key, sight.get());
            drafts.forget(key);
        } else {
            inLine.remove(key);
        }
    }

    private String leftAlone(Observed observed) {
        String objects = observed.left().stream()
                .map(object -> observed.kind().name() + ' ' + object.key())
                .collect(Collectors.joining(", "));
        return "cluster " + cluster + ": " + objects + " is from before the cluster joined and is not to be there now;"
                + " it is left alone: whoever does not need it deletes it there";
    }

    /// Once is enough: whatever happens meanwhile, the problem is the same.
    private Plan complain(Key key, String problem) {
        Template template = world.templates().find(key).orElse(null);
        if (template == null || problem.equals(member.problem(key))) {
            return Plan.NOTHING;
        }
        return Plan.builder()
                .say(Remark.warning(template.kind(), template.object(), SyncReasons.FAILURE, problem))
                .build();
    }

    private Plan allIsWell(Observed.Wanted wanted) {
        Template template = wanted.template();
        String text = "cluster " + cluster + " has nothing left to do";
        return Plan.builder()
                .say(Remark.normal(template.kind(), template.object(), SyncReasons.SUCCESS, text))
                .build();
    }

    /// What a cluster that leaves has stays there, as if it had been given by somebody else.
    private String membership() {
        return world.clusters()
                .get(Key.global(cluster))
                .filter(found -> !found.isDeleting())
                .map(Cluster::uid)
                .orElse("");
    }

    private void await(Binding binding, Wait wait) {
        results.waiting().await(binding.key(), wait, binding.waitsFor(cluster));
    }

    private Wait waitsFor(Binding binding, Observed observed) {
        if (observed.wanted().isEmpty()) {
            boolean suspended = binding.target(cluster).isPresent() && !binding.isDeleting() && isSuspended(binding);
            return suspended
                    ? new Wait(Wait.SUSPENDED, "", "spec.suspension of its binding or policy suspends it")
                    : Wait.NONE;
        }
        Observed.Wanted wanted = observed.wanted().get();
        boolean leaving = observed.namesake().filter(AnyObject::isDeleting).isPresent();
        if (leaving && wanted.leave().exists()) {
            return new Wait(
                    Wait.BEING_DELETED,
                    "",
                    "an earlier " + observed.kind().name() + ' '
                            + wanted.rendered().key() + " is still being deleted" + " there");
        }
        return wanted.leave().waitsFor();
    }

    /// Whether the cluster serves a kind, as far as it has said what it serves.
    private boolean isServed(Kind<?> kind) {
        return world.clusters()
                .get(Key.global(cluster))
                .map(found -> !found.saysWhatItServes() || found.serves(kind))
                .orElse(true);
    }

    private boolean isReachable() {
        return world.clusters()
                .get(Key.global(cluster))
                .map(found -> found.isReady())
                .orElse(false);
    }

    private Observed observe(Binding binding, Kind<?> kind) {
        Optional<Observed.Wanted> wanted = wanted(binding);
        List<AnyObject> made =
                wanted.isEmpty() && isLeftAlone(binding) ? List.of() : member.madeOf(kind, binding.templateUid());
        return new Observed(
                cluster,
                world.federation(),
                membership(),
                binding,
                AnyObject.kind(kind.type(), kind.resource(), kind.namespaced()),
                made,
                wanted.flatMap(one -> member.find(kind, one.rendered().key())),
                wanted);
    }

    /// Whether nothing is to be taken away: the template is gone, but nobody has decided what becomes of its objects.
    private boolean isLeftAlone(Binding binding) {
        return !binding.isDeleting() && binding.target(cluster).isPresent();
    }

    private Optional<Observed.Wanted> wanted(Binding binding) {
        Binding.Target target = binding.target(cluster).orElse(null);
        Template template = world.templates()
                .find(binding.key())
                .filter(found -> found.object().uid().equals(binding.templateUid()))
                .orElse(null);
        if (target == null || template == null || binding.isDeleting() || isSuspended(binding)) {
            drafts.forget(binding.key());
            return Optional.empty();
        }
        Rendered goal = drafts.of(
                template,
                target,
                world.rollouts().version(),
                () -> world.rollouts().render(template, target));
        Optional<AnyObject> existing = member.find(template.kind(), template.nameIn(cluster));
        Pace.Leave leave = world.rollouts().leave(template, binding, target, goal, existing);
        Rendered rendered = goal;
        if (target.replicas().isPresent()
                && leave.replicas() != target.replicas().getAsInt()) {
            rendered = world.rollouts().render(template, target.withReplicas(leave.replicas()));
        }
        return Optional.of(withCluster(new Observed.Wanted(template, rendered, leave, "", "", goal), binding));
    }

    /// Adds which cluster a set with volumes may be made in: one of the same name that is another does not have them.
    private Observed.Wanted withCluster(Observed.Wanted wanted, Binding binding) {
        Template template = wanted.template();
        String recorded = LostVolumes.hasVolumes(template) ? LostVolumes.recordedId(binding, cluster) : "";
        String present =
                world.clusters().get(Key.global(cluster)).map(Cluster::id).orElse("");
        boolean lost = !recorded.isEmpty() && !present.isEmpty() && !recorded.equals(present);
        String held = lost && LostVolumes.isHeld(template) ? LostVolumes.text(template, cluster, present) : "";
        return new Observed.Wanted(
                template, wanted.rendered(), wanted.leave(), lost ? present : recorded, held, wanted.goal());
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
