package dev.archipelago.cluster.endpoints;

import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.controller.plan.Plan;
import java.util.ArrayList;
import java.util.List;

/// Decides what to do about the slices of one service.
final class SlicePlanner {
    private SlicePlanner() {}

    static Plan plan(ServiceState observed) {
        Service service = observed.service();
        Plan.Builder plan = Plan.builder();
        SliceWriter writer = new SliceWriter(observed, plan);
        Candidates candidates = new Candidates(observed);
        List<EndpointSlice> surplus = new ArrayList<>(observed.slices());
        for (String type : addressTypes(service)) {
            List<EndpointSlice> existing = observed.slices().stream()
                    .filter(slice -> slice.addressType().equals(type)
                            && slice.meta().isControlledBy(service.uid())
                            && !slice.isDeleting())
                    .toList();
            Slicing.Result result = Slicing.of(existing, candidates.byPorts(type));
            result.drafts().forEach(draft -> writer.write(type, draft));
            surplus.removeIf(
                    slice -> existing.contains(slice) && !result.surplus().contains(slice));
        }
        surplus.removeIf(EndpointSlice::isDeleting);
        surplus.forEach(slice -> plan.delete(EndpointSlice.KIND, slice));
        return plan.build();
    }

    private static List<String> addressTypes(Service service) {
        if (!service.ipFamilies().isEmpty()) {
            return service.ipFamilies();
        }
        return List.of(ServicePods.addressType(service));
    }
}
