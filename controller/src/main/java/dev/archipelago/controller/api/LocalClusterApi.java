package dev.archipelago.controller.api;

import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.apiserver.authn.UserInfo;
import dev.archipelago.apiserver.discovery.ServerVersion;
import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.local.LocalApi;
import dev.archipelago.apiserver.objects.Stored;
import dev.archipelago.apiserver.registry.EventType;
import dev.archipelago.apiserver.registry.Page;
import dev.archipelago.apiserver.registry.PatchBody;
import dev.archipelago.apiserver.registry.WatchSink;
import dev.archipelago.apiserver.request.DeleteOptions;
import dev.archipelago.controller.objects.AnyObject;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.objects.Kind;
import dev.archipelago.store.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A cluster in this process: straight into its registry. What is read shares its bytes with the store.
public final class LocalClusterApi implements ClusterApi {
    private final LocalApi api;

    public LocalClusterApi(LocalApi api) {
        this.api = api;
    }

    /// The API of a server in this process for one part of its cluster, which may do anything.
    public static ClusterApi of(ApiServer server, String part) {
        return new LocalClusterApi(server.local(UserInfo.of("system:controller:" + part, UserInfo.MASTERS), part));
    }

    /// The same for somebody in particular, who can give others no more than they have themselves.
    public static ClusterApi of(ApiServer server, UserInfo user, String part) {
        return new LocalClusterApi(server.local(user, part));
    }

    @Override
    public <T extends ApiObject> Optional<T> get(Kind<T> kind, Key key) {
        return api.get(kind.type(), key.namespace(), key.name()).map(kind::read);
    }

    @Override
    public <T extends ApiObject> Listing<T> list(Kind<T> kind) {
        Page page = api.list(kind.type());
        List<T> objects = new ArrayList<>(page.entries().size());
        page.entries().forEach(entry -> objects.add(kind.read(api.served(kind.type(), Stored.of(entry)))));
        return new Listing<>(objects, page.revision());
    }

    @Override
    public <T extends ApiObject> Subscription watch(Kind<T> kind, long after, Watcher<T> watcher) {
        Watch watch = api.watch(kind.type(), after, new WatchSink() {
            @Override
            public void onEvent(EventType type, Stored stored) {
                T object = kind.read(api.served(kind.type(), stored));
                if (type == EventType.DELETED) {
                    watcher.removed(object, stored.revision());
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
        return api.create(kind.type(), object);
    }

    @Override
    public Stored update(Kind<?> kind, ObjectNode object, String subresource) {
        return api.update(kind.type(), object, subresource);
    }

    @Override
    public Stored patch(Kind<?> kind, Key key, String subresource, PatchBody patch, boolean force) {
        return api.patch(kind.type(), key.namespace(), key.name(), subresource, patch, force);
    }

    @Override
    public Optional<Stored> delete(Kind<?> kind, Key key, DeleteOptions options) {
        return api.delete(kind.type(), key.namespace(), key.name(), options);
    }

    @Override
    public void bind(Key pod, ObjectNode binding) {
        api.bind(pod.namespace(), pod.name(), binding);
    }

    @Override
    public List<Kind<AnyObject>> kinds() {
        return api.kinds().stream()
                .map(kind -> AnyObject.kind(kind.groupVersionKind(), kind.resource(), kind.namespaced()))
                .toList();
    }

    @Override
    public boolean hasAny(Kind<?> kind, String namespace) {
        return api.hasAny(kind.type(), namespace);
    }

    @Override
    public void deleteAll(Kind<?> kind, String namespace) {
        api.deleteAll(kind.type(), namespace);
    }

    @Override
    public String version() {
        return ServerVersion.GIT_VERSION;
    }
}
