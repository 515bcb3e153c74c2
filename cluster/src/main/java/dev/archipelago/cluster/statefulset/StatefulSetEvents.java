package dev.archipelago.cluster.statefulset;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import java.util.Optional;

/// The Events of a set, with the texts of Kubernetes.
final class StatefulSetEvents {
    private final StatefulSet set;

    StatefulSetEvents(StatefulSet set) {
        this.set = set;
    }

    /// @param verb create, update or delete
    ActionEvents pod(String verb, String pod) {
        String what = capital(verb) + " Pod " + pod + " in StatefulSet " + set.name();
        return new ActionEvents(
                Optional.of(normal("Successful" + capital(verb), what + " successful")),
                // Another writer created it, which the next plan observes.
                reason -> reason.reason() == Reason.ALREADY_EXISTS
                        ? Optional.empty()
                        : Optional.of(
                                warning("Failed" + capital(verb), what + " failed error: " + reason.getMessage())));
    }

    ActionEvents claim(String claim, String pod) {
        String what = "Create Claim " + claim + " Pod " + pod + " in StatefulSet " + set.name();
        return new ActionEvents(
                Optional.of(normal("SuccessfulCreate", what + " success")),
                reason -> Optional.of(warning("FailedCreate", claimFailure(claim, pod, reason))));
    }

    /// The event for a claim that could not be created. When another writer created it, the event only says that
    /// the pod has to wait.
    private String claimFailure(String claim, String pod, ApiException reason) {
        String what = reason.reason() == Reason.ALREADY_EXISTS
                ? "Create Pod " + pod + " in StatefulSet " + set.name() + " failed error: failed to create PVC " + claim
                        + ": "
                : "Create Claim " + claim + " for Pod " + pod + " in StatefulSet " + set.name() + " failed error: ";
        return what + reason.getMessage();
    }

    EventNote conflict(String claim) {
        return warning(
                "ConflictingController",
                "Claim " + claim + " is controlled by something else: the StatefulSet will not delete it");
    }

    EventNote claimIsGoing(String claim, String pod) {
        return warning(
                "FailedCreate",
                "Create Pod " + pod + " in StatefulSet " + set.name() + " failed error: pvc " + claim
                        + " is being deleted");
    }

    private EventNote normal(String reason, String message) {
        return EventNote.normal(StatefulSet.KIND, set, reason, message);
    }

    private EventNote warning(String reason, String message) {
        return EventNote.warning(StatefulSet.KIND, set, reason, message);
    }

    private static String capital(String verb) {
        return Character.toUpperCase(verb.charAt(0)) + verb.substring(1);
    }
}
