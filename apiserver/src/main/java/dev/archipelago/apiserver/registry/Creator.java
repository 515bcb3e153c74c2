package dev.archipelago.apiserver.registry;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.admission.AdmissionRequest.Operation;
import dev.archipelago.apiserver.apply.Manager;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.registry.Written.Effect;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Brings new objects into being.
final class Creator {
    /// How often a generated name that is taken is drawn anew.
    private static final int NAME_TRIES_MAX = 8;

    /// How often something else is allotted when others were quicker.
    private static final int ALLOTMENT_TRIES_MAX = 50;

    private final WriteKit kit;

    Creator(WriteKit kit) {
        this.kit = kit;
    }

    /// Creates an object given in the served version; the tree is used up.
    Written create(Caller caller, ServedResource resource, String namespace, ObjectNode served, WriteOptions options) {
        ObjectIdentity.check(resource, namespace, served);
        checkNoVersion(served);
        Manager manager = Manager.of(options.fieldManager(), resource.kind().apiVersion());
        if (!Meta.name(served).isEmpty()) {
            return createNamed(caller, resource, namespace, served, options, manager);
        }
        for (int tries = 1; ; tries++) {
            ObjectNode named = served.deepCopy();
            ObjectIdentity.generateName(resource, named, kit.random());
            try {
                return createNamed(caller, resource, namespace, named, options, manager);
            } catch (ApiException e) {
                if (e.reason() != Reason.ALREADY_EXISTS || tries == NAME_TRIES_MAX) {
                    throw e;
                }
            }
        }
    }

    private Written createNamed(
            Caller caller,
            ServedResource resource,
            String namespace,
            ObjectNode served,
            WriteOptions options,
            Manager manager) {
        ObjectNode object = resource.conversion().toStorage(served);
        bear(resource, object);
        Ownership.update(resource, null, object, manager, kit.clock().instant());
        return finish(resource, object, admit(caller, resource, namespace, object, options));
    }

    /// Creates an object that server-side apply made, managed fields and all.
    Written createApplied(
            Caller caller, ServedResource resource, String namespace, ObjectNode object, WriteOptions options) {
        checkNoVersion(object);
        bear(resource, object);
        return finish(resource, object, admit(caller, resource, namespace, object, options));
    }

    /// What is set here and later is nobody's: the fields have found their owners.
    private AdmissionRequest admit(
            Caller caller, ServedResource resource, String namespace, ObjectNode object, WriteOptions options) {
        AdmissionRequest admission = new AdmissionRequest(
                Operation.CREATE,
                resource,
                "",
                namespace,
                Meta.name(object),
                object,
                null,
                caller.user(),
                options.dryRun(),
                caller.warn());
        if (kit.admission().mutate(admission)) {
            resource.rules().applyDefaults(object);
        }
        return admission;
    }

    /// Gives an object the metadata that only the server decides.
    private void bear(ServedResource resource, ObjectNode object) {
        Instant now = kit.clock().instant();
        ObjectNode metadata = Meta.of(object);
        metadata.remove(List.of("resourceVersion", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"));
        ObjectIdentity.dropEmptyMetadata(object);
        metadata.put("uid", kit.uids().get());
        metadata.put("creationTimestamp", Meta.time(now));
        if (resource.rules().traits().generation()) {
            metadata.put("generation", 1);
        } else {
            metadata.remove("generation");
        }
        if (resource.hasStatus() && !resource.rules().traits().bornWithStatus()) {
            object.remove("status");
        }
        resource.rules().applyDefaults(object);
    }

    private Written finish(ServedResource resource, ObjectNode object, AdmissionRequest admission) {
        resource.rules().prepareForCreate(object);
        List<FieldError> errors = resource.rules().validate(object);
        if (!errors.isEmpty()) {
            throw ApiException.invalid(resource.group(), resource.kind().kind(), Meta.name(object), errors);
        }
        for (int tries = 1; ; tries++) {
            Reservation reservation = kit.allotments().reserve(resource, null, object);
            kit.admission().validate(admission);
            Optional<Written> written = store(resource, object, admission, reservation);
            if (written.isPresent()) {
                return written.get();
            }
            if (tries == ALLOTMENT_TRIES_MAX) {
                throw new ApiException(Reason.INTERNAL_ERROR, "others keep taking what is allotted");
            }
            reservation.withdraw().run();
        }
    }

    /// @return nothing when what was allotted has been taken meanwhile
    private Optional<Written> store(
            ServedResource resource, ObjectNode object, AdmissionRequest admission, Reservation reservation) {
        byte[] json = ObjectSize.check(Stored.encode(object));
        String name = Meta.name(object);
        String key = resource.key(admission.namespace(), name);
        if (admission.dryRun()) {
            if (kit.store().get(key).isPresent()) {
                throw ApiException.alreadyExists(resource.group(), resource.resource(), name);
            }
            return Optional.of(new Written(new Stored(json, 0), Effect.CREATED));
        }
        return switch (kit.admission()
                .commit(admission, reservation.with(Transaction.create(key, json)), kit.store()::commit)) {
            case Outcome.Committed(long revision) ->
                Optional.of(new Written(new Stored(json, revision), Effect.CREATED));
            case Outcome.Refused(String refused) -> {
                if (refused.equals(key)) {
                    throw ApiException.alreadyExists(resource.group(), resource.resource(), name);
                }
                yield Optional.empty();
            }
        };
    }

    private static void checkNoVersion(ObjectNode object) {
        String version = Meta.text(object, "resourceVersion");
        if (!version.isEmpty() && !version.equals("0")) {
            throw ApiException.badRequest("resourceVersion should not be set on objects to be created");
        }
    }
}
