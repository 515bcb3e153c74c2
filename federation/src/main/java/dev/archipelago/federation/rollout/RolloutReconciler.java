package dev.archipelago.federation.rollout;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.history.RevisionData;
import dev.archipelago.cluster.history.Revisions;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.RolloutRecord;
import dev.archipelago.federation.kinds.RolloutRecord.Pointer;
import dev.archipelago.federation.kinds.RolloutRecord.Revision;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.membership.Members;
import dev.archipelago.federation.render.Pods;
import dev.archipelago.federation.render.Rendering;
import dev.archipelago.federation.workload.PodTemplateHash;
import dev.archipelago.federation.workload.ReplicaIdentity;
import dev.archipelago.federation.workload.Template;
import dev.archipelago.federation.workload.Workload;
import dev.archipelago.federation.workload.Workloads;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes revisions of workloads, and moves clusters to them. Its keys are binding keys.
///
/// A revision is stored before any cluster is told to run it, and what a cluster is told is written to the binding
/// before it reaches the cluster.
public final class RolloutReconciler implements Reconciler {
    private static final String HASH_LABEL = "controller.kubernetes.io/hash";
    private static final int HISTORY_LIMIT = 10;

    private final Cache<Cluster> clusters;
    private final Bindings bindings;
    private final Templates templates;
    private final Members members;
    private final Rendering rendering;
    private final RevisionHistory history;
    private final Rollouts rollouts;

    public RolloutReconciler(
            Caches caches,
            Bindings bindings,
            Templates templates,
            Members members,
            Rendering rendering,
            RevisionHistory history,
            Rollouts rollouts) {
        this.clusters = caches.of(Cluster.KIND);
        this.bindings = bindings;
        this.templates = templates;
        this.members = members;
        this.rendering = rendering;
        this.history = history;
        this.rollouts = rollouts;
    }

    @Override
    public String name() {
        return "rollout-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        templates.listen(again);
        members.listen(again);
        bindings.listen((before, after) -> {
            if (after != null) {
                again.accept(after.key());
            }
        });
        history.listen(
                (owner, namespace) -> again.accept(Binding.keyFor(owner.kind(), new Key(namespace, owner.name()))));
        clusters.listen((before, after) -> {
            boolean turned = before == null || after == null || before.isReady() != after.isReady();
            if (turned) {
                bindings.forEach(binding -> again.accept(binding.key()));
            }
        });
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Binding binding = bindings.find(key)
                .filter(one -> !one.isDeleting() && !one.targets().isEmpty())
                .filter(one -> Workloads.of(one).rollout() == Workload.Rollout.CLUSTER_BY_CLUSTER)
                .orElse(null);
        Template template = templates.find(key).orElse(null);
        if (binding == null
                || template == null
                || template.object().isDeleting()
                || !template.object().uid().equals(binding.templateUid())
                || !ReplicaIdentity.isAsPlaced(template, binding.targets())) {
            return Plan.NOTHING;
        }
        Plan.Builder plan = Plan.builder();
        Revision newest = newest(template, binding.rollout(), plan);
        RolloutState state = rollouts.state(template, binding, newest, Meta.time(now));
        RolloutRecord record = RolloutPlanner.decide(state).record();
        renumber(template, record.newest(), newest, plan);
        keepOverridden(template, binding, record, plan);
        if (!record.equals(binding.rollout())) {
            ObjectNode tree = binding.tree();
            Json.child(tree, "spec").set("rollout", record.json());
            plan.update(Binding.KIND, tree);
        }
        annotate(template, record, plan);
        forget(template, state, record, plan);
        return plan.build();
    }

    /// The revision that the template asks for. A paused rollout makes none.
    private Revision newest(Template template, RolloutRecord record, Plan.Builder plan) {
        JsonNode object = template.object().view();
        if (!record.isNone() && template.workload().isPaused(object)) {
            return record.newest();
        }
        Revisions.Subject subject = new Revisions.Subject(
                template.kind(),
                template.object(),
                (ObjectNode) object.path("spec").path("template"),
                object.path("status"),
                HASH_LABEL,
                false,
                record.newest().number());
        return switch (Revisions.of(subject, history.of(template), history::find)) {
            case Revisions.Outlook.Known(Revisions known) ->
                new Revision(known.update().number(), known.update().name());
            case Revisions.Outlook.Wanted(Action action) -> {
                plan.perform(action);
                yield made(action);
            }
        };
    }

    private static Revision made(Action action) {
        ObjectNode object = switch (action) {
            case Action.Create create -> create.object();
            case Action.Update update -> update.object();
            default -> throw new IllegalStateException("a revision is created or renumbered");
        };
        return new Revision(object.path("revision").asLong(0), Meta.name(object));
    }

    /// Gives a revision the number that it has because overrides have changed.
    private void renumber(Template template, Revision wanted, Revision found, Plan.Builder plan) {
        if (wanted.number() > found.number()) {
            history.find(new Key(template.object().namespace(), wanted.name()))
                    .filter(revision -> revision.number() < wanted.number())
                    .ifPresent(revision -> plan.perform(Revisions.renewal(revision, wanted.number())));
        }
    }

    /// Keeps what overrides make of the pod template for each cluster: they may be others when it is needed again.
    private void keepOverridden(Template template, Binding binding, RolloutRecord record, Plan.Builder plan) {
        Set<String> kept = new HashSet<>();
        for (Pointer told : record.clusters()) {
            boolean isNeeded = rendering.isOverridden(template, told.cluster())
                    && history.overridden(template, told.template()).isEmpty()
                    && kept.add(told.template());
            if (isNeeded) {
                binding.target(told.cluster())
                        .flatMap(target -> rendered(template, target, told))
                        .map(pods -> RevisionHistory.keep(
                                template, told.template(), pods, told.revision().number()))
                        .ifPresent(plan::perform);
            }
        }
    }

    /// The pod template that a cluster is told to run, if it can still be rendered.
    private Optional<JsonNode> rendered(Template template, Binding.Target target, Pointer told) {
        Pods pods = history.pods(template, told.revision().name()).map(Pods::of).orElse(Pods.NEWEST);
        return rendering
                .attempt(template, target, pods)
                .filter(found -> found.revision().equals(told.template()))
                .map(found -> found.object().path("spec").path("template"));
    }

    private static void annotate(Template template, RolloutRecord record, Plan.Builder plan) {
        template.workload().revisionAnnotation().ifPresent(annotation -> {
            String number = Long.toString(record.newest().number());
            if (!template.annotation(annotation).equals(number)) {
                ObjectNode patch = Json.object();
                patch.putObject("metadata")
                        .put("uid", template.object().uid())
                        .putObject("annotations")
                        .put(annotation, number);
                plan.patch(template.kind(), template.object().key(), new PatchBody.Merge(patch));
            }
        });
    }

    /// Deletes revisions beyond the history limit; a negative one keeps all. None is deleted while a cluster is away,
    /// as nobody knows what it
    /// runs.
    private void forget(Template template, RolloutState state, RolloutRecord record, Plan.Builder plan) {
        boolean isAllKnown = state.clusters().stream()
                .allMatch(one -> one.isKnown() && one.standing().reachable());
        if (!isAllKnown || !record.equals(state.before())) {
            return;
        }
        int limit = template.object()
                .view()
                .path("spec")
                .path("revisionHistoryLimit")
                .asInt(HISTORY_LIMIT);
        List<ControllerRevision> idle = history.of(template).stream()
                .filter(revision -> !revision.isDeleting() && !record.uses(revision.name()))
                .filter(revision -> !hasPods(template, record, revision))
                .sorted((one, other) -> Long.compare(one.number(), other.number()))
                .toList();
        int surplus = limit < 0 ? 0 : Math.max(0, idle.size() - limit);
        idle.subList(0, surplus).forEach(revision -> plan.delete(ControllerRevision.KIND, revision));
        history.overridden(template).stream()
                .filter(revision -> !revision.isDeleting() && !isTold(record, template, revision))
                .forEach(revision -> plan.delete(ControllerRevision.KIND, revision));
    }

    /// Whether members have pods of a revision, as after a rollback that somebody made there.
    private boolean hasPods(Template template, RolloutRecord record, ControllerRevision revision) {
        String hash = PodTemplateHash.of(RevisionData.template(revision.data()));
        return record.clusters().stream()
                .flatMap(told -> members.find(told.cluster()).stream())
                .flatMap(member ->
                        member.children(template.kind(), template.object().key()).stream())
                .flatMap(List::stream)
                .filter(child -> hash.equals(child.labels().get(Names.POD_TEMPLATE_LABEL)))
                .anyMatch(child -> child.view().path("spec").path("replicas").asInt(0) > 0
                        || child.view().path("status").path("replicas").asInt(0) > 0);
    }

    private static boolean isTold(RolloutRecord record, Template template, ControllerRevision revision) {
        return record.clusters().stream()
                .anyMatch(told -> RevisionHistory.overriddenName(template, told.template())
                        .equals(revision.name()));
    }
}
