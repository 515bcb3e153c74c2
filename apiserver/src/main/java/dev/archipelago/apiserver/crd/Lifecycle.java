package dev.archipelago.apiserver.crd;

import dev.archipelago.apiserver.crd.CrdConditions.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How a definition goes from being written down to being served, and away again.
///
/// All methods change the definition that they are given and say whether there was anything to change; the caller
/// writes it. On the way in it is [#settleNames], then [#establish]; when names become free, all others of the group
/// are settled again. On the way out it is [#beginDeletion], then [#deletingInstances] while objects are removed,
/// then [#finishDeletion], which lets the definition go.
public final class Lifecycle {
    /// Holds a definition until its objects are gone.
    public static final String FINALIZER = "customresourcecleanup.apiextensions.k8s.io";

    private Lifecycle() {}

    /// Whether objects of the definition are served.
    public static boolean isEstablished(ObjectNode definition) {
        return CrdConditions.isTrue(definition, CrdConditions.ESTABLISHED);
    }

    /// Whether no more objects may be created.
    public static boolean isTerminating(ObjectNode definition) {
        return CrdConditions.isTrue(definition, CrdConditions.TERMINATING);
    }

    /// Gives the definition the names it asks for, as far as no other has them.
    public static boolean settleNames(ObjectNode definition, TakenNames taken, Instant now) {
        boolean changed = settleApproval(definition, now);
        JsonNode wanted = definition.path("spec").path("names");
        JsonNode accepted = definition.path("status").path("acceptedNames");
        boolean known = CrdConditions.find(definition, CrdConditions.NAMES_ACCEPTED) != null;
        if (known && wanted.equals(accepted)) {
            return changed;
        }
        NameSettlement settlement = NameSettlement.of(wanted, accepted, taken);
        if (!settlement.accepted().equals(accepted)) {
            definition.withObjectProperty("status").set("acceptedNames", settlement.accepted());
            changed = true;
        }
        changed |= CrdConditions.set(definition, settlement.condition(), now);
        if (!isEstablished(definition)) {
            changed |= CrdConditions.set(definition, notYet(settlement.condition()), now);
        }
        return changed;
    }

    private static Condition notYet(Condition names) {
        return names.status().equals("True")
                ? new Condition(
                        CrdConditions.ESTABLISHED, "False", "Installing", "the initial names have been accepted")
                : new Condition(CrdConditions.ESTABLISHED, "False", "NotAccepted", "not all names are accepted");
    }

    private static boolean settleApproval(ObjectNode definition, Instant now) {
        if (!Approval.isNeeded(definition)) {
            return false;
        }
        Approval.State state = Approval.state(definition);
        String reason = switch (state) {
            case APPROVED -> "ApprovedAnnotation";
            case BYPASSED -> "UnapprovedAnnotation";
            case MISSING -> "MissingAnnotation";
            case INVALID -> "InvalidAnnotation";
        };
        String status = state == Approval.State.APPROVED ? "True" : "False";
        return CrdConditions.set(
                definition, new Condition(CrdConditions.APPROVED, status, reason, Approval.explain(definition)), now);
    }

    /// Lets the definition be served, if its names are accepted.
    public static boolean establish(ObjectNode definition, Instant now) {
        if (!CrdConditions.isTrue(definition, CrdConditions.NAMES_ACCEPTED) || isEstablished(definition)) {
            return false;
        }
        return CrdConditions.set(
                definition,
                new Condition(
                        CrdConditions.ESTABLISHED,
                        "True",
                        "InitialNamesAccepted",
                        "the initial names have been accepted"),
                now);
    }

    /// What a first request to delete does beside setting the deletion timestamp.
    public static boolean beginDeletion(ObjectNode definition, Instant now) {
        ArrayNode finalizers = definition.withObjectProperty("metadata").withArrayProperty("finalizers");
        boolean held = Json.texts(finalizers).contains(FINALIZER);
        if (!held) {
            finalizers.add(FINALIZER);
        }
        return terminating(
                        definition,
                        "True",
                        "InstanceDeletionPending",
                        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
                        now)
                || !held;
    }

    /// Whether its objects have to be removed now.
    public static boolean needsCleanup(ObjectNode definition) {
        JsonNode metadata = definition.path("metadata");
        return metadata.hasNonNull("deletionTimestamp")
                && Json.texts(metadata.path("finalizers")).contains(FINALIZER);
    }

    public static boolean deletingInstances(ObjectNode definition, Instant now) {
        return terminating(
                definition, "True", "InstanceDeletionInProgress", "CustomResource deletion is in progress", now);
    }

    /// Says why objects could not be removed; it is tried again.
    public static boolean deletionFailed(ObjectNode definition, String why, Instant now) {
        return terminating(definition, "True", "InstanceDeletionFailed", "could not issue all deletes: " + why, now);
    }

    /// Says that objects are left, held by finalizers of their own.
    public static boolean instancesRemain(ObjectNode definition, String why, Instant now) {
        return terminating(
                definition,
                "True",
                "InstanceDeletionCheck",
                "could not confirm zero CustomResources remaining: " + why,
                now);
    }

    /// Lets the definition go, after its objects.
    public static boolean finishDeletion(ObjectNode definition, Instant now) {
        boolean changed = isEstablished(definition)
                ? terminating(definition, "False", "InstanceDeletionCompleted", "removed all instances", now)
                : terminating(definition, "False", "NeverEstablished", "resource was never established", now);
        List<String> left =
                new ArrayList<>(Json.texts(definition.path("metadata").path("finalizers")));
        if (!left.remove(FINALIZER)) {
            return changed;
        }
        ObjectNode metadata = definition.withObjectProperty("metadata");
        if (left.isEmpty()) {
            metadata.remove("finalizers");
        } else {
            ArrayNode finalizers = metadata.putArray("finalizers");
            left.forEach(finalizers::add);
        }
        return true;
    }

    private static boolean terminating(
            ObjectNode definition, String status, String reason, String message, Instant now) {
        return CrdConditions.set(definition, new Condition(CrdConditions.TERMINATING, status, reason, message), now);
    }
}
