package dev.archipelago.cluster.endpoints;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The services and the pods behind them, shared by both endpoint controllers.
final class ServicePods {
    private final Cache<Service> services;
    private final Cache<Pod> pods;
    private final Selections selections;

    ServicePods(Caches caches) {
        services = caches.of(Service.KIND);
        pods = caches.of(Pod.KIND);
        selections = new Selections(services, pods);
    }

    /// @param again takes services that have changed, or one of whose pods has
    void connect(Consumer<Key> again) {
        services.listen((before, after) -> {
            if (after != null) {
                again.accept(after.key());
            } else if (before != null) {
                again.accept(before.key());
            }
        });
        pods.listen((before, after) -> {
            if (before == null || after == null || differs(before, after)) {
                servicesOf(before, again);
                servicesOf(after, again);
            }
        });
    }

    /// Whether a change of a pod can affect endpoints.
    private static boolean differs(Pod before, Pod after) {
        return before.isReady() != after.isReady()
                || before.isDeleting() != after.isDeleting()
                || before.isOver() != after.isOver()
                || !before.uid().equals(after.uid())
                || !before.addresses().equals(after.addresses())
                || !before.nodeName().equals(after.nodeName())
                || !before.labels().equals(after.labels());
    }

    void servicesOf(@Nullable Pod pod, Consumer<Key> again) {
        if (pod != null) {
            selections.servicesOf(pod).forEach(again);
        }
    }

    Optional<Service> service(Key key) {
        return services.get(key);
    }

    /// The pods that a service selects, in the order of their names.
    List<Pod> of(Service service) {
        return selections.podsOf(service);
    }

    /// Whether the service's endpoints come from a selector, and not from a user.
    static boolean hasPods(Service service) {
        return !service.selector().isEmpty() && !service.isExternalName() && !service.isDeleting();
    }

    /// The address type of the service's first IP family.
    static String addressType(Service service) {
        if (!service.ipFamilies().isEmpty()) {
            return service.ipFamilies().getFirst();
        }
        boolean six = !service.clusterIps().isEmpty()
                && service.clusterIps().getFirst().indexOf(':') >= 0;
        return six ? "IPv6" : "IPv4";
    }
}
