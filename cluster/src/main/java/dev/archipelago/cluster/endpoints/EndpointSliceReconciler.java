package dev.archipelago.cluster.endpoints;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.cache.Index;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The controller of EndpointSlices.
final class EndpointSliceReconciler implements Reconciler {
    private final ServicePods servicePods;
    private final Cache<Node> nodes;
    private final Cache<EndpointSlice> slices;
    private final Index<Pod> podsByNode;
    private final Index<EndpointSlice> slicesByService;

    EndpointSliceReconciler(Caches caches, ServicePods servicePods) {
        this.servicePods = servicePods;
        nodes = caches.of(Node.KIND);
        slices = caches.of(EndpointSlice.KIND);
        podsByNode = caches.of(Pod.KIND).index(pod -> pod.nodeName().isEmpty() ? List.of() : List.of(pod.nodeName()));
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
        servicePods.connect(again);
        slices.listen((before, after) -> {
            serviceOf(before, again);
            serviceOf(after, again);
        });
        nodes.listen((before, after) -> {
            Node either = after == null ? before : after;
            boolean same = before != null && after != null && before.zone().equals(after.zone());
            if (either != null && !same) {
                podsByNode.get(either.name()).forEach(pod -> servicePods.servicesOf(pod, again));
            }
        });
    }

    private static void serviceOf(@Nullable EndpointSlice slice, Consumer<Key> again) {
        if (slice != null && isOurs(slice)) {
            again.accept(slice.service());
        }
    }

    /// Slices of a deleted service are garbage collected.
    @Override
    public Plan plan(Key key, Instant now) {
        return servicePods
                .service(key)
                .filter(ServicePods::hasPods)
                .map(service -> SlicePlanner.plan(new ServiceState(
                        service,
                        servicePods.of(service),
                        slicesByService.get(key.toString()),
                        name -> slices.get(new Key(key.namespace(), name)).isPresent(),
                        name -> nodes.get(Key.global(name)))))
                .orElse(Plan.NOTHING);
    }
}
