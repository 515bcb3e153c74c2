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
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// The API of the simulated cluster: the real registry on a store in memory. It never fails by itself.
final class SimServer {
    // The same for all simulations of a process, and not cheap to make.
    private static final Catalog CATALOG = new Catalog(BuiltinCatalog.resources());

    private final Registry registry;

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
}
