package dev.archipelago.simulation;

import dev.archipelago.apiserver.admission.AdmissionChain;
import dev.archipelago.apiserver.admission.NamespaceLifecycle;
import dev.archipelago.apiserver.authn.UserInfo;
import dev.archipelago.apiserver.builtin.BuiltinCatalog;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.local.LocalApi;
import dev.archipelago.apiserver.registry.Allotments;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.registry.WriteKit;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.api.LocalClusterApi;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// The API of the simulated cluster: the real registry on a store in memory. It never fails by itself.
final class SimServer {
    // The same for all simulations of a process, and not cheap to make.
    private static final Catalog CATALOG = new Catalog(BuiltinCatalog.resources());

    private final Registry registry;
    private final Map<Kind<?>, Broadcast<?>> broadcasts = new HashMap<>();

    SimServer(SimStore store, SimTime time, RandomGenerator random) {
        registry = new Registry(new WriteKit(
                store,
                new AdmissionChain(List.of(new NamespaceLifecycle(store))),
                Allotments.NONE,
                time,
                () -> new UUID(random.nextLong(), random.nextLong()).toString(),
                random));
    }

    ClusterApi api(String name) {
        return new LocalClusterApi(
                new LocalApi(registry, () -> CATALOG, UserInfo.of("system:" + name, UserInfo.MASTERS), name));
    }

    /// Tells of every change of a kind from now on, before the call that made it returns.
    <T extends ApiObject> ClusterApi.Subscription watch(Kind<T> kind, ClusterApi.Watcher<T> watcher) {
        return broadcast(kind).subscribe(watcher);
    }

    @SuppressWarnings("unchecked") // Each kind is put in with a broadcast of its own type.
    private <T extends ApiObject> Broadcast<T> broadcast(Kind<T> kind) {
        return (Broadcast<T>) broadcasts.computeIfAbsent(kind, k -> new Broadcast<>(api("broadcast"), kind));
    }
}
