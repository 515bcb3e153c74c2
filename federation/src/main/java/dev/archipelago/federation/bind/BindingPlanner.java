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

/// Decides what the binding of an object says. Each decision is one write.
final class BindingPlanner {
    /// The fields that a binding copies from its policy.
    private static final List<String> FROM_POLICY =
            List.of("conflictResolution", "preserveResourcesOnDeletion", "suspension", "propagateDeps", "failover");

    private static final String DEPARTING = "departing";
    private static final String RELEASED = "released";
    private static final String DEFAULT_CONFLICT_RESOLUTION = "Abort";

    /// The annotations that name the policy of a binding.
    private static final List<String> CLAIM =
            List.of(Names.POLICY_NAMESPACE, Names.POLICY_NAME, Names.CLUSTER_POLICY_NAME);

    /// The fields that only this planner writes; they are replaced as a whole.
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
            // The binding is of an earlier object with this name, which must be gone first.
            return abandonIfOrphaned(binding);
        }
        if (template.object().isDeleting()) {
            return Plan.NOTHING;
        }
        try {
            return bind(template, binding);
        } catch (ApiException e) {
            // The placement stays as it is until the policy or the annotation is corrected.
            String problem = String.valueOf(e.getMessage());
            Plan.Builder plan = Plan.builder();
            if (binding != null) {
                noteProblem(binding, problem, plan);
            }
            return plan.say(EventNote.warning(template.kind(), template.object(), FAILURE, problem))
                    .build();
        }
    }

    /// Records in the binding why no decision is possible, and changes nothing else.
    private void noteProblem(Binding binding, String problem, Plan.Builder plan) {
        if (!binding.schedulingFailure().equals(problem)) {
            ObjectNode tree = binding.tree();
            Json.child(Json.child(tree, "spec"), "scheduling").put("failure", problem);
            plan.update(kind(), tree);
        }
    }

    /// Removes the finalizer once no member has the object any more.
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

    /// Records kept ordinals in the Cluster objects before the binding goes, which was their only record.
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

    /// Whether a new object of the same name waits for this binding, and can exist beside what departing
    /// clusters still have.
    private boolean isSucceeded(Binding binding) {
        return seen.template()
                .filter(template -> !template.workload().hasIdentities())
                .filter(template -> !template.object().uid().equals(binding.templateUid()))
                .isPresent();
    }

    /// Abandons the binding when the object was deleted with orphaning: then members keep what they have.
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

    /// @throws ApiException when the policy or the object is invalid, so that no placement can be decided
    private Plan bind(Template template, @Nullable Binding binding) {
        Optional<Policy> policy = Eligible.isPropagatedAlways(template)
                ? Optional.empty()
                : PolicyMatch.find(template, binding, seen.policies(), seen.globalPolicies());
        boolean byDefault = Eligible.isPropagatedAlways(template)
                || (seen.defaultPropagation() && Eligible.isPropagatedByDefault(template.kind()));
        if (policy.isEmpty() && !byDefault) {
            if (binding != null && binding.isClaimed()) {
                // When its policy is deleted, an object stays where it is placed.
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
            // The cache may know of the binding's deletion before that of the object: it must not be created again.
            Plan.Builder plan = Plan.builder()
                    .perform(new Action.Confirm(
                            template.kind(),
                            template.object().key(),
                            template.object().uid(),
                            Fact.ALIVE))
                    .create(kind(), wanted);
            reportPlacement(template, PlacementText.of(everywhere.targets()), "", everywhere.problem(), plan);
            return plan.build();
        }
        Plan.Builder plan = Plan.builder();
        reportLeft(template, binding, placement, plan);
        reportLoss(template, binding, plan);
        if (!update(binding, wanted, plan)) {
            return Plan.NOTHING;
        }
        String before = binding.schedulingFailure();
        String change = PlacementText.ofChange(binding.targets(), everywhere.targets());
        reportPlacement(template, change, before, everywhere.problem(), plan);
        return plan.build();
    }

    /// Reports the placement in an event, after it is written.
    ///
    /// @param text empty when the placement is unchanged
    /// @param known the problem that was reported before
    private static void reportPlacement(
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

    private void reportLoss(Template template, Binding binding, Plan.Builder plan) {
        lostVolumes(template, binding.targets()).lost().forEach((cluster, id) -> {
            if (!id.equals(binding.replacedBy().get(cluster))) {
                plan.say(EventNote.warning(
                        template.kind(), template.object(), "VolumesLost", LostVolumes.text(template, cluster, id)));
            }
        });
    }

    /// Reports replicas in clusters that have left, so that nobody has to look for them.
    private void reportLeft(Template template, Binding binding, ScheduleResult placement, Plan.Builder plan) {
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

    /// @return whether the binding has to be written
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
        if (!changes && holds(wantedSpec, spec) && !hasObsoleteFields(spec, wantedSpec)) {
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

    /// Confirms that the clusters are still members. The caches may not know yet that one has just left, and then
    /// it must not be forgotten that its replicas were given up.
    private void confirmMembers(Collection<String> released, Plan.Builder plan) {
        seen.clusters().stream()
                .filter(cluster -> seen.released().contains(cluster.name()) && !released.contains(cluster.name()))
                .forEach(cluster -> plan.perform(new Action.Confirm(Cluster.KIND, cluster.key(), cluster.uid())));
    }

    /// The clusters that must still remove the object. An unreachable cluster keeps it until it is back, even if
    /// the object is deleted meanwhile.
    private SortedSet<String> departing(Binding binding, ObjectNode wanted) {
        SortedSet<String> departing = new TreeSet<>(seen.departing());
        // A cluster that leaves the federation keeps its objects.
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

    /// The clusters whose replicas were given up, except those that are members again or got new replicas.
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

    /// Confirms that clusters without the object have really left. One that is missing in the cache may have joined
    /// just now, and removing the object there would delete its data.
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

    /// Whether a binding has fields that the policy or the dependents no longer ask for.
    private static boolean hasObsoleteFields(JsonNode found, JsonNode wanted) {
        boolean more = found.has(REQUIRED_BY) && !wanted.has(REQUIRED_BY);
        for (String field : FROM_POLICY) {
            boolean isDefault = found.path(field).asString("").equals(DEFAULT_CONFLICT_RESOLUTION);
            more |= found.has(field) && !wanted.has(field) && !isDefault;
        }
        return more;
    }

    /// Whether a binding has all wanted fields. Further fields are defaults or belong to others.
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
