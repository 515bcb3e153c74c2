package dev.archipelago.cluster.endpoints;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.controller.plan.Plan;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Converts drafts that differ from their slices into actions.
final class SliceWriter {
    static final String CONTROLLER = "endpointslice-controller.k8s.io";

    private final Service service;
    private final Plan.Builder plan;
    private final SliceNames names;
    private final Map<String, String> labels;

    SliceWriter(ServiceState observed, Plan.Builder plan) {
        this.service = observed.service();
        this.plan = plan;
        this.names = new SliceNames(service, observed.isTaken());
        this.labels = new TreeMap<>(service.labels());
        Labels.setHeadless(labels, service);
        labels.put(EndpointSlice.SERVICE, service.name());
        labels.put(EndpointSlice.MANAGED_BY, CONTROLLER);
    }

    void write(String addressType, Draft draft) {
        EndpointSlice slice = draft.slice();
        if (slice == null) {
            plan.create(EndpointSlice.KIND, fill(bare(addressType), draft));
        } else if (draft.isChanged() || !slice.labels().equals(labels)) {
            plan.update(EndpointSlice.KIND, fill(slice.stored().treeWithout("endpoints"), draft));
        }
    }

    private ObjectNode bare(String addressType) {
        ObjectNode tree = Json.object()
                .put("apiVersion", EndpointSlice.KIND.apiVersion())
                .put("kind", EndpointSlice.KIND.name())
                .put("addressType", addressType);
        ObjectNode metadata =
                tree.putObject("metadata").put("name", names.next(addressType)).put("namespace", service.namespace());
        metadata.putArray("ownerReferences")
                .add(Owner.controlling(Service.KIND, service).json());
        return tree;
    }

    private ObjectNode fill(ObjectNode tree, Draft draft) {
        Labels.write(labels, tree);
        ArrayNode endpoints = tree.putArray("endpoints");
        draft.endpoints().forEach(endpoint -> endpoints.add(endpoint.json(service.namespace())));
        ArrayNode ports = tree.putArray("ports");
        draft.ports().forEach(port -> ports.add(port.json()));
        return tree;
    }
}
