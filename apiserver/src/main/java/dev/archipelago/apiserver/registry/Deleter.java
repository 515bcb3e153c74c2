package dev.archipelago.apiserver.registry;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.admission.AdmissionRequest.Operation;
import dev.archipelago.apiserver.objects.StoredObjects;
import dev.archipelago.apiserver.registry.Deletions.Verdict;
import dev.archipelago.apiserver.registry.Written.Effect;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.Transaction;
import tools.jackson.databind.node.ObjectNode;

/// Deletes objects, or starts their deletion where something must happen first.
final class Deleter {
    private static final int CONFLICT_RETRIES_MAX = 50;

    private final WriteKit kit;

    Deleter(WriteKit kit) {
        this.kit = kit;
    }

    /// The result says whether the object is gone (DELETED), marked (UPDATED) or already on its way (UNCHANGED).
    Written delete(Caller caller, Target target, DeleteOptions options) {
        for (int tries = 0; tries < CONFLICT_RETRIES_MAX; tries++) {
            KeyValue entry = kit.store().get(target.key()).orElseThrow(target::notFound);
            Stored stored = StoredObjects.of(entry);
            ObjectNode object = stored.tree();
            checkPreconditions(target, object, options);
            kit.admission()
                    .validate(new AdmissionRequest(
                            Operation.DELETE,
                            target.resource(),
                            "",
                            target.namespace(),
                            target.name(),
                            null,
                            object,
                            caller.user(),
                            options.dryRun(),
                            caller.warn()));
            Verdict verdict = Deletions.decide(
                    target.resource(), object, options, kit.clock().instant());
            if (verdict == Verdict.PENDING) {
                return new Written(stored, Effect.UNCHANGED);
            }
            byte[] json = Stored.encode(object);
            Effect effect = verdict == Verdict.REMOVE ? Effect.DELETED : Effect.UPDATED;
            if (options.dryRun()) {
                return new Written(new Stored(json, entry.modRevision()), effect);
            }
            Transaction transaction = verdict == Verdict.REMOVE
                    ? kit.allotments()
                            .release(target.resource(), object)
                            .with(Transaction.delete(target.key(), entry.modRevision()))
                    : Transaction.replace(target.key(), json, entry.modRevision());
            if (kit.store().commit(transaction) instanceof Outcome.Committed(long revision)) {
                return new Written(new Stored(json, revision), effect);
            }
        }
        throw target.conflict("the object keeps being modified");
    }

    private static void checkPreconditions(Target target, ObjectNode object, DeleteOptions options) {
        String uid = Meta.uid(object);
        if (!options.uid().isEmpty() && !options.uid().equals(uid)) {
            throw conflict(
                    target,
                    "the UID in the precondition (%s) does not match the UID in record (%s). The object might have been "
                                    .formatted(options.uid(), uid)
                            + "deleted and then recreated");
        }
        String version = Meta.text(object, "resourceVersion");
        if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals(version)) {
            throw conflict(
                    target,
                    "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The "
                                    .formatted(options.resourceVersion(), version)
                            + "object might have been modified");
        }
    }

    private static ApiException conflict(Target target, String why) {
        return ApiException.conflict(
                target.resource().group(), target.resource().kind().kind(), target.name(), why);
    }
}
