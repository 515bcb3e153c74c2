package dev.archipelago.federation.sync;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.render.Orphaned;
import dev.archipelago.federation.render.Ownership;
import dev.archipelago.federation.render.Rendered;
import dev.archipelago.federation.workload.Workload;
import dev.archipelago.federation.workload.Workloads;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Decides what to do in one member about one binding.
///
/// The fields of an object are set by server-side apply: fields that the federation no longer sets are removed, those
/// of others stay. An object that is not the federation's is not changed unless the policy allows it; one of another
/// template is never changed.
final class SyncPlanner {
    private static final List<String> MARKS = List.of(
            Names.FEDERATION,
            Names.TEMPLATE_UID,
            Names.BINDING_NAME,
            Names.MEMBERSHIP,
            Names.RENDERED,
            Names.APPLIED_OVERRIDES,
            Names.APPLIED_CLUSTER_OVERRIDES);

    private static final Kind<AnyObject> NAMESPACE =
            AnyObject.kind(GroupVersionKind.of("v1", "Namespace"), "namespaces", false);

    /// The event reason when a change or deletion by somebody else is undone.
    private static final String DRIFT_REPAIRED = "DriftRepaired";

    /// The namespace that exists in every cluster; its uid identifies the cluster.
    private static final Key IDENTIFYING = Key.global("kube-system");

    private final MemberState seen;
    private final Plan.Builder plan = Plan.builder();
    private String problem = "";

    /// The output.
    ///
    /// @param problem why it cannot be done; empty when it can
    record Decision(Plan plan, String problem) {}

    private SyncPlanner(MemberState seen) {
        this.seen = seen;
    }

    static Decision decide(MemberState seen) {
        return new SyncPlanner(seen).decide();
    }

    private Decision decide() {
        for (AnyObject object : seen.made()) {
            if (!seen.isWanted(object) && seen.mayGo(object)) {
                remove(object);
            }
        }
        seen.wanted().ifPresent(this::bringAbout);
        if (problem.isEmpty() && !seen.left().isEmpty()) {
            problem = leftAlone();
        }
        return new Decision(plan.build(), problem);
    }

    private String leftAlone() {
        String objects = seen.left().stream()
                .map(object -> seen.kind().name() + ' ' + object.key())
                .collect(Collectors.joining(", "));
        return "cluster " + seen.cluster() + ": " + objects
                + " is from before the cluster joined and is not to be there now;"
                + " it is left alone: whoever does not need it deletes it there";
    }

    /// Deletes an object or releases it. One that is placed in another cluster is never released, as it
    /// would run twice.
    private void remove(AnyObject object) {
        if (object.isDeleting()) {
            return;
        }
        boolean belongsHere = seen.binding().target(seen.cluster()).isPresent();
        if (seen.binding().isDeleting() && seen.binding().preservesOnDeletion() && belongsHere) {
            plan.patch(seen.kind(), object.key(), new PatchBody.Merge(release(object)));
        } else {
            plan.perform(new Action.Delete(
                    seen.kind(),
                    object.key(),
                    new DeleteOptions(
                            false, Optional.empty(), Workloads.of(seen.kind()).deletion(), object.uid(), "")));
        }
    }

    /// Replaces the federation's marks by the one of released objects. The pods' revision stays.
    private ObjectNode release(AnyObject object) {
        ObjectNode patch = Json.object();
        ObjectNode metadata = patch.putObject("metadata").put("uid", object.uid());
        metadata.putObject("labels").putNull(Names.MANAGED_LABEL);
        ObjectNode annotations = metadata.putObject("annotations");
        for (String mark : MARKS) {
            annotations.putNull(mark);
        }
        OptionalInt claimed = seen.binding()
                .target(seen.cluster())
                .map(Binding.Target::claimed)
                .orElse(OptionalInt.empty());
        annotations.put(
                Names.ORPHANED, new Orphaned(seen.federation(), seen.binding().name(), claimed).text());
        return patch;
    }

    private void bringAbout(MemberState.Wanted wanted) {
        if (!wanted.permission().exists()) {
            return;
        }
        Rendered rendered = wanted.rendered();
        Optional<AnyObject> namesake = seen.namesake();
        if (namesake.isEmpty() && !wanted.held().isEmpty()) {
            problem = wanted.held();
            return;
        }
        if (namesake.isEmpty()) {
            if (!wanted.clusterId().isEmpty()) {
                // The object may be missing because the cluster was replaced.
                plan.perform(new Action.Confirm(NAMESPACE, IDENTIFYING, wanted.clusterId(), Fact.ALIVE));
            }
            // It may have been created since. The apply is not forced, so it fails on a conflict.
            plan.perform(new Action.Confirm(seen.kind(), rendered.key(), "", Fact.GONE));
            // This apply makes the federation the owner.
            apply(
                    wanted,
                    wanted.rendered().object().deepCopy(),
                    false,
                    seen.hadIt() ? Optional.of("was deleted there, and is made again") : Optional.empty());
            return;
        }
        if (namesake.get().isDeleting()) {
            return;
        }
        String obstacle = obstacle(wanted, namesake.get());
        if (!obstacle.isEmpty()) {
            problem = "cluster " + seen.cluster() + ": " + seen.kind().name() + ' ' + rendered.key() + ' ' + obstacle;
        } else if (Ownership.of(namesake.get(), seen.federation(), wanted.template()) == Ownership.ORPHANED) {
            takeBack(wanted, namesake.get());
        } else if (wanted.arePodsKnown()) {
            bringInLine(wanted, namesake.get());
        } else {
            resize(wanted, namesake.get());
        }
    }

    /// Why the object with the wanted name must not be changed; empty when it may be.
    private String obstacle(MemberState.Wanted wanted, AnyObject object) {
        return switch (Ownership.of(object, seen.federation(), wanted.template())) {
            case OWN -> "";
            case ORPHANED ->
                fixedDifference(wanted, object)
                        .map(field -> "is there and was made of an earlier "
                                + seen.kind().name()
                                + " of this name, with another " + field
                                + ", which cannot be changed; it is left alone:"
                                + " delete it there, or create this one with the same " + field)
                        .orElse("");
            case ANOTHERS ->
                "is there and belongs to another object of the federation, that of binding "
                        + object.meta().annotations().getOrDefault(Names.BINDING_NAME, "")
                        + "; it is left alone: give one of the two another name";
            case FOREIGN -> mayTakeOver(wanted) ? "" : "is there and was not made by this federation; it is left alone";
        };
    }

    /// The first immutable field that differs.
    private Optional<String> fixedDifference(MemberState.Wanted wanted, AnyObject object) {
        return wanted.template().workload().immutableFields().stream()
                .filter(field -> !sameField(
                        wanted.rendered().object().path("spec").path(field),
                        object.view().path("spec").path(field)))
                .map(field -> "spec." + field)
                .findFirst();
    }

    private static boolean sameField(JsonNode wanted, JsonNode found) {
        return isAbsent(wanted) ? isAbsent(found) : Drift.holds(wanted, found);
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode()
                || value.isNull()
                || (value.isContainer() ? value.isEmpty() : value.asString("").isEmpty());
    }

    /// Adopts an object: marks it as made from this template and changes nothing else. After that it is synced as
    /// any other, with its rollout.
    private void takeBack(MemberState.Wanted wanted, AnyObject object) {
        JsonNode marked = wanted.rendered().object().path("metadata").path("annotations");
        ObjectNode patch = Json.object();
        ObjectNode metadata = patch.putObject("metadata")
                .put("uid", object.uid())
                .put("resourceVersion", Long.toString(object.resourceVersion()));
        metadata.putObject("labels").put(Names.MANAGED_LABEL, "true");
        ObjectNode annotations = metadata.putObject("annotations");
        for (String mark : List.of(Names.FEDERATION, Names.TEMPLATE_UID, Names.BINDING_NAME)) {
            annotations.set(mark, marked.path(mark));
        }
        annotations.putNull(Names.ORPHANED);
        plan.patch(seen.kind(), wanted.rendered().key(), new PatchBody.Merge(patch));
    }

    private boolean mayTakeOver(MemberState.Wanted wanted) {
        String ofTemplate = wanted.template().annotation("work.karmada.io/conflict-resolution");
        return ofTemplate.isEmpty()
                ? seen.binding().spec().path("conflictResolution").asString("").equals("Overwrite")
                : ofTemplate.equals("overwrite");
    }

    private void bringInLine(MemberState.Wanted wanted, AnyObject object) {
        if (!Drift.holds(wanted.rendered().object(), object.view())) {
            apply(wanted, paced(wanted.rendered().object(), object), true, drift(wanted, object));
        }
    }

    /// Adds a precondition on the resourceVersion to a StatefulSet's change: each rollout step holds only for the
    /// state it was decided for, and another control plane may have acted meanwhile.
    private ObjectNode paced(ObjectNode change, AnyObject object) {
        ObjectNode copy = change.deepCopy();
        if (Workloads.of(seen.kind()).rollout() == Workload.Rollout.CLUSTER_BY_CLUSTER) {
            Json.child(copy, "metadata").put("resourceVersion", Long.toString(object.resourceVersion()));
        }
        return copy;
    }

    /// What somebody else changed in an object that was in sync; empty when the desired object has changed.
    private Optional<String> drift(MemberState.Wanted wanted, AnyObject object) {
        return wanted.wasGivenTo(object) || seen.wasTurnedBack(wanted, object)
                ? Optional.of("was changed there, and is put back as it was: "
                        + Differences.between(wanted.goal().object(), object.view()))
                : Optional.empty();
    }

    /// @param drift what somebody else changed
    private void apply(MemberState.Wanted wanted, ObjectNode object, boolean force, Optional<String> drift) {
        plan.perform(
                new Action.Patch(seen.kind(), wanted.rendered().key(), "", new PatchBody.Apply(object), force),
                repaired(wanted, drift));
    }

    /// Changes only the replica count.
    private void resize(MemberState.Wanted wanted, AnyObject object) {
        String field = wanted.template().workload().replicasField().orElse("replicas");
        int replicas = wanted.permission().replicas();
        if (object.view().path("spec").path(field).asInt(-1) != replicas) {
            ObjectNode patch = Json.object();
            ObjectNode metadata = patch.putObject("metadata").put("uid", object.uid());
            // It no longer matches the hash.
            metadata.putObject("annotations").putNull(Names.RENDERED);
            patch.putObject("spec").put(field, replicas);
            plan.perform(
                    new Action.Patch(
                            seen.kind(), wanted.rendered().key(), "", new PatchBody.Merge(paced(patch, object)), false),
                    repaired(wanted, drift(wanted, object)));
        }
    }

    /// The event after a change by somebody else is undone.
    private ActionEvents repaired(MemberState.Wanted wanted, Optional<String> drift) {
        return new ActionEvents(
                drift.map(what -> EventNote.normal(
                        wanted.template().kind(),
                        wanted.template().object(),
                        DRIFT_REPAIRED,
                        "cluster " + seen.cluster() + ": " + seen.kind().name() + ' '
                                + wanted.rendered().key() + ' ' + what)),
                reason -> Optional.empty());
    }
}
