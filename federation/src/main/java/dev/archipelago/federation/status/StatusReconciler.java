package dev.archipelago.federation.status;

import dev.archipelago.cluster.kinds.Statuses;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.objects.AnyObject;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.bind.Bindings;
import dev.archipelago.federation.bind.Departure;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.match.Template;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.membership.MemberView;
import dev.archipelago.federation.membership.Members;
import dev.archipelago.federation.sync.Rollouts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// Keeps the status of bindings and of the objects they are of. Its keys are those of bindings.
public final class StatusReconciler implements Reconciler {
    private final Cache<Cluster> clusters;
    private final Bindings bindings;
    private final Templates templates;
    private final Members members;
    private final Rollouts rollouts;

    public StatusReconciler(Caches caches, Bindings bindings, Templates templates, Members members, Rollouts rollouts) {
        this.clusters = caches.of(Cluster.KIND);
        this.bindings = bindings;
        this.templates = templates;
        this.members = members;
        this.rollouts = rollouts;
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
        // Many small changes in many clusters make for one write.
        return Duration.ofMillis(100);
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Binding binding = bindings.find(key).orElse(null);
        if (binding == null) {
            return Plan.NOTHING;
        }
        Optional<Template> template =
                templates.find(key).filter(found -> found.object().uid().equals(binding.templateUid()));
        Plan.Builder plan = Plan.builder();
        List<InCluster> found = new ArrayList<>();
        String revision = "";
        for (Binding.Target target : binding.targets()) {
            Optional<String> wanted = template.map(one -> rollouts.revision(one, target));
            found.add(inCluster(binding, target, wanted));
            revision = wanted.filter(one -> !one.isEmpty()).orElse(revision);
        }
        List<String> waiting = binding.isDeleting() ? Departure.waitsFor(binding, clusters, members) : List.of();
        ObjectNode status = BindingStatus.of(binding, found, waiting, now);
        if (!Statuses.same(binding.status(), status)) {
            ObjectNode tree = binding.tree();
            tree.set("status", status);
            plan.updateStatus(Binding.kindFor(key), tree);
        }
        if (template.isPresent() && !binding.isDeleting()) {
            sum(template.get(), revision, found, now, plan);
        }
        return plan.build();
    }

    private static void sum(Template template, String revision, List<InCluster> found, Instant now, Plan.Builder plan) {
        TemplateStatus.of(template, revision, found, now).ifPresent(status -> {
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

    private InCluster inCluster(Binding binding, Binding.Target target, Optional<String> revision) {
        String cluster = target.cluster();
        boolean reachable =
                clusters.get(Key.global(cluster)).map(found -> found.isReady()).orElse(false);
        Optional<MemberView> member = members.find(cluster);
        Optional<AnyObject> object = templates
                .kind(binding)
                .flatMap(kind -> member.flatMap(view ->
                        view.madeOf(kind, binding.templateUid()).stream().findFirst()));
        String problem = reachable
                ? member.map(view -> view.problem(binding.key())).orElse("")
                : "cluster " + cluster + " cannot be reached";
        boolean current = object.isPresent()
                && revision.map(one ->
                                one.equals(object.get().meta().annotations().getOrDefault(Names.REVISION, "")))
                        .orElse(true);
        return new InCluster(
                cluster, reachable, object.map(found -> found.stored().view()), current, problem);
    }
}
