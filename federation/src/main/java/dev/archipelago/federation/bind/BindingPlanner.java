package dev.archipelago.federation.bind;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.match.Eligible;
import dev.archipelago.federation.match.PolicyMatch;
import dev.archipelago.federation.schedule.ScheduleResult;
import dev.archipelago.federation.schedule.Scheduling;
import dev.archipelago.federation.workload.ReplicaIdentity;
import dev.archipelago.federation.workload.Template;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Decides what the binding of an object says: one write for one decision.
final class BindingPlanner {
    /// What a binding takes over from its policy as it is.
    private static final List<String> FROM_POLICY =
            List.of("conflictResolution", "preserveResourcesOnDeletion", "suspension", "propagateDeps", "failover");

    private static final String DEPARTING = "departing";
    private static final String RELEASED = "released";
    private static final String DEFAULT_CONFLICT_RESOLUTION = "Abort";

    /// Annotations that tell which policy a binding is by.
    private static final List<String> CLAIM =
            List.of(Names.POLICY_NAMESPACE, Names.POLICY_NAME, Names.CLUSTER_POLICY_NAME);

    /// What is written as it was decided, and nobody else writes.
    private static final List<String> DECIDED = List.of("scheduling", DEPARTING, "left", RELEASED, "volumes");

    private static final String REQUIRED_BY = "requiredBy";

    private static final String SUCCESS = "ScheduleBindingSucceed";
    private static final String FAILURE = "ScheduleBindingFailed";

    private final BindingState seen;

    private BindingPlanner(BindingState seen) {
        this.seen = seen;
    }

    static Plan plan(BindingState seen) {
        return new BindingPlanner(seen).plan();
    }

    private Plan plan() {
        Binding binding = seen.binding().orElse(null);
        if (binding != null && binding.isDeleting()) {
            return finish(binding);
        }
        Template template = seen.template().orElse(null);
        if (template == null) {
            return abandonIfOrphaned(binding);
        }
        if (binding != null && !binding.templateUid().equals(template.object().uid())) {
            // Of an earlier object of this name: first that must be gone.
            return abandonIfOrphaned(binding);
        }
        if (template.object().isDeleting()) {
            return Plan.NOTHING;
        }
        try {
            return bind(template, binding);
        } catch (ApiException e) {
            // Where it is it stays, until somebody mends the policy or the annotation.
            String problem = String.valueOf(e.getMessage());
            Plan.Builder plan = Plan.builder();
            if (binding != null) {
                noteProblem(binding, problem, plan);
            }
            return plan.say(EventNote.warning(template.kind(), template.object(), FAILURE, problem))
                    .build();
        }
    }

    /// Says in the binding why nothing can be decided, and changes nothing else of it.
    private void noteProblem(Binding binding, String problem, Plan.Builder plan) {
        if (!binding.schedulingFailure().equals(problem)) {
            ObjectNode tree = binding.tree();
            Json.child(Json.child(tree, "spec"), "scheduling").put("failure", problem);
            plan.update(kind(), tree);
        }
    }

    /// Lets a binding go once no member has anything left of it.
    private Plan finish(Binding binding) {
        if (!binding.meta().finalizers().contains(Names.BINDING_FINALIZER) || isHeld(binding)) {
            return Plan.NOTHING;
        }
        ObjectNode tree = binding.tree();
        ArrayNode left = Json.array(binding.meta().finalizers().stream()
                .filter(finalizer -> !finalizer.equals(Names.BINDING_FINALIZER))
                .toList());
        ((ObjectNode) tree.path("metadata")).set("finalizers", left);
        Plan.Builder plan = Plan.builder();
        noteKeptOrdinals(binding, plan);
        return plan.update(kind(), tree).build();
    }

    /// Before the binding goes, which was the only record of where ordinals are.
    private void noteKeptOrdinals(Binding binding, Plan.Builder plan) {
        String annotation = KeptOrdinals.annotation(binding.key());
        for (Cluster cluster : seen.clusters()) {
            String kept = KeptOrdinals.left(binding, cluster.name());
            if (!kept.equals(cluster.meta().annotations().getOrDefault(annotation, ""))) {
                plan.patch(
                        Cluster.KIND,
                        cluster.key(),
                        new PatchBody.Merge(KeptOrdinals.patch(cluster, binding.key(), kept)));
            }
        }
    }

    private boolean isHeld(Binding binding) {
        return isSucceeded(binding)
                ? seen.waitingFor().stream()
                        .anyMatch(cluster -> binding.target(cluster).isPresent())
                : !seen.waitingFor().isEmpty();
    }

    /// Whether an object of the same name waits for this one to be gone that does no harm beside what is left of it in
    /// a cluster it was moved off.
    private boolean isSucceeded(Binding binding) {
        return seen.template()
                .filter(template -> !template.workload().hasIdentities())
                .filter(template -> !template.object().uid().equals(binding.templateUid()))
                .isPresent();
    }

    /// Whoever deleted the object and orphaned what depends on it wants the members to keep what they have.
    private Plan abandonIfOrphaned(@Nullable Binding binding) {
        if (binding == null || !binding.meta().owners().isEmpty()) {
            return Plan.NOTHING;
        }
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", binding.uid());
        patch.putObject("spec").put("preserveResourcesOnDeletion", true);
        return Plan.builder()
                .patch(kind(), binding.key(), new PatchBody.Merge(patch))
                .delete(kind(), binding)
                .build();
    }

    /// @throws ApiException when nobody can say where the object is to go, for what a policy or the object says
    private Plan bind(Template template, @Nullable Binding binding) {
        Optional<Policy> policy = Eligible.isPropagatedAlways(template)
                ? Optional.empty()
                : PolicyMatch.find(template, binding, seen.policies(), seen.globalPolicies());
        boolean byDefault = Eligible.isPropagatedAlways(template)
                || (seen.defaultPropagation() && Eligible.isPropagatedByDefault(template.kind()));
        if (policy.isEmpty() && !byDefault) {
            if (binding != null && binding.isClaimed()) {
                // A policy that is gone leaves what it has placed where it is.
                return Plan.NOTHING;
            }
            if (seen.needs().isEmpty()) {
                return binding != null && binding.isDependency()
                        ? Plan.builder().delete(kind(), binding).build()
                        : Plan.NOTHING;
            }
        }
        if (binding != null && !ReplicaIdentity.isAsPlaced(template, binding.targets())) {
            throw ReplicaIdentity.changed(template);
        }
        Scheduling scheduling = new Scheduling(template, seen.clusters(), binding, seen.orphans(), seen.released());
        ScheduleResult placement = byDefault ? scheduling.byDefault() : ScheduleResult.NOWHERE;
        if (policy.isPresent()) {
            placement = scheduling.byPolicy(policy.get());
        }
        ScheduleResult everywhere = seen.needs().addedTo(placement, joined());
        ObjectNode wanted = draft(template, policy, everywhere);
        if (binding == null) {
            // That the binding is gone may be known before it is known that the object is: it must not come back.
            Plan.Builder plan = Plan.builder()
                    .perform(new Action.Confirm(
                            template.kind(),
                            template.object().key(),
                            template.object().uid(),
                            Fact.ALIVE))
                    .create(kind(), wanted);
            tellOfPlacement(template, PlacementText.of(everywhere.targets()), "", everywhere.problem(), plan);
            return plan.build();
        }
        Plan.Builder plan = Plan.builder();
        tellOfLeaving(template, binding, placement, plan);
        tellOfLoss(template, binding, plan);
        if (!update(binding, wanted, plan)) {
            return Plan.NOTHING;
        }
        String before = binding.schedulingFailure();
        String change = PlacementText.ofChange(binding.targets(), everywhere.targets());
        tellOfPlacement(template, change, before, everywhere.problem(), plan);
        return plan.build();
    }

    /// Says where the object goes, once that is written: whoever comes later finds that nothing has changed.
    ///
    /// @param text empty when nothing has changed
    /// @param known the problem that was told of before
    private static void tellOfPlacement(
            Template template, String text, String known, String problem, Plan.Builder plan) {
        if (!text.isEmpty()) {
            plan.say(EventNote.normal(template.kind(), template.object(), SUCCESS, text));
        }
        if (!problem.isEmpty() && !problem.equals(known)) {
            plan.say(EventNote.warning(template.kind(), template.object(), FAILURE, problem));
        }
    }

    private Set<String> joined() {
        return seen.clusters().stream().map(ApiObject::name).collect(Collectors.toSet());
    }

    private LostVolumes lostVolumes(Template template, List<Binding.Target> targets) {
        return LostVolumes.of(template, seen.binding().orElse(null), targets, seen.clusters());
    }

    private void tellOfLoss(Template template, Binding binding, Plan.Builder plan) {
        lostVolumes(template, binding.targets()).lost().forEach((cluster, id) -> {
            if (!id.equals(binding.replacedBy().get(cluster))) {
                plan.say(EventNote.warning(
                        template.kind(), template.object(), "VolumesLost", LostVolumes.text(template, cluster, id)));
            }
        });
    }

    /// Replicas that are out of reach and stay so must not be looked for.
    private void tellOfLeaving(Template template, Binding binding, ScheduleResult placement, Plan.Builder plan) {
        for (Binding.Target target : placement.targets()) {
            String cluster = target.cluster();
            boolean wasLeft = binding.left().contains(cluster);
            boolean isLeft = placement.left().contains(cluster);
            int replicas = target.replicas().orElse(0);
            if (isLeft && !wasLeft && replicas > 0) {
                plan.say(EventNote.warning(
                        template.kind(), template.object(), "ClusterLeft", BindingDeletion.left(cluster, replicas)));
            } else if (wasLeft && !isLeft && replicas > 0) {
                plan.say(EventNote.normal(
                        template.kind(),
                        template.object(),
                        "ClusterReturned",
                        "cluster " + cluster + " has joined the federation again, and its " + replicas
                                + " replicas are taken back"));
            }
        }
    }

    /// @return whether there is anything to be written
    private boolean update(Binding binding, ObjectNode wanted, Plan.Builder plan) {
        ObjectNode tree = binding.tree();
        ObjectNode annotations = Json.child(Json.child(tree, "metadata"), "annotations");
        boolean changes = Binding.removeAnnotated(annotations);
        for (String name : CLAIM) {
            JsonNode value = wanted.path("metadata").path("annotations").path(name);
            changes |= !value.asString("").equals(annotations.path(name).asString(""));
            if (value.isMissingNode()) {
                annotations.remove(name);
            } else {
                annotations.set(name, value);
            }
        }
        SortedSet<String> released = stillReleased(wanted);
        ObjectNode wantedSpec = (ObjectNode) wanted.path("spec");
        put(wantedSpec, DEPARTING, departing(binding, wanted));
        put(wantedSpec, RELEASED, released);
        ObjectNode spec = Json.child(tree, "spec");
        for (String field : DECIDED) {
            changes |= !wantedSpec.path(field).equals(spec.path(field));
        }
        if (!changes && holds(wantedSpec, spec) && !saysMore(spec, wantedSpec)) {
            return false;
        }
        FROM_POLICY.forEach(spec::remove);
        DECIDED.forEach(spec::remove);
        spec.remove(REQUIRED_BY);
        wantedSpec.properties().forEach(field -> spec.set(field.getKey(), field.getValue()));
        confirmDepartures(binding, wanted, plan);
        confirmMembers(released, plan);
        plan.update(kind(), tree);
        return true;
    }

    private static void put(ObjectNode spec, String field, SortedSet<String> clusters) {
        if (!clusters.isEmpty()) {
            spec.set(field, Json.array(clusters));
        }
    }

    /// Of a cluster that has left just now the caches may not have heard yet, and then it is not to be forgotten that
    /// its replicas were given up.
    private void confirmMembers(Collection<String> released, Plan.Builder plan) {
        seen.clusters().stream()
                .filter(cluster -> seen.released().contains(cluster.name()) && !released.contains(cluster.name()))
                .forEach(cluster -> plan.perform(new Action.Confirm(Cluster.KIND, cluster.key(), cluster.uid())));
    }

    /// A cluster that cannot be reached keeps what it has until it can be, and whoever deletes the object by then must
    /// know of it.
    private SortedSet<String> departing(Binding binding, ObjectNode wanted) {
        SortedSet<String> departing = new TreeSet<>(seen.departing());
        // What a cluster that leaves has stays there.
        Set<String> members = seen.clusters().stream()
                .filter(cluster -> !cluster.isDeleting())
                .map(ApiObject::name)
                .collect(Collectors.toSet());
        for (Binding.Target target : binding.targets()) {
            if (members.contains(target.cluster())) {
                departing.add(target.cluster());
            }
        }
        wanted.path("spec")
                .path("clusters")
                .forEach(target -> departing.remove(target.path("name").asString("")));
        return departing;
    }

    /// Those whose replicas were given up, but for those that never left or have been given some since.
    private SortedSet<String> stillReleased(ObjectNode wanted) {
        SortedSet<String> released = new TreeSet<>(seen.released());
        wanted.path("spec").path("clusters").forEach(target -> {
            String cluster = target.path("name").asString("");
            if (joined().contains(cluster)) {
                released.remove(cluster);
            }
        });
        return released;
    }

    /// A cluster that is not known may have left, or have joined just now: what is taken from it goes with all its
    /// data.
    private void confirmDepartures(Binding binding, ObjectNode wanted, Plan.Builder plan) {
        Set<String> kept = new HashSet<>();
        wanted.path("spec")
                .path("clusters")
                .forEach(target -> kept.add(target.path("name").asString("")));
        seen.clusters().forEach(cluster -> kept.add(cluster.name()));
        for (Binding.Target target : binding.targets()) {
            if (!kept.contains(target.cluster())) {
                plan.perform(new Action.Confirm(Cluster.KIND, Key.global(target.cluster()), "", Fact.GONE));
            }
        }
    }

    /// Whether a binding still says what a policy said or others needed.
    private static boolean saysMore(JsonNode found, JsonNode wanted) {
        boolean more = found.has(REQUIRED_BY) && !wanted.has(REQUIRED_BY);
        for (String field : FROM_POLICY) {
            boolean isDefault = found.path(field).asString("").equals(DEFAULT_CONFLICT_RESOLUTION);
            more |= found.has(field) && !wanted.has(field) && !isDefault;
        }
        return more;
    }

    /// Whether a binding says all this; what else it says is its own affair or a default.
    private static boolean holds(JsonNode wanted, JsonNode found) {
        for (Map.Entry<String, JsonNode> field : wanted.properties()) {
            JsonNode value = found.path(field.getKey());
            boolean same = field.getValue().isObject()
                    ? holds(field.getValue(), value)
                    : field.getValue().toString().equals(value.toString());
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private ObjectNode draft(Template template, Optional<Policy> policy, ScheduleResult placement) {
        ObjectNode draft = Json.object().put("apiVersion", kind().apiVersion()).put("kind", kind().name());
        ObjectNode metadata = draft.putObject("metadata");
        Key key = seen.key();
        if (!key.namespace().isEmpty()) {
            metadata.put("namespace", key.namespace());
        }
        metadata.put("name", key.name());
        ObjectNode annotations = metadata.putObject("annotations");
        policy.ifPresent(one -> claim(annotations, one));
        metadata.putArray("finalizers").add(Names.BINDING_FINALIZER);
        metadata.putArray("ownerReferences")
                .add(Owner.controlling(template.kind(), template.object()).json());
        ObjectNode spec = draft.putObject("spec");
        ObjectNode resource = spec.putObject("resource")
                .put("apiVersion", template.kind().apiVersion())
                .put("kind", template.kind().name())
                .put("name", template.object().name())
                .put("uid", template.object().uid());
        if (!key.namespace().isEmpty()) {
            resource.put("namespace", key.namespace());
        }
        template.replicas().ifPresent(number -> spec.put("replicas", number));
        ArrayNode clusters = spec.putArray("clusters");
        placement.targets().forEach(target -> clusters.add(target.json()));
        LostVolumes volumes = lostVolumes(template, placement.targets());
        SortedMap<String, String> losses = new TreeMap<>();
        volumes.lost().forEach((cluster, id) -> losses.put(cluster, LostVolumes.text(template, cluster, id)));
        spec.set("scheduling", placement.withReasons(losses).json());
        put(spec, "left", placement.left());
        if (!volumes.ids().isEmpty()) {
            spec.set("volumes", volumes.json());
        }
        policy.ifPresentOrElse(one -> takeOver(one, spec), () -> seen.needs().passOn(spec));
        seen.needs().record(spec);
        return draft;
    }

    private static void takeOver(Policy policy, ObjectNode spec) {
        for (String field : FROM_POLICY) {
            if (policy.spec().has(field)) {
                spec.set(field, policy.spec().get(field));
            }
        }
    }

    private static void claim(ObjectNode annotations, Policy policy) {
        if (policy.namespace().isEmpty()) {
            annotations.put(Names.CLUSTER_POLICY_NAME, policy.name());
        } else {
            annotations.put(Names.POLICY_NAMESPACE, policy.namespace()).put(Names.POLICY_NAME, policy.name());
        }
    }

    private Kind<Binding> kind() {
        return Binding.kindFor(seen.key());
    }
}
