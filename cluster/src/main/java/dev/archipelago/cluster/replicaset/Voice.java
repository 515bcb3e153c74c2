package dev.archipelago.cluster.replicaset;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.errors.Reason;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.controller.plan.Narration;
import dev.archipelago.controller.plan.Remark;
import java.util.Optional;

/// What people are told of what happens to the pods of a set, in the words they know.
record Voice(Kind<ReplicaSet> kind, ReplicaSet set) {

    Narration created(String pod) {
        return new Narration(
                Optional.of(Remark.normal(kind, set, "SuccessfulCreate", "Created pod: " + pod)),
                reason -> isOfInterest(reason)
                        ? Optional.of(
                                Remark.warning(kind, set, "FailedCreate", "Error creating: " + reason.getMessage()))
                        : Optional.empty());
    }

    Narration deleted(String pod) {
        return Narration.of(
                Remark.normal(kind, set, "SuccessfulDelete", "Deleted pod: " + pod),
                reason -> Remark.warning(kind, set, "FailedDelete", "Error deleting: " + reason.getMessage()));
    }

    /// That somebody was quicker is seen next time, and that nothing is made in a namespace that goes is as it should
    /// be.
    static boolean isOfInterest(ApiException failure) {
        return failure.reason() != Reason.ALREADY_EXISTS
                && failure.reason() != Reason.CONFLICT
                && failure.details().causes().stream()
                        .noneMatch(cause -> cause.reason().equals("NamespaceTerminating"));
    }
}
