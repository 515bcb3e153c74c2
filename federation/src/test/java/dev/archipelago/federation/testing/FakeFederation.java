package dev.archipelago.federation.testing;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.ClusterApi.Listing;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import java.lang.reflect.Proxy;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The caches of a federation without an API.
public final class FakeFederation {
    private final Caches caches = new Caches();
    private long revision = 1;

    public Caches caches() {
        return caches;
    }

    /// Adds served kinds. Call it after all listeners are registered.
    public void serve(List<Kind<AnyObject>> kinds) {
        caches.discover((ClusterApi) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ClusterApi.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("kinds")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return kinds;
                }));
        caches.all().forEach(cache -> cache.replaceAll(new Listing<>(List.of(), revision)));
    }

    public <T extends ApiObject> void put(Kind<T> kind, T object) {
        put(kind, object.tree());
    }

    public <T extends ApiObject> void put(Kind<T> kind, ObjectNode tree) {
        caches.of(kind).put(TestingObjects.read(kind, tree, ++revision));
    }

    /// Carries out creations, updates and deletions without any check.
    public void carryOut(Plan plan) {
        for (Action action : plan.actions()) {
            switch (action) {
                case Action.Create create -> put(create.kind(), create.object());
                case Action.Update update -> put(update.kind(), update.object());
                case Action.Delete delete -> caches.of(delete.kind()).remove(delete.key(), ++revision);
                default -> throw new UnsupportedOperationException(action.toString());
            }
        }
    }

    public void remove(Kind<?> kind, ApiObject object) {
        caches.of(kind).remove(object.key(), ++revision);
    }
}
