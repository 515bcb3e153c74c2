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

/// What the load balancers of the replicas of one set look like.
public final class LoadBalancerDraft {
    /// On load balancers: the set that they are of.
    static final String SET_LABEL = "archipelago.dev/statefulset";

    private static final String POD_NAME = "statefulset.kubernetes.io/pod-name";

    private final StatefulSet set;
    private final ArrayNode ports;

    /// @param governing the set's headless service
    LoadBalancerDraft(StatefulSet set, Optional<Service> governing) {
        this.set = set;
        this.ports = ports(set, governing);
    }

    /// Whether there is nothing that a replica could be reached at.
    boolean hasNoPorts() {
        return ports.isEmpty();
    }

    ObjectNode create(FederatedSet.Replica replica) {
        ObjectNode service = Json.object();
        service.putObject("metadata").put("namespace", set.namespace()).put("name", replica.name());
        claim(service, replica);
        return service;
    }

    /// A Service that people or others made, as the load balancer of a replica: of what it was only labels, annotations
    /// and what the server allotted to it are left.
    ObjectNode overwrite(Service existing, FederatedSet.Replica replica) {
        ObjectNode service = existing.tree();
        service.putObject("spec");
        claim(service, replica);
        return service;
    }

    /// The load balancer of a replica, with what people have added to it.
    ObjectNode repair(Service existing, FederatedSet.Replica replica) {
        ObjectNode service = existing.tree();
        claim(service, replica);
        return service;
    }

    /// Puts in all that is decided here.
    private void claim(ObjectNode service, FederatedSet.Replica replica) {
        ObjectNode metadata = Json.child(service, "metadata");
        Json.child(metadata, "labels").put(SET_LABEL, set.name());
        Json.child(metadata, "annotations").put(Names.CLUSTER_SELECTOR, only(replica.cluster()));
        // Not as its controller: what a controller made is not propagated.
        Owner owner = Owner.controlling(StatefulSet.KIND, set);
        metadata.putArray("ownerReferences")
                .add(new Owner(owner.apiVersion(), owner.kind(), owner.name(), owner.uid(), false, true).json());
        ObjectNode spec = Json.child(service, "spec").put("type", "LoadBalancer");
        spec.putObject("selector").put(POD_NAME, replica.name());
        spec.set("ports", ports.deepCopy());
    }

    /// Whether a load balancer of the set says all that is decided here.
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

    /// Two containers may have ports of one name, a Service may not.
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
