package dev.archipelago.simulation.engine;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.apiserver.admission.Admission;
import dev.archipelago.apiserver.admission.AdmissionChain;
import dev.archipelago.apiserver.admission.NamespaceLifecycle;
import dev.archipelago.apiserver.builtin.BuiltinCatalog;
import dev.archipelago.apiserver.catalog.Catalog;
import dev.archipelago.apiserver.local.LocalClusterApi;
import dev.archipelago.apiserver.registry.Allotments;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.registry.WriteKit;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// The API server of a simulated cluster: the real registry on a store in memory. It has no faults of its own.
public final class SimServer {
    /// The built-in kinds, shared by all simulations, as they are costly to create.
    public static final Catalog BUILT_IN = new Catalog(BuiltinCatalog.resources());

    private final SimStore store = new SimStore();
    private final Registry registry;
    private final Catalog catalog;
    // In the order of registration, so that the order does not depend on hashes.
    private final Map<Decoding, Broadcast<?>> broadcasts = new LinkedHashMap<>();

    /// The key of a broadcast: different readers decode different fields of one type.
    private record Decoding(GroupVersionKind type, Object reader, Selection selection) {}

    public SimServer(InstantSource clock, RandomGenerator random) {
        this(BUILT_IN, List.of(), clock, random);
    }

    /// @param admissions in addition to the standard ones
    public SimServer(Catalog catalog, List<Admission> admissions, InstantSource clock, RandomGenerator random) {
        List<Admission> chain = new ArrayList<>(admissions);
        chain.addFirst(new NamespaceLifecycle(store));
        this.catalog = catalog;
        registry = new Registry(new WriteKit(
                store,
                new AdmissionChain(chain),
                Allotments.NONE,
                clock,
                () -> new UUID(random.nextLong(), random.nextLong()).toString(),
                random));
    }

    /// Deletes everything, as if replaced by another server of the same name, and ends all watches.
    public void wipe() {
        store.wipe();
        List.copyOf(broadcasts.values()).forEach(Broadcast::cut);
    }

    public ClusterApi api(String name) {
        return new LocalClusterApi(registry, () -> catalog, UserInfo.of("system:" + name, UserInfo.MASTERS), name);
    }

    /// Watches a kind from now on; events are delivered before the writing call returns.
    public <T extends ApiObject> ClusterApi.Subscription watch(Kind<T> kind, ClusterApi.Watcher<T> watcher) {
        return watch(kind, Selection.ALL, watcher);
    }

    /// The same of selected objects.
    public <T extends ApiObject> ClusterApi.Subscription watch(
            Kind<T> kind, Selection selection, ClusterApi.Watcher<T> watcher) {
        Decoding decoding = new Decoding(kind.type(), kind.reader(), selection);
        Broadcast<T> broadcast = broadcast(kind, decoding);
        ClusterApi.Subscription subscription = broadcast.subscribe(watcher);
        return () -> {
            subscription.close();
            // There may be one for each object that somebody was interested in.
            if (!selection.isAll() && broadcast.isIdle() && broadcasts.remove(decoding, broadcast)) {
                broadcast.close();
            }
        };
    }

    @SuppressWarnings("unchecked") // Each reader is put in with a broadcast of its own type.
    private <T extends ApiObject> Broadcast<T> broadcast(Kind<T> kind, Decoding decoding) {
        return (Broadcast<T>) broadcasts.computeIfAbsent(
                decoding, k -> new Broadcast<>(api("broadcast"), kind, decoding.selection()));
    }
}
