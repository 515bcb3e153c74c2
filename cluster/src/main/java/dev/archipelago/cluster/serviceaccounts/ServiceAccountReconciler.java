package dev.archipelago.cluster.serviceaccounts;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.ConfigMap;
import dev.archipelago.cluster.kinds.Namespace;
import dev.archipelago.cluster.kinds.ServiceAccount;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.function.Consumer;

/// The controller that keeps a `default` ServiceAccount and the cluster's CA certificate in every namespace.
public final class ServiceAccountReconciler implements Reconciler {
    private final Cache<Namespace> namespaces;
    private final Cache<ServiceAccount> accounts;
    private final Cache<ConfigMap> maps;
    private final String authority;

    /// @param authority the CA certificate of the API server, as PEM
    public ServiceAccountReconciler(Caches caches, String authority) {
        namespaces = caches.of(Namespace.KIND);
        accounts = caches.of(ServiceAccount.KIND);
        maps = caches.of(ConfigMap.KIND);
        this.authority = authority;
    }

    @Override
    public String name() {
        return "serviceaccount-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        namespaces.listen((before, after) -> {
            if (after != null && (before == null || !before.uid().equals(after.uid()))) {
                again.accept(after.key());
            }
        });
        accounts.listen((before, after) -> {
            if (after == null && before != null) {
                lost(before, NamespaceNeeds.ACCOUNT, again);
            }
        });
        maps.listen((before, after) -> {
            if (after != null) {
                lost(after, NamespaceNeeds.CERTIFICATES, again);
            } else if (before != null) {
                lost(before, NamespaceNeeds.CERTIFICATES, again);
            }
        });
    }

    private static void lost(ApiObject object, String name, Consumer<Key> again) {
        if (object.name().equals(name)) {
            again.accept(Key.global(object.namespace()));
        }
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Namespace namespace = namespaces.get(key).orElse(null);
        if (namespace == null || namespace.isDeleting()) {
            return Plan.NOTHING;
        }
        return NamespaceNeeds.plan(
                key.name(),
                accounts.get(new Key(key.name(), NamespaceNeeds.ACCOUNT)),
                maps.get(new Key(key.name(), NamespaceNeeds.CERTIFICATES)),
                authority);
    }
}
