package dev.archipelago.apiserver.local;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.cluster.KubernetesVersion;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Meta;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.api.selector.ObjectFilter;
import dev.archipelago.apiserver.apply.Manager;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.decode.FieldValidation;
import dev.archipelago.apiserver.objects.StoredObjects;
import dev.archipelago.apiserver.registry.Caller;
import dev.archipelago.apiserver.registry.EventType;
import dev.archipelago.apiserver.registry.Page;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.registry.Target;
import dev.archipelago.apiserver.registry.WatchSink;
import dev.archipelago.apiserver.registry.Written;
import dev.archipelago.apiserver.request.Query;
import dev.archipelago.apiserver.request.ReadOptions;
import dev.archipelago.apiserver.request.WriteOptions;
import dev.archipelago.apiserver.subresource.PodBinding;
import dev.archipelago.model.kinds.GroupVersionKind;
import dev.archipelago.model.kinds.ResourceKind;
import dev.archipelago.store.Watch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// The API of a server in this process, always with the same user and field manager. It calls the registry directly,
/// without sockets or JSON round trips. Writes pass admission, validation and field management like any request, but
/// not RBAC, as the caller is trusted.
///
/// Writes block; all calls may be made from any thread. Trees that are passed in stay the caller's, and objects that
/// are read share their bytes with the store.
public final class LocalClusterApi implements ClusterApi {
    private static final GroupVersionKind POD = GroupVersionKind.of("v1", "Pod");
    private static final List<String> REQUIRED_VERBS = List.of("list", "watch", "delete");
    private static final ReadOptions FIRST = ReadOptions.parse(Query.parse("limit=1"), false);

    private final Registry registry;
    private final Supplier<Catalog> catalog;
    private final Caller caller;
    private final String fieldManager;

    public LocalClusterApi(Registry registry, Supplier<Catalog> catalog, UserInfo user, String fieldManager) {
        this.registry = registry;
        this.catalog = catalog;
        this.caller = new Caller(user, warning -> {});
        this.fieldManager = fieldManager;
    }

    @Override
    public <T extends ApiObject> Optional<T> get(Kind<T> kind, Key key) {
        ServedResource resource = resource(kind);
        try {
            Stored stored = registry.get(resource, key.namespace(), key.name(), ReadOptions.NONE);
            return Optional.of(kind.read(resource.served(stored)));
        } catch (ApiException e) {
            if (e.reason() == Reason.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public <T extends ApiObject> Listing<T> list(Kind<T> kind, Selection selection) {
        ServedResource resource = resource(kind);
        Page page = registry.list(resource, selection.namespace(), filter(selection), ReadOptions.NONE);
        List<T> objects = new ArrayList<>(page.entries().size());
        page.entries().forEach(entry -> objects.add(kind.read(resource.served(StoredObjects.of(entry)))));
        return new Listing<>(objects, page.revision());
    }

    @Override
    public <T extends ApiObject> Subscription watch(Kind<T> kind, Selection selection, long after, Watcher<T> watcher) {
        ServedResource resource = resource(kind);
        Watch watch = registry.watch(resource, selection.namespace(), filter(selection), ReadOptions.after(after))
                .start(new WatchSink() {
                    @Override
                    public void onEvent(EventType type, Stored stored) {
                        T object = kind.read(resource.served(stored));
                        if (type == EventType.DELETED) {
                            watcher.removed(object, stored.resourceVersion());
                        } else {
                            watcher.changed(object);
                        }
                    }

                    @Override
                    public void onBatchEnd() {}

                    @Override
                    public void onBookmark(long revision) {
                        watcher.progressed(revision);
                    }

                    @Override
                    public void onEnd(ApiException reason) {
                        watcher.ended(reason);
                    }
                });
        return watch::close;
    }

    @Override
    public Stored create(Kind<?> kind, ObjectNode object) {
        ServedResource resource = resource(kind);
        return resource.served(
                registry.create(caller, resource, Meta.namespace(object), Body.of(object), options(false))
                        .stored());
    }

    @Override
    public Stored update(Kind<?> kind, ObjectNode object, String subresource) {
        ServedResource resource = resource(kind);
        Target target = new Target(resource, Meta.namespace(object), Meta.name(object), subresource);
        return resource.served(
                registry.update(caller, target, Body.of(object), options(false)).stored());
    }

    @Override
    public Stored patch(Kind<?> kind, Key key, String subresource, PatchBody patch, boolean force) {
        ServedResource resource = resource(kind);
        Target target = new Target(resource, key.namespace(), key.name(), subresource);
        return resource.served(
                registry.patch(caller, target, patch, options(force)).stored());
    }

    @Override
    public Optional<Stored> delete(Kind<?> kind, Key key, DeleteOptions options) {
        ServedResource resource = resource(kind);
        Written written = registry.delete(caller, new Target(resource, key.namespace(), key.name(), ""), options);
        return written.effect() == Written.Effect.DELETED
                ? Optional.empty()
                : Optional.of(resource.served(written.stored()));
    }

    @Override
    public void bind(Key pod, ObjectNode binding) {
        ServedResource pods = resource(POD);
        Target target = new Target(pods, pod.namespace(), pod.name(), "binding");
        Manager manager = new Manager(fieldManager, "v1", "binding");
        registry.change(caller, target, new PodBinding(pods, pod.name(), binding, manager), options(false));
    }

    /// Each kind in one version: the stored one, if it is served.
    @Override
    public List<Kind<AnyObject>> kinds() {
        Map<GroupVersionKind, ResourceKind> kinds = new LinkedHashMap<>();
        for (ServedResource resource : catalog.get().all()) {
            ResourceKind kind = resource.kind();
            if (!kind.verbs().containsAll(REQUIRED_VERBS)) {
                continue;
            }
            kinds.merge(
                    resource.storage(),
                    kind,
                    (first, other) -> other.groupVersionKind().equals(resource.storage()) ? other : first);
        }
        return kinds.values().stream()
                .map(kind -> AnyObject.kind(kind.groupVersionKind(), kind.resource(), kind.namespaced()))
                .toList();
    }

    @Override
    public boolean hasAny(Kind<?> kind, String namespace) {
        return !registry.list(resource(kind), namespace, ObjectFilter.everything(), FIRST)
                .entries()
                .isEmpty();
    }

    @Override
    public void deleteAll(Kind<?> kind, String namespace) {
        registry.deleteCollection(
                caller, resource(kind), namespace, ObjectFilter.everything(), ReadOptions.NONE, DeleteOptions.NONE);
    }

    @Override
    public String version() {
        return KubernetesVersion.GIT_VERSION;
    }

    private static ObjectFilter filter(Selection selection) {
        return ObjectFilter.of(selection.labels(), selection.fields());
    }

    private WriteOptions options(boolean force) {
        return new WriteOptions(false, fieldManager, FieldValidation.STRICT, force);
    }

    private ServedResource resource(Kind<?> kind) {
        return resource(kind.type());
    }

    private ServedResource resource(GroupVersionKind type) {
        return catalog.get()
                .findKind(type.apiVersion(), type.kind())
                .orElseThrow(() -> new ApiException(
                        Reason.NOT_FOUND, "no kind " + type.kind() + " in " + type.apiVersion() + " is served"));
    }
}
