package dev.archipelago.apiserver.registry;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.selector.ObjectFilter;
import dev.archipelago.apiserver.admission.AdmissionRequest;
import dev.archipelago.apiserver.admission.AdmissionRequest.Operation;
import dev.archipelago.apiserver.apply.Manager;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.request.ReadOptions;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.store.KeyValue;
import tools.jackson.databind.node.ObjectNode;

/// All verbs on all served resources. Whoever calls has been authenticated and authorised.
///
/// Objects go in and come out in the version of the [ServedResource] they are asked through, except in results that
/// are bytes of the store: [ServedResource#conversion()] applies to those.
public final class Registry {
    private final WriteKit kit;
    private final Reader reader;
    private final WatchOpener watches;
    private final Creator creator;
    private final Updater updater;
    private final Deleter deleter;

    public Registry(WriteKit kit) {
        this.kit = kit;
        Snapshots snapshots = new Snapshots(kit.store());
        reader = new Reader(kit.store(), snapshots);
        watches = new WatchOpener(kit.store(), snapshots, reader);
        creator = new Creator(kit);
        updater = new Updater(kit);
        deleter = new Deleter(kit);
    }

    public Stored get(ServedResource resource, String namespace, String name, ReadOptions options) {
        return reader.get(resource, namespace, name, options);
    }

    public Page list(ServedResource resource, String namespace, ObjectFilter filter, ReadOptions options) {
        return reader.list(resource, namespace, filter, options);
    }

    public WatchPlan watch(ServedResource resource, String namespace, ObjectFilter filter, ReadOptions options) {
        return watches.open(resource, namespace, filter, options);
    }

    public Written create(
            Caller caller, ServedResource resource, String namespace, ObjectNode object, WriteOptions options) {
        return creator.create(caller, resource, namespace, object, options);
    }

    /// Replaces an object, or with a subresource the part of it that the subresource stands for.
    public Written update(Caller caller, Target target, ObjectNode object, WriteOptions options) {
        ServedResource resource = target.resource();
        ObjectIdentity.check(resource, target.namespace(), object);
        ObjectIdentity.checkName(target.name(), object);
        boolean absent = target.subresource().isEmpty()
                && resource.rules().traits().createOnUpdate()
                && kit.store().get(target.key()).isEmpty();
        if (absent) {
            return creator.create(caller, resource, target.namespace(), object, options);
        }
        return updater.update(caller, target, new Replacement(target, object, manager(target, options)), options);
    }

    public Written patch(Caller caller, Target target, PatchBody body, WriteOptions options) {
        if (body instanceof PatchBody.Apply(ObjectNode configuration)) {
            return apply(caller, target, configuration, options);
        }
        Manager manager = manager(target, options);
        Change change = new Patching(target, body, manager, options.fieldValidation(), caller.warn());
        return updater.update(caller, target, change, options);
    }

    private Written apply(Caller caller, Target target, ObjectNode configuration, WriteOptions options) {
        ObjectIdentity.check(target.resource(), target.namespace(), configuration);
        ObjectIdentity.checkName(target.name(), configuration);
        Manager manager =
                new Manager(options.fieldManager(), target.resource().kind().apiVersion(), target.subresource());
        Application change = new Application(
                target, configuration, manager, options.force(), options.fieldValidation(), caller.warn());
        if (target.subresource().isEmpty() && kit.store().get(target.key()).isEmpty()) {
            try {
                ObjectNode object = change.create(kit.clock().instant());
                return creator.createApplied(caller, target.resource(), target.namespace(), object, options);
            } catch (ApiException e) {
                if (e.reason() != Reason.ALREADY_EXISTS) {
                    throw e;
                }
            }
        }
        return updater.update(caller, target, change, options);
    }

    public Written delete(Caller caller, Target target, DeleteOptions options) {
        return deleter.delete(caller, target, options);
    }

    /// Deletes what a list with the same options finds, one by one. What others delete meanwhile is fine too.
    public Page deleteCollection(
            Caller caller,
            ServedResource resource,
            String namespace,
            ObjectFilter filter,
            ReadOptions which,
            DeleteOptions options) {
        Page page = reader.list(resource, namespace, filter, which);
        for (KeyValue entry : page.entries()) {
            String inside = entry.key().substring(resource.keyPrefix().length());
            String home = resource.namespaced() ? inside.substring(0, inside.indexOf('/')) : "";
            Target target = new Target(resource, home, resource.nameOf(entry.key()), "");
            try {
                deleter.delete(caller, target, options);
            } catch (ApiException e) {
                if (e.reason() != Reason.NOT_FOUND) {
                    throw e;
                }
            }
        }
        return page;
    }

    /// Changes an object in a way that no verb covers, such as binding a pod.
    public Written change(Caller caller, Target target, Change change, WriteOptions options) {
        return updater.update(caller, target, change, options);
    }

    /// Asks admission about a request that stores nothing itself, such as one to connect to a pod or to evict it.
    ///
    /// @param object what was sent
    public void admit(Caller caller, Operation operation, Target target, ObjectNode object, boolean dryRun) {
        kit.admission()
                .validate(new AdmissionRequest(
                        operation,
                        target.resource(),
                        target.subresource(),
                        target.namespace(),
                        target.name(),
                        object,
                        null,
                        caller.user(),
                        dryRun,
                        caller.warn()));
    }

    private static Manager manager(Target target, WriteOptions options) {
        return new Manager(options.fieldManager(), target.resource().kind().apiVersion(), target.subresource());
    }
}
