package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.objects.Texts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An EndpointSlice: some endpoints of a service, all with the same ports.
public final class EndpointSlice extends ApiObject {
    public static final Kind<EndpointSlice> KIND =
            Kind.namespaced("discovery.k8s.io/v1", "EndpointSlice", "endpointslices", EndpointSlice::new);

    /// The label that names the service.
    public static final String SERVICE = "kubernetes.io/service-name";

    /// The label that names the managing controller.
    public static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";

    private final String addressType;
    private final List<Port> ports;
    private final List<Endpoint> endpoints;

    /// A port that all endpoints of a slice have.
    ///
    /// @param name of the service's port; empty when it has none
    /// @param appProtocol empty for none
    public record Port(String name, String protocol, int number, String appProtocol) {
        /// The order of ports in slices, so that equal ones compare as equal.
        public static final Comparator<Port> ORDER =
                Comparator.comparing(Port::name).thenComparing(Port::protocol).thenComparingInt(Port::number);

        static Port read(JsonNode json) {
            return new Port(
                    Texts.shared(json.path("name")),
                    Texts.shared(json.path("protocol").asString("TCP")),
                    json.path("port").asInt(0),
                    Texts.shared(json.path("appProtocol")));
        }

        public ObjectNode json() {
            ObjectNode json = Json.object();
            if (!appProtocol.isEmpty()) {
                json.put("appProtocol", appProtocol);
            }
            return json.put("name", name).put("port", number).put("protocol", protocol);
        }
    }

    private EndpointSlice(Stored stored, JsonNode tree) {
        super(stored, tree);
        addressType = Texts.shared(tree.path("addressType"));
        List<Port> listed = new ArrayList<>();
        tree.path("ports").forEach(port -> listed.add(Port.read(port)));
        listed.sort(Port.ORDER);
        ports = List.copyOf(listed);
        List<Endpoint> found = new ArrayList<>(tree.path("endpoints").size());
        tree.path("endpoints").forEach(endpoint -> found.add(Endpoint.read(endpoint)));
        endpoints = List.copyOf(found);
    }

    /// The service it belongs to; a key without a name for none.
    public Key service() {
        return new Key(namespace(), labels().getOrDefault(SERVICE, ""));
    }

    /// `IPv4`, `IPv6` or `FQDN`.
    public String addressType() {
        return addressType;
    }

    /// In the order of [Port#ORDER].
    public List<Port> ports() {
        return ports;
    }

    public List<Endpoint> endpoints() {
        return endpoints;
    }
}
