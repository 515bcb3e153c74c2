package dev.archipelago.cluster.endpoints;

import dev.archipelago.cluster.kinds.Endpoint;
import dev.archipelago.cluster.kinds.EndpointSlice.Port;
import dev.archipelago.cluster.kinds.Node;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Service;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Converts the pods of a service to endpoints.
final class Candidates {
    private final ServiceState observed;
    private final Service service;

    Candidates(ServiceState observed) {
        this.observed = observed;
        this.service = observed.service();
    }

    /// The endpoints with addresses of a type, grouped by their ports.
    Map<List<Port>, List<Endpoint>> byPorts(String addressType) {
        Map<List<Port>, List<Endpoint>> groups = new LinkedHashMap<>();
        for (Pod pod : observed.pods()) {
            List<String> addresses = addresses(pod, addressType);
            if (addresses.isEmpty() || pod.isOver()) {
                continue;
            }
            Optional<Node> node = observed.nodes().apply(pod.nodeName());
            if (node.isEmpty() && !pod.nodeName().isEmpty() && !service.publishesNotReady()) {
                // Without its node, the zone is unknown.
                continue;
            }
            groups.computeIfAbsent(ports(service, pod), ports -> new ArrayList<>())
                    .add(endpoint(pod, addresses, node.map(Node::zone).orElse("")));
        }
        return groups;
    }

    private Endpoint endpoint(Pod pod, List<String> addresses, String zone) {
        boolean serving = pod.isReady();
        boolean terminating = pod.isDeleting();
        return new Endpoint(
                addresses,
                service.publishesNotReady() || (serving && !terminating),
                serving,
                terminating,
                hostname(service, pod),
                pod.nodeName(),
                zone,
                pod.name(),
                pod.uid());
    }

    /// The name of a pod within the service, if it is in the service's subdomain.
    static String hostname(Service service, Pod pod) {
        return pod.subdomain().equals(service.name()) ? pod.hostname() : "";
    }

    static List<String> addresses(Pod pod, String addressType) {
        boolean six = addressType.equals("IPv6");
        if (pod.addresses().size() == 1 && isOfType(pod.addresses().getFirst(), six)) {
            return pod.addresses();
        }
        List<String> addresses = new ArrayList<>(1);
        for (String address : pod.addresses()) {
            if (isOfType(address, six)) {
                addresses.add(address);
            }
        }
        return List.copyOf(addresses);
    }

    static boolean isOfType(String address, boolean six) {
        return !address.isEmpty() && (address.indexOf(':') >= 0) == six;
    }

    /// The ports of a service that a pod has.
    static List<Port> ports(Service service, Pod pod) {
        List<Port> ports = new ArrayList<>(service.ports().size());
        for (Service.Port port : service.ports()) {
            int number = port.targetName().isEmpty() ? port.target() : named(pod, port);
            if (number != 0) {
                ports.add(new Port(port.name(), port.protocol(), number, port.appProtocol()));
            }
        }
        ports.sort(Port.ORDER);
        return List.copyOf(ports);
    }

    private static int named(Pod pod, Service.Port port) {
        for (Pod.NamedPort candidate : pod.namedPorts()) {
            if (candidate.name().equals(port.targetName())
                    && candidate.protocol().equals(port.protocol())) {
                return candidate.number();
            }
        }
        return 0;
    }
}
