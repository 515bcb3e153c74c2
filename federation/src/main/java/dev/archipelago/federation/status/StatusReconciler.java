package dev.archipelago.federation.status;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Statuses;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.bind.BindingDeletion;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.RolloutRecord;
import dev.archipelago.federation.kinds.SyncResult;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.kinds.Waits;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.membership.MemberView;
import dev.archipelago.federation.membership.Members;
import dev.archipelago.federation.render.Rendering;
import dev.archipelago.federation.workload.InCluster;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.federation.workload.Workload;
import dev.archipelago.federation.workload.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Keeps the status of bindings and of their templates. Its keys are binding keys.
public final class StatusReconciler implements Reconciler {
    private final Cache<Cluster> clusters;
    private final Bindings bindings;
    private final Templates templates;
    private final Members members;
    private final Rendering rendering;
    private final ProgressDelay delay = new ProgressDelay();

    public StatusReconciler(
            Caches caches, Bindings bindings, Templates templates, Members members, Rendering rendering) {
        this.clusters = caches.of(Cluster.KIND);
        this.bindings = bindings;
        this.templates = templates;
        this.members = members;
        this.rendering = rendering;
    }

    @Override
    public String name() {
        return "binding-status-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        members.listen(again);
    }

    @Override
    public Duration gathering() {
        // Gathers many small changes in many clusters into one write.
        return Duration.ofMillis(100);
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Binding binding = bindings.find(key).orElse(null);
        if (binding == null) {
            delay.done(key);
            return Plan.NOTHING;
        }
        Optional<Template> template =
                templates.find(key).filter(found -> found.object().uid().equals(binding.templateUid()));
        List<InCluster> found = new ArrayList<>();
        for (Binding.Target target : binding.targets()) {
            found.add(inCluster(binding, target, template.map(one -> rendering.revision(one, target))));
        }
        found.addAll(elsewhere(binding));
        if (isOnTheWay(binding, found)
                && !binding.isDeleting()
                && !Workloads.of(binding).isReportedAtOnce()) {
            Instant due = delay.due(key, now);
            if (now.isBefore(due)) {
                return Plan.builder().lookAgain(due).build();
            }
        }
        delay.done(key);
        return tell(binding, template, found, now);
    }

    /// Whether progress is expected: some cluster is at work, and none has a problem.
    private static boolean isOnTheWay(Binding binding, List<InCluster> found) {
        return found.stream().allMatch(in -> in.problem().isEmpty())
                && found.stream().anyMatch(in -> !Workloads.of(binding).isAtRest(in));
    }

    private Plan tell(Binding binding, Optional<Template> template, List<InCluster> found, Instant now) {
        Plan.Builder plan = Plan.builder();
        List<String> waiting = binding.isDeleting() ? BindingDeletion.waitsFor(binding, clusters, members) : List.of();
        ObjectNode status = BindingStatus.of(binding, found, waiting, now);
        Waits waits = Waits.in(status);
        if (!Statuses.same(binding.status(), status)) {
            ObjectNode tree = binding.tree();
            tree.set("status", status);
            plan.updateStatus(Binding.kindFor(binding.key()), tree);
        }
        if (template.isPresent() && !binding.isDeleting()) {
            // After the status is written, and so only once, also over restarts.
            waits.newSince(Waits.in(binding.status())).forEach(cause -> plan.say(note(template.get(), cause)));
            Transitions.between(template.get(), binding, status, found, this::isMember)
                    .forEach(plan::say);
            sum(template.get(), binding, found, waits, now, plan);
        }
        return plan.build();
    }

    private boolean isMember(String cluster) {
        return clusters.get(Key.global(cluster)).isPresent();
    }

    private static EventNote note(Template template, Waits.Cause cause) {
        return new EventNote(
                template.kind(), template.object(), !cause.what().isOrdinary(), Waits.REASON, cause.text());
    }

    /// Whether the rollout controller has seen the newest pod template. Until then, what is finished is the last one.
    private boolean isObserved(Template template, Binding binding) {
        RolloutRecord rollout = binding.rollout();
        return template.workload().rollout() == Workload.Rollout.AT_ONCE
                || binding.targets().isEmpty()
                || template.workload().isPaused(template.object().view())
                || (!rollout.isNone()
                        && binding.targets().stream()
                                .allMatch(target -> rollout.of(target.cluster())
                                        .map(told -> told.next().equals(rendering.revision(template, target)))
                                        .orElse(true)));
    }

    private void sum(
            Template template, Binding binding, List<InCluster> found, Waits waits, Instant now, Plan.Builder plan) {
        boolean isObserved = isObserved(template, binding);
        TemplateStatus.of(template, binding.rollout(), isObserved, found, waits, now)
                .ifPresent(status -> {
                    VolumeCondition.set(status, template, binding, now);
                    ObjectNode tree = template.object().tree();
                    if (!Statuses.same(tree.path("status"), status)) {
                        tree.set("status", status);
                        plan.updateStatus(kind(template.kind()), tree);
                    }
                });
    }

    private static Kind<AnyObject> kind(Kind<? extends ApiObject> kind) {
        return AnyObject.kind(kind.type(), kind.resource(), kind.namespaced());
    }

    /// Problems in clusters that are not to have the object.
    private List<InCluster> elsewhere(Binding binding) {
        List<InCluster> troubled = new ArrayList<>();
        for (Cluster cluster : clusters.all()) {
            String problem = members.find(cluster.name())
                    .map(view -> view.problem(binding.key()))
                    .orElse("");
            if (!problem.isEmpty()
                    && cluster.isReady()
                    && binding.target(cluster.name()).isEmpty()) {
                troubled.add(new InCluster(cluster.name(), true, Optional.empty(), InCluster.NOTHING, true, problem));
            }
        }
        return troubled;
    }

    private String problem(Binding binding, Binding.Target target, boolean reachable) {
        String cluster = target.cluster();
        int replicas = target.replicas().orElse(0);
        if (reachable) {
            return members.find(cluster)
                    .map(view -> view.problem(binding.key()))
                    .orElse("");
        }
        if (clusters.get(Key.global(cluster)).isPresent()) {
            return "cluster " + cluster + " cannot be reached";
        }
        return replicas == 0
                ? "cluster " + cluster + " has left the federation"
                : BindingDeletion.left(cluster, replicas);
    }

    private InCluster inCluster(Binding binding, Binding.Target target, Optional<String> revision) {
        String cluster = target.cluster();
        boolean reachable =
                clusters.get(Key.global(cluster)).map(found -> found.isReady()).orElse(false);
        Optional<MemberView> member = members.find(cluster);
        Optional<Kind<?>> kind = templates.kind(binding);
        Optional<List<AnyObject>> all =
                kind.flatMap(one -> member.flatMap(view -> view.allMadeOf(one, binding.templateUid())));
        Optional<AnyObject> object = all.flatMap(made -> made.stream().findFirst());
        // The last known status stands until the member's cache is synced: addresses must not disappear because
        // the federation has just started.
        JsonNode last = all.isPresent() ? InCluster.NOTHING : binding.statusIn(cluster);
        String problem = problem(binding, target, reachable);
        boolean current = object.isPresent()
                ? revision.map(one ->
                                one.equals(object.get().meta().annotations().getOrDefault(Names.REVISION, "")))
                        .orElse(true)
                : isAsItWas(binding, last);
        Wait wait = reachable
                ? member.flatMap(view -> view.result(binding.key()))
                        .map(SyncResult::waitsFor)
                        .orElseGet(() -> lastWait(binding, cluster))
                : Wait.NONE;
        return new InCluster(cluster, reachable, object.map(found -> found.view()), last, current, problem, wait);
    }

    /// What it waited for at the last sync. Failures are not kept, as they are retried.
    private static Wait lastWait(Binding binding, String cluster) {
        return binding.statusIn(cluster).has("appliedMessage") ? Wait.NONE : binding.waitsFor(cluster);
    }

    /// Whether the last known status is about the current spec.
    private boolean isAsItWas(Binding binding, JsonNode last) {
        return last.path("applied").asBoolean(false)
                && templates
                        .find(binding.key())
                        .filter(template -> template.object()
                                        .view()
                                        .path("status")
                                        .path("observedGeneration")
                                        .asLong(0)
                                == template.object().meta().generation())
                        .isPresent();
    }
}
