package dev.archipelago.cluster.endpoints;

import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.Endpoints;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The controller of EndpointSlices and of Endpoints.
public final class EndpointsReconciler implements Reconciler {
    private final Cache<Service> services;
    private final Cache<Pod> pods;
    private final Cache<Node> nodes;
    private final Cache<EndpointSlice> slices;
    private final Cache<Endpoints> endpoints;
    private final Selections selections;
    private final Index<Pod> podsByNode;
    private final Index<EndpointSlice> slicesByService;

    public EndpointsReconciler(Caches caches) {
        services = caches.of(Service.KIND);
        pods = caches.of(Pod.KIND);
        nodes = caches.of(Node.KIND);
        slices = caches.of(EndpointSlice.KIND);
        endpoints = caches.of(Endpoints.KIND);
        selections = new Selections(services, pods);
        podsByNode = pods.index(pod -> pod.nodeName().isEmpty() ? List.of() : List.of(pod.nodeName()));
        slicesByService =
                slices.index(slice -> isOurs(slice) ? List.of(slice.service().toString()) : List.of());
    }

    private static boolean isOurs(EndpointSlice slice) {
        return SliceWriter.CONTROLLER.equals(slice.labels().get(EndpointSlice.MANAGED_BY));
    }

    @Override
    public String name() {
        return "endpointslice-controller";
    }

    @Override
    public void connect(Consumer<Key> again) {
        services.listen((before, after) -> keyOf(before, after, again));
        endpoints.listen((before, after) -> keyOf(before, after, again));
        slices.listen((before, after) -> {
            serviceOf(before, again);
            serviceOf(after, again);
        });
        pods.listen((before, after) -> {
            if (before == null || after == null || differs(before, after)) {
                servicesOf(before, again);
                servicesOf(after, again);
            }
        });
        nodes.listen((before, after) -> {
            Node either = after == null ? before : after;
            boolean same = before != null && after != null && before.zone().equals(after.zone());
            if (either != null && !same) {
                podsByNode.get(either.name()).forEach(pod -> servicesOf(pod, again));
            }
        });
    }

    private static void keyOf(@Nullable ApiObject before, @Nullable ApiObject after, Consumer<Key> again) {
        if (after != null) {
            again.accept(after.key());
        } else if (before != null) {
            again.accept(before.key());
        }
    }

    private static void serviceOf(@Nullable EndpointSlice slice, Consumer<Key> again) {
        if (slice != null && isOurs(slice)) {
            again.accept(slice.service());
        }
    }

    private void servicesOf(@Nullable Pod pod, Consumer<Key> again) {
        if (pod != null) {
            selections.servicesOf(pod).forEach(again);
        }
    }

    /// Whether the change matters to any service.
    private static boolean differs(Pod before, Pod after) {
        return before.isReady() != after.isReady()
                || before.isDeleting() != after.isDeleting()
                || before.isOver() != after.isOver()
                || !before.uid().equals(after.uid())
                || !before.addresses().equals(after.addresses())
                || !before.nodeName().equals(after.nodeName())
                || !before.labels().equals(after.labels());
    }

    @Override
    public Plan plan(Key key, Instant now) {
        Service service = services.get(key).orElse(null);
        if (service == null) {
            return removeEndpoints(key);
        }
        return EndpointsPlanner.plan(new Observed(
                service,
                selections.podsOf(service),
                slicesByService.get(key.toString()),
                name -> slices.get(new Key(key.namespace(), name)).isPresent(),
                endpoints.get(key),
                name -> nodes.get(Key.global(name))));
    }

    /// Slices go with the service that owns them; the old form has no owner, and must not outlive the service.
    private Plan removeEndpoints(Key key) {
        return endpoints
                .get(key)
                .filter(found -> OldEndpoints.CONTROLLER.equals(found.labels().get(OldEndpoints.MANAGED_BY)))
                .map(found -> Plan.builder().delete(Endpoints.KIND, found).build())
                .orElse(Plan.NOTHING);
    }
}
