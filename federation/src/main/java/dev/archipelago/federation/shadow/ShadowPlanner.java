package dev.archipelago.federation.shadow;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.deployment.DeploymentAnnotations;
import dev.archipelago.cluster.history.RevisionData;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.kinds.Statuses;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.shadow.ShadowState.Counts;
import dev.archipelago.federation.workload.PodTemplateHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Decides which ReplicaSets show the revisions of one Deployment.
///
/// They have the names, labels, annotations and counts that ReplicaSets of a Deployment have in a cluster, so that
/// `kubectl rollout` and `kubectl describe` find what they read. Nobody runs pods for them, and no member gets them.
final class ShadowPlanner {
    private static final String HASH_LABEL = "pod-template-hash";

    private final ShadowState seen;
    private final Deployment deployment;
    private final List<Action> changes = new ArrayList<>();
    private final List<Action> counts = new ArrayList<>();
    private final List<EventNote> notes = new ArrayList<>();

    /// The output.
    ///
    /// @param changes what is needed at once
    /// @param counts updates of counts alone, which may wait for further ones
    record Decision(List<Action> changes, List<Action> counts, List<EventNote> notes) {}

    private ShadowPlanner(ShadowState seen, Deployment deployment) {
        this.seen = seen;
        this.deployment = deployment;
    }

    static Decision decide(ShadowState seen) {
        Deployment deployment = seen.deployment().orElse(null);
        if (deployment == null) {
            return new Decision(deletions(seen.shadows()), List.of(), List.of());
        }
        return new ShadowPlanner(seen, deployment).decide();
    }

    private Decision decide() {
        Map<String, ReplicaSet> others = new HashMap<>();
        seen.shadows().forEach(shadow -> others.put(shadow.name(), shadow));
        for (ControllerRevision revision : seen.revisions()) {
            others.remove(revision.name());
            ReplicaSet found = seen.named().apply(revision.name()).orElse(null);
            Counts count = seen.counts().getOrDefault(PodTemplateHash.of(template(revision)), Counts.NONE);
            if (found == null) {
                changes.add(new Action.Create(ReplicaSet.KIND, draft(revision, Map.of(), count)));
            } else if (isOwned(found) && !found.isDeleting()) {
                correct(revision, found, count);
            } else if (found.meta().annotations().containsKey(Names.SHADOW)) {
                // Of an earlier Deployment of the name.
                changes.addAll(deletions(List.of(found)));
            } else {
                notes.add(EventNote.warning(
                        Deployment.KIND,
                        deployment,
                        "RevisionNotShown",
                        "ReplicaSet " + revision.name()
                                + " is there and was not made by the federation, so that revision " + revision.number()
                                + " cannot be shown"));
            }
        }
        changes.addAll(deletions(others.values().stream()
                .sorted((a, b) -> a.key().compareTo(b.key()))
                .toList()));
        return new Decision(changes, counts, notes);
    }

    private static List<Action> deletions(List<ReplicaSet> shadows) {
        return shadows.stream()
                .filter(shadow -> !shadow.isDeleting())
                .<Action>map(shadow -> Plan.deletion(ReplicaSet.KIND, shadow))
                .toList();
    }

    private boolean isOwned(ReplicaSet shadow) {
        return shadow.meta()
                .controller()
                .filter(owner -> owner.uid().equals(deployment.uid()))
                .isPresent();
    }

    /// Restores what somebody changed, and writes new counts.
    private void correct(ControllerRevision revision, ReplicaSet shadow, Counts count) {
        ObjectNode wanted = draft(revision, shadow.meta().annotations(), count);
        if (!isAsWanted(shadow, wanted)) {
            ObjectNode tree = shadow.tree();
            ObjectNode metadata = (ObjectNode) tree.path("metadata");
            ObjectNode draft = (ObjectNode) wanted.path("metadata");
            metadata.set("labels", draft.path("labels"));
            metadata.set("ownerReferences", draft.path("ownerReferences"));
            draft.path("annotations")
                    .properties()
                    .forEach(one -> Json.child(metadata, "annotations").set(one.getKey(), one.getValue()));
            tree.set("spec", wanted.path("spec"));
            changes.add(new Action.Update(ReplicaSet.KIND, tree, ""));
            return;
        }
        ObjectNode tree = shadow.tree();
        ObjectNode status = status(shadow, count);
        if (shadow.replicas() != count.desired()) {
            Json.child(tree, "spec").put("replicas", count.desired());
            counts.add(new Action.Update(ReplicaSet.KIND, tree, ""));
        } else if (!Statuses.same(shadow.status(), status)) {
            tree.set("status", status);
            counts.add(new Action.Update(ReplicaSet.KIND, tree, "status"));
        }
    }

    private static boolean isAsWanted(ReplicaSet shadow, ObjectNode wanted) {
        JsonNode found = shadow.view();
        JsonNode spec = found.path("spec");
        JsonNode metadata = wanted.path("metadata");
        boolean noted = metadata.path("annotations").properties().stream()
                .allMatch(one -> one.getValue()
                        .equals(found.path("metadata").path("annotations").path(one.getKey())));
        return noted
                && found.path("metadata").path("labels").equals(metadata.path("labels"))
                && spec.path("selector").equals(wanted.path("spec").path("selector"))
                && spec.path("minReadySeconds").asInt(0)
                        == wanted.path("spec").path("minReadySeconds").asInt(0)
                && RevisionData.meanTheSame(
                        RevisionData.of((ObjectNode) spec.path("template")),
                        RevisionData.of((ObjectNode) wanted.path("spec").path("template")));
    }

    private static ObjectNode template(ControllerRevision revision) {
        return RevisionData.template(revision.data());
    }

    /// The shadow of a revision.
    ///
    /// @param known its annotations so far
    private ObjectNode draft(ControllerRevision revision, Map<String, String> known, Counts count) {
        String hash = revision.name().substring(revision.name().lastIndexOf('-') + 1);
        ObjectNode template = template(revision);
        ObjectNode labels =
                Json.child(Json.child(template, "metadata"), "labels").put(HASH_LABEL, hash);
        ObjectNode shadow =
                Json.object().put("apiVersion", ReplicaSet.KIND.apiVersion()).put("kind", ReplicaSet.KIND.name());
        ObjectNode metadata =
                shadow.putObject("metadata").put("name", revision.name()).put("namespace", deployment.namespace());
        metadata.set("labels", labels.deepCopy());
        ObjectNode annotations = metadata.putObject("annotations");
        annotations(revision, known).forEach(annotations::put);
        metadata.putArray("ownerReferences")
                .add(Owner.controlling(Deployment.KIND, deployment).json());
        ObjectNode spec = shadow.putObject("spec").put("replicas", count.desired());
        if (deployment.minReadySeconds() > 0) {
            spec.put("minReadySeconds", deployment.minReadySeconds());
        }
        ObjectNode selector = deployment.selectorJson().deepCopy();
        Json.child(selector, "matchLabels").put(HASH_LABEL, hash);
        spec.set("selector", selector);
        spec.set("template", template);
        return shadow;
    }

    /// The annotations of the newest revision are those of the Deployment, once it has one for its template.
    /// Earlier ones keep theirs.
    private Map<String, String> annotations(ControllerRevision revision, Map<String, String> known) {
        boolean isNewest = revision.name().equals(seen.rollout().newest().name())
                && PodTemplateHash.of(template(revision)).equals(PodTemplateHash.of(deployment.template()));
        Map<String, String> notes = new TreeMap<>();
        if (isNewest) {
            notes.putAll(DeploymentAnnotations.latest(deployment, known, revision.number()));
            notes.putAll(DeploymentAnnotations.sizes(deployment));
        } else if (known.isEmpty()) {
            notes.putAll(DeploymentAnnotations.copied(revision.meta().annotations()));
        }
        notes.put(DeploymentAnnotations.REVISION, Long.toString(revision.number()));
        notes.put(Names.SHADOW, deployment.name());
        return notes;
    }

    private static ObjectNode status(ReplicaSet shadow, Counts count) {
        ObjectNode status = Json.object();
        Statuses.putCount(status, "availableReplicas", count.available());
        Statuses.putCount(status, "fullyLabeledReplicas", count.labeled());
        status.put("observedGeneration", shadow.meta().generation());
        Statuses.putCount(status, "readyReplicas", count.ready());
        return status.put("replicas", count.replicas());
    }
}
