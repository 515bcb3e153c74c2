package dev.archipelago.cluster.volumes;

import dev.archipelago.api.errors.Reason;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.controller.plan.Narration;
import dev.archipelago.controller.plan.Remark;
import java.util.Optional;

/// What people are told of a claim, in the words they know.
record ClaimVoice(Claim claim) {

    Remark normal(String reason, String message) {
        return Remark.normal(Claim.KIND, claim, reason, message);
    }

    Remark warning(String reason, String message) {
        return Remark.warning(Claim.KIND, claim, reason, message);
    }

    Narration provisioning() {
        return new Narration(
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
