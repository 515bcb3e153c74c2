package dev.archipelago.apiserver.local;

import dev.archipelago.apiserver.apply.Manager;
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
import dev.archipelago.apiserver.registry.WatchSink;
import dev.archipelago.apiserver.registry.Written;
import dev.archipelago.apiserver.request.DeleteOptions;
import dev.archipelago.apiserver.request.Query;
import dev.archipelago.apiserver.request.ReadOptions;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.apiserver.selector.ObjectFilter;
import dev.archipelago.apiserver.subresource.Binding;
import dev.archipelago.model.kinds.GroupVersionKind;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.store.Watch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// What a controller in this process does to the API, always as the same user and field manager. It goes through
/// admission, validation and field management like any request; it is trusted, so not through RBAC.
///
/// Blocks for writes; may be used from any thread. Trees that are handed in stay the caller's.
public final class LocalApi {
    private static final GroupVersionKind POD = GroupVersionKind.of("v1", "Pod");

    private static final List<String> LIVING = List.of("list", "watch", "delete");
    private static final ReadOptions FIRST = ReadOptions.parse(Query.parse("limit=1"), false);

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

    public Optional<Stored> get(GroupVersionKind kind, String namespace, String name) {
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

    /// All objects of a kind, as stored: [#served] those that are needed.
    public Page list(GroupVersionKind kind) {
        return registry.list(resource(kind), "", ObjectFilter.everything(), ReadOptions.NONE);
    }

    /// Tells of every change after a revision, as stored: [#served] those that are needed.
    public Watch watch(GroupVersionKind kind, long after, WatchSink sink) {
        return registry.watch(resource(kind), "", ObjectFilter.everything(), ReadOptions.after(after))
                .start(sink);
    }

    /// An object in the version of the kind it was asked for by.
    public Stored served(GroupVersionKind kind, Stored stored) {
        return served(resource(kind), stored);
    }

    public Stored create(GroupVersionKind kind, ObjectNode object) {
        ServedResource resource = resource(kind);
        return served(
                resource,
                registry.create(caller, resource, Meta.namespace(object), Body.of(object), options(false))
                        .stored());
    }

    /// Replaces an object; its resourceVersion, if set, must be the newest.
    public Stored update(GroupVersionKind kind, ObjectNode object, String subresource) {
        ServedResource resource = resource(kind);
        Target target = new Target(resource, Meta.namespace(object), Meta.name(object), subresource);
        return served(
                resource,
                registry.update(caller, target, Body.of(object), options(false)).stored());
    }

    /// Changes an object as a patch says.
    ///
    /// @param force takes over fields that others own, in a server-side apply
    public Stored patch(
            GroupVersionKind kind, String namespace, String name, String subresource, PatchBody patch, boolean force) {
        Target target = new Target(resource(kind), namespace, name, subresource);
        return served(
                target.resource(),
                registry.patch(caller, target, patch, options(force)).stored());
    }

    /// Deletes an object or asks it to go.
    ///
    /// @return what is left of the object; nothing when it is gone
    public Optional<Stored> delete(GroupVersionKind kind, String namespace, String name, DeleteOptions options) {
        ServedResource resource = resource(kind);
        Written written = registry.delete(caller, new Target(resource, namespace, name, ""), options);
        return written.effect() == Written.Effect.DELETED
                ? Optional.empty()
                : Optional.of(served(resource, written.stored()));
    }

    /// Gives a pod to a node.
    public void bind(String namespace, String name, ObjectNode binding) {
        ServedResource pods = resource(POD);
        Target target = new Target(pods, namespace, name, "binding");
        Manager manager = new Manager(fieldManager, "v1", "binding");
        registry.change(caller, target, new Binding(pods, name, binding, manager), options(false));
    }

    /// Every kind that can be listed, watched and deleted, in one version each: the stored one where it is served.
    public List<ResourceKind> kinds() {
        Map<GroupVersionKind, ResourceKind> kinds = new LinkedHashMap<>();
        for (ServedResource resource : catalog.get().all()) {
            ResourceKind kind = resource.kind();
            if (!kind.verbs().containsAll(LIVING)) {
                continue;
            }
            kinds.merge(
                    resource.storage(),
                    kind,
                    (first, other) -> other.groupVersionKind().equals(resource.storage()) ? other : first);
        }
        return List.copyOf(kinds.values());
    }

    /// Whether a namespace has any object of a kind.
    public boolean hasAny(GroupVersionKind kind, String namespace) {
        return !registry.list(resource(kind), namespace, ObjectFilter.everything(), FIRST)
                .entries()
                .isEmpty();
    }

    /// Deletes all objects of a kind in a namespace, or asks them to go.
    public void deleteAll(GroupVersionKind kind, String namespace) {
        registry.deleteCollection(
                caller, resource(kind), namespace, ObjectFilter.everything(), ReadOptions.NONE, DeleteOptions.NONE);
    }

    private WriteOptions options(boolean force) {
        return new WriteOptions(false, fieldManager, FieldValidation.STRICT, force);
    }

    private ServedResource resource(GroupVersionKind kind) {
        return catalog.get()
                .findKind(kind.apiVersion(), kind.kind())
                .orElseThrow(() -> new ApiException(
                        Reason.NOT_FOUND, "no kind " + kind.kind() + " in " + kind.apiVersion() + " is served"));
    }

    private static Stored served(ServedResource resource, Stored stored) {
        return resource.served(stored);
    }
}
