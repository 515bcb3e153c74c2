package dev.archipelago.cluster.volumes;

import dev.archipelago.api.errors.Reason;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import java.util.Optional;

/// The Events of a claim, with the texts of Kubernetes.
record ClaimEvents(Claim claim) {

    EventNote normal(String reason, String message) {
        return EventNote.normal(Claim.KIND, claim, reason, message);
    }

    EventNote warning(String reason, String message) {
        return EventNote.warning(Claim.KIND, claim, reason, message);
    }

    ActionEvents provisioning() {
        return new ActionEvents(
                Optional.of(
                        normal("ProvisioningSucceeded", "Successfully provisioned volume " + Provisioning.name(claim))),
                reason -> reason.reason() == Reason.ALREADY_EXISTS
                        ? Optional.empty()
                        : Optional.of(warning(
                                "ProvisioningFailed",
                                "failed to provision volume with StorageClass \"" + claim.storageClass() + "\": "
                                        + reason.getMessage())));
    }
}
