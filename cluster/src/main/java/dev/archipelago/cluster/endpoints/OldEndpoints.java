package dev.archipelago.cluster.endpoints;

import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.kinds.EndpointSlice.Port;
import dev.archipelago.cluster.kinds.Endpoints;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.controller.plan.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Builds Endpoints: all addresses in one object, ready and not ready ones apart.
final class OldEndpoints {
    static final String MANAGED_BY = "endpoints.kubernetes.io/managed-by";
    static final String CONTROLLER = "endpoint-controller";

    private static final String OVER_CAPACITY = "endpoints.kubernetes.io/over-capacity";
    private static final String TRUNCATED = "truncated";
    private static final int ADDRESSES_MAX = 1000;

    private final Service service;
    private final Map<List<Port>, Subset> subsets = new LinkedHashMap<>();
    private int room = ADDRESSES_MAX;
    private boolean truncated;

    private record Subset(List<Pod> ready, List<Pod> notReady) {}

    private OldEndpoints(Service service) {
        this.service = service;
    }

    /// @param pods that the service selects
    /// @param found the existing Endpoints
    static Plan plan(Service service, List<Pod> pods, Optional<Endpoints> found) {
        OldEndpoints wanted = new OldEndpoints(service);
        pods.forEach(wanted::add);
        ArrayNode subsets = wanted.subsets();
        Plan.Builder plan = Plan.builder();
        Endpoints existing = found.orElse(null);
        if (existing == null) {
            plan.create(Endpoints.KIND, wanted.fill(wanted.bare(), subsets));
        } else if (!existing.isDeleting() && !wanted.isSaidBy(existing, subsets)) {
            plan.update(Endpoints.KIND, wanted.fill(existing.stored().treeWithout("subsets"), subsets));
        }
        return plan.build();
    }

    private boolean isSaidBy(Endpoints existing, ArrayNode wanted) {
        String mark = existing.meta().annotations().get(OVER_CAPACITY);
        if (!Objects.equals(mark, truncated ? TRUNCATED : null)
                || !existing.labels().equals(labels())) {
            return false;
        }
        JsonNode known = existing.view().path("subsets");
        // An empty list and an absent one are equal.
        return wanted.isEmpty() ? known.isEmpty() : wanted.equals(known);
    }

    private void add(Pod pod) {
        boolean gone = pod.isDeleting() && !service.publishesNotReady();
        if (gone || pod.isOver() || address(pod).isEmpty()) {
            return;
        }
        List<Port> ports = Candidates.ports(service, pod);
        if (ports.isEmpty() && !(service.ports().isEmpty() && service.isHeadless())) {
            return;
        }
        Subset subset = subsets.computeIfAbsent(ports, p -> new Subset(new ArrayList<>(), new ArrayList<>()));
        boolean ready = service.publishesNotReady() || pod.isReady();
        (ready ? subset.ready : subset.notReady).add(pod);
    }

    private String address(Pod pod) {
        boolean six = ServicePods.addressType(service).equals("IPv6");
        for (String address : pod.addresses()) {
            if (Candidates.isOfType(address, six)) {
                return address;
            }
        }
        return "";
    }

    private ObjectNode bare() {
        ObjectNode tree =
                Json.object().put("apiVersion", Endpoints.KIND.apiVersion()).put("kind", Endpoints.KIND.name());
        tree.putObject("metadata").put("name", service.name()).put("namespace", service.namespace());
        return tree;
    }

    private ObjectNode fill(ObjectNode tree, ArrayNode wanted) {
        Labels.write(labels(), tree);
        if (!wanted.isEmpty()) {
            tree.set("subsets", wanted);
        }
        annotate((ObjectNode) tree.get("metadata"));
        return tree;
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new TreeMap<>(service.labels());
        Labels.setHeadless(labels, service);
        labels.put(MANAGED_BY, CONTROLLER);
        return labels;
    }

    private void annotate(ObjectNode metadata) {
        if (truncated) {
            metadata.withObjectProperty("annotations").put(OVER_CAPACITY, TRUNCATED);
        } else if (metadata.get("annotations") instanceof ObjectNode annotations) {
            annotations.remove(OVER_CAPACITY);
            if (annotations.isEmpty()) {
                metadata.remove("annotations");
            }
        }
    }

    private ArrayNode subsets() {
        ArrayNode list = Json.object().putArray("subsets");
        List<ObjectNode> entries = new ArrayList<>();
        // Ready addresses come first, if not all fit.
        subsets.values().forEach(subset -> entries.add(entry("addresses", subset.ready, Json.object())));
        int next = 0;
        for (Map.Entry<List<Port>, Subset> subset : subsets.entrySet()) {
            ObjectNode entry = entry("notReadyAddresses", subset.getValue().notReady, entries.get(next++));
            if (!entry.isEmpty()) {
                ArrayNode ports = entry.arrayNode();
                subset.getKey().forEach(port -> ports.add(port(port)));
                if (!ports.isEmpty()) {
                    entry.set("ports", ports);
                }
                list.add(entry);
            }
        }
        return list;
    }

    private ObjectNode entry(String field, List<Pod> pods, ObjectNode entry) {
        List<Pod> sorted = new ArrayList<>(pods);
        sorted.sort(Comparator.<Pod, String>comparing(this::address).thenComparing(Pod::uid));
        if (sorted.size() > room) {
            truncated = true;
        }
        List<Pod> taken = sorted.subList(0, Math.min(room, sorted.size()));
        room -= taken.size();
        if (!taken.isEmpty()) {
            ArrayNode addresses = entry.putArray(field);
            taken.forEach(pod -> addresses.add(address(pod, address(pod))));
        }
        return entry;
    }

    private ObjectNode address(Pod pod, String ip) {
        ObjectNode json = Json.object();
        String hostname = Candidates.hostname(service, pod);
        if (!hostname.isEmpty()) {
            json.put("hostname", hostname);
        }
        json.put("ip", ip);
        if (!pod.nodeName().isEmpty()) {
            json.put("nodeName", pod.nodeName());
        }
        json.putObject("targetRef")
                .put("kind", "Pod")
                .put("name", pod.name())
                .put("namespace", pod.namespace())
                .put("uid", pod.uid());
        return json;
    }

    private static JsonNode port(Port port) {
        ObjectNode json = port.json();
        if (port.name().isEmpty()) {
            json.remove("name");
        }
        return json;
    }
}
