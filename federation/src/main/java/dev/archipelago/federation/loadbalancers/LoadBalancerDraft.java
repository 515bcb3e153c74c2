package dev.archipelago.federation.loadbalancers;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.federation.kinds.Names;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Builds the load balancer Services of the replicas of one set.
public final class LoadBalancerDraft {
    /// On load balancers: the set they belong to.
    static final String SET_LABEL = "archipelago.dev/statefulset";

    private static final String POD_NAME = "statefulset.kubernetes.io/pod-name";

    private final StatefulSet set;
    private final ArrayNode ports;

    /// @param governing the set's headless service
    LoadBalancerDraft(StatefulSet set, Optional<Service> governing) {
        this.set = set;
        this.ports = ports(set, governing);
    }

    /// Whether no replica has a port to be reached at.
    boolean hasNoPorts() {
        return ports.isEmpty();
    }

    ObjectNode create(FederatedSet.Replica replica) {
        ObjectNode service = Json.object();
        service.putObject("metadata").put("namespace", set.namespace()).put("name", replica.name());
        claim(service, replica);
        return service;
    }

    /// Turns an existing Service into the load balancer of a replica. It keeps labels, annotations and
    /// allocated values only.
    ObjectNode overwrite(Service existing, FederatedSet.Replica replica) {
        ObjectNode service = existing.tree();
        service.putObject("spec");
        claim(service, replica);
        return service;
    }

    /// The load balancer of a replica, with fields that others have set.
    ObjectNode repair(Service existing, FederatedSet.Replica replica) {
        ObjectNode service = existing.tree();
        claim(service, replica);
        return service;
    }

    /// Sets all fields that the federation decides.
    private void claim(ObjectNode service, FederatedSet.Replica replica) {
        ObjectNode metadata = Json.child(service, "metadata");
        Json.child(metadata, "labels").put(SET_LABEL, set.name());
        Json.child(metadata, "annotations").put(Names.CLUSTER_SELECTOR, only(replica.cluster()));
        // Not as a controller: objects that have a controller are not propagated.
        Owner owner = Owner.controlling(StatefulSet.KIND, set);
        metadata.putArray("ownerReferences")
                .add(new Owner(owner.apiVersion(), owner.kind(), owner.name(), owner.uid(), false, true).json());
        ObjectNode spec = Json.child(service, "spec").put("type", "LoadBalancer");
        spec.putObject("selector").put(POD_NAME, replica.name());
        spec.set("ports", ports.deepCopy());
    }

    /// Whether a load balancer has all fields that the federation decides.
    boolean holds(Service existing, FederatedSet.Replica replica) {
        return set.name().equals(existing.labels().get(SET_LABEL))
                && only(replica.cluster()).equals(existing.meta().annotations().get(Names.CLUSTER_SELECTOR))
                && existing.isLoadBalancer()
                && existing.view().path("spec").path("selector").size() == 1
                && replica.name().equals(existing.selector().get(POD_NAME))
                && holdsPorts(existing);
    }

    private boolean holdsPorts(Service existing) {
        for (Service.Port port : existing.ports()) {
            if (port.target() != port.number()) {
                return false;
            }
        }
        return ports(existing).toString().equals(ports.toString());
    }

    private static String only(String cluster) {
        ArrayNode only = Json.NODES.arrayNode();
        only.addObject()
                .put("key", Names.CLUSTER_NAME_LABEL)
                .put("operator", "=")
                .putArray("values")
                .add(cluster);
        return only.toString();
    }

    /// The ports of the headless service, or of the containers if it has none.
    private static ArrayNode ports(StatefulSet set, Optional<Service> governing) {
        ArrayNode ports = governing.map(service -> ports(service)).orElseGet(Json.NODES::arrayNode);
        return ports.isEmpty() ? containerPorts(set.template()) : ports;
    }

    private static ArrayNode ports(Service service) {
        ArrayNode ports = Json.NODES.arrayNode();
        for (Service.Port port : service.ports()) {
            add(ports, port.name(), port.protocol(), port.number());
        }
        return ports;
    }

    /// Skips repeated port names: two containers may have the same, a Service may not.
    private static ArrayNode containerPorts(JsonNode template) {
        ArrayNode ports = Json.NODES.arrayNode();
        Set<String> taken = new HashSet<>();
        for (JsonNode container : template.path("spec").path("containers")) {
            for (JsonNode port : container.path("ports")) {
                int number = port.path("containerPort").asInt();
                String protocol = port.path("protocol").asString("TCP");
                if (!taken.add(number + "/" + protocol)) {
                    continue;
                }
                String name = port.path("name").asString("port-" + number);
                boolean unique = taken.add(name);
                add(ports, unique ? name : "p" + number + '-' + protocol.toLowerCase(Locale.ROOT), protocol, number);
            }
        }
        return ports;
    }

    private static void add(ArrayNode ports, String name, String protocol, int number) {
        ObjectNode port = ports.addObject().put("port", number).put("protocol", protocol);
        if (!name.isEmpty()) {
            port.put("name", name);
        }
    }
}
