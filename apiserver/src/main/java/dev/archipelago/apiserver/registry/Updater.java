package dev.archipelago.apiserver.registry;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.admission.AdmissionRequest.Operation;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.objects.StoredObjects;
import dev.archipelago.apiserver.registry.Written.Effect;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.Transaction;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Changes objects that exist: reads the newest version, computes the next, and stores it if nothing came between.
final class Updater {
    /// Others may come between; with this many in a row something is wrong.
    private static final int CONFLICT_RETRIES_MAX = 50;

    private static final String MODIFIED =
            "the object has been modified; please apply your changes to the latest version and try again";

    private final WriteKit kit;

    Updater(WriteKit kit) {
        this.kit = kit;
    }

    /// Applies a change to the newest version of the target, again and again until nothing comes between. Gives up at
    /// once when the change insists on a version that is not the newest.
    Written update(Caller caller, Target target, Change change, WriteOptions options) {
        // Asked before the first try, which may use the change up.
        boolean pinned = change.pinsVersion();
        for (int tries = 0; tries < CONFLICT_RETRIES_MAX; tries++) {
            KeyValue entry = kit.store().get(target.key()).orElseThrow(target::notFound);
            Optional<Written> written = tryUpdate(caller, target, entry, change, options);
            if (written.isPresent()) {
                return written.get();
            }
            if (pinned) {
                throw target.conflict(MODIFIED);
            }
        }
        throw target.conflict(MODIFIED);
    }

    private Optional<Written> tryUpdate(
            Caller caller, Target target, KeyValue entry, Change change, WriteOptions options) {
        ServedResource resource = target.resource();
        ObjectNode current = StoredObjects.of(entry).tree();
        resource.rules().completeStored(current);
        ObjectNode updated = change.apply(current, kit.clock().instant());
        checkPreconditions(target, current, updated);
        WriteScope.limit(target, current, updated);
        resource.rules().applyDefaults(updated);
        ObjectIdentity.dropEmptyMetadata(updated);
        if (!target.subresource().equals("finalize")) {
            resource.rules().prepareForUpdate(current, updated);
        }
        // What admission changes is nobody's field.
        change.recordOwnership(current, updated, kit.clock().instant());
        AdmissionRequest admission = new AdmissionRequest(
                Operation.UPDATE,
                resource,
                target.subresource(),
                target.namespace(),
                target.name(),
                updated,
                current,
                caller.user(),
                options.dryRun(),
                caller.warn());
        if (kit.admission().mutate(admission)) {
            resource.rules().applyDefaults(updated);
        }
        countGeneration(resource, current, updated);
        List<FieldError> errors = resource.rules().validateUpdate(current, updated, target.subresource());
        if (!errors.isEmpty()) {
            throw ApiException.invalid(resource.group(), resource.kind().kind(), target.name(), errors);
        }
        Reservation reservation = target.subresource().isEmpty()
                ? kit.allotments().reserve(resource, current, updated)
                : Reservation.NONE;
        kit.admission().validate(admission);
        return store(target, entry, admission, current, updated, reservation);
    }

    private Optional<Written> store(
            Target target,
            KeyValue entry,
            AdmissionRequest admission,
            ObjectNode current,
            ObjectNode updated,
            Reservation reservation) {
        String version = Meta.text(current, "resourceVersion");
        boolean finished = Meta.deleting(updated)
                && Meta.finalizers(updated).isEmpty()
                && Deletions.graceIsOver(updated)
                && Deletions.isEmptied(target.resource(), updated);
        if (!finished && !Differences.worthStoring(current, updated)) {
            return Optional.of(new Written(StoredObjects.of(entry), Effect.UNCHANGED));
        }
        byte[] json = ObjectSize.check(Stored.encode(updated));
        if (admission.dryRun()) {
            return Optional.of(
                    new Written(new Stored(json, Long.parseLong(version)), finished ? Effect.DELETED : Effect.UPDATED));
        }
        Transaction transaction = finished
                ? kit.allotments()
                        .release(target.resource(), current)
                        .with(Transaction.delete(target.key(), entry.modRevision()))
                : reservation.with(Transaction.replace(target.key(), json, entry.modRevision()));
        return switch (kit.admission().commit(admission, transaction, kit.store()::commit)) {
            case Outcome.Committed(long revision) ->
                Optional.of(new Written(new Stored(json, revision), finished ? Effect.DELETED : Effect.UPDATED));
            case Outcome.Refused refused -> Optional.empty();
        };
    }

    private static void checkPreconditions(Target target, ObjectNode current, ObjectNode updated) {
        String uid = Meta.uid(updated);
        if (!uid.isEmpty() && !uid.equals(Meta.uid(current))) {
            throw target.conflict("Precondition failed: UID in precondition: %s, UID in object meta: %s"
                    .formatted(uid, Meta.uid(current)));
        }
        String version = Meta.text(updated, "resourceVersion");
        if (version.isEmpty() || version.equals("0")) {
            if (!target.resource().rules().traits().updateWithoutVersion()) {
                throw ApiException.invalid(
                        target.resource().group(),
                        target.resource().resource(),
                        target.name(),
                        List.of(FieldError.invalid(
                                "metadata.resourceVersion", "0", "must be specified for an update")));
            }
        } else if (!version.equals(Meta.text(current, "resourceVersion"))) {
            throw target.conflict(MODIFIED);
        }
    }

    private static void countGeneration(ServedResource resource, ObjectNode current, ObjectNode updated) {
        if (resource.rules().traits().generation() && Differences.inDesiredState(current, updated)) {
            Meta.of(updated).put("generation", Meta.generation(current) + 1);
        }
    }
}
