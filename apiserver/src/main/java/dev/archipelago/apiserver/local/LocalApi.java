package dev.archipelago.apiserver.local;

import dev.archipelago.apiserver.authn.UserInfo;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.decode.FieldValidation;
import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.errors.Reason;
import dev.archipelago.apiserver.objects.Meta;
import dev.archipelago.apiserver.objects.Stored;
import dev.archipelago.apiserver.registry.Caller;
import dev.archipelago.apiserver.registry.Page;
import dev.archipelago.apiserver.registry.PatchBody;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.registry.Target;
import dev.archipelago.apiserver.registry.WatchPlan;
import dev.archipelago.apiserver.registry.Written;
import dev.archipelago.apiserver.request.DeleteOptions;
import dev.archipelago.apiserver.request.ReadOptions;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.apiserver.selector.FieldSelector;
import dev.archipelago.apiserver.selector.LabelSelector;
import dev.archipelago.apiserver.selector.ObjectFilter;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// What a controller in this process does to the API, always as the same user and field manager. It goes through
/// admission, validation and field management like any request; it is trusted, so not through RBAC.
///
/// Blocks for writes; may be used from any thread. Trees that are handed out belong to the caller.
public final class LocalApi {
    private final Registry registry;
    private final Supplier<Catalog> catalog;
    private final Caller caller;
    private final String fieldManager;

    public LocalApi(Registry registry, Supplier<Catalog> catalog, UserInfo user, String fieldManager) {
        this.registry = registry;
        this.catalog = catalog;
        this.caller = new Caller(user, warning -> {});
        this.fieldManager = fieldManager;
    }

    public Optional<ObjectNode> get(GroupVersionKind kind, String namespace, String name) {
        ServedResource resource = resource(kind);
        try {
            return Optional.of(served(resource, registry.get(resource, namespace, name, ReadOptions.NONE)));
        } catch (ApiException e) {
            if (e.reason() == Reason.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// The objects of a kind, as stored: decode those that are needed.
    ///
    /// @param namespace empty for all namespaces
    public Page list(GroupVersionKind kind, String namespace, LabelSelector labels) {
        return registry.list(
                resource(kind), namespace, ObjectFilter.of(labels, FieldSelector.everything()), ReadOptions.NONE);
    }

    /// A watch that begins with the objects as they are and goes on with every change.
    public WatchPlan watch(GroupVersionKind kind, String namespace, LabelSelector labels) {
        return registry.watch(
                resource(kind), namespace, ObjectFilter.of(labels, FieldSelector.everything()), ReadOptions.NONE);
    }

    public ObjectNode create(ObjectNode object) {
        ServedResource resource = resource(object);
        return served(
                resource, registry.create(caller, resource, Meta.namespace(object), object.deepCopy(), options(false)));
    }

    /// Replaces an object; its resourceVersion, if set, must be the newest.
    public ObjectNode update(ObjectNode object) {
        return update(object, "");
    }

    public ObjectNode updateStatus(ObjectNode object) {
        return update(object, "status");
    }

    private ObjectNode update(ObjectNode object, String subresource) {
        Target target = target(object, subresource);
        return served(target.resource(), registry.update(caller, target, object.deepCopy(), options(false)));
    }

    public ObjectNode patch(GroupVersionKind kind, String namespace, String name, String subresource, PatchBody patch) {
        Target target = new Target(resource(kind), namespace, name, subresource);
        return served(target.resource(), registry.patch(caller, target, patch, options(false)));
    }

    /// Server-side apply.
    ///
    /// @param force takes over fields that others own
    public ObjectNode apply(ObjectNode configuration, boolean force) {
        Target target = target(configuration, "");
        return served(
                target.resource(), registry.patch(caller, target, new PatchBody.Apply(configuration), options(force)));
    }

    public void delete(GroupVersionKind kind, String namespace, String name, DeleteOptions options) {
        registry.delete(caller, new Target(resource(kind), namespace, name, ""), options);
    }

    private WriteOptions options(boolean force) {
        return new WriteOptions(false, fieldManager, FieldValidation.STRICT, force);
    }

    private Target target(ObjectNode object, String subresource) {
        return new Target(resource(object), Meta.namespace(object), Meta.name(object), subresource);
    }

    private ServedResource resource(ObjectNode object) {
        return resource(GroupVersionKind.of(
                object.path("apiVersion").asString(""), object.path("kind").asString("")));
    }

    private ServedResource resource(GroupVersionKind kind) {
        return catalog.get()
                .findKind(kind.apiVersion(), kind.kind())
                .orElseThrow(() -> new ApiException(
                        Reason.NOT_FOUND, "no kind " + kind.kind() + " in " + kind.apiVersion() + " is served"));
    }

    private static ObjectNode served(ServedResource resource, Stored stored) {
        return resource.conversion().fromStorage(stored.tree());
    }

    private static ObjectNode served(ServedResource resource, Written written) {
        return resource.conversion().fromStorage(written.tree());
    }
}
