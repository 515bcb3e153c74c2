package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.objects.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A Service.
public final class Service extends ApiObject {
    public static final Kind<Service> KIND = Kind.namespaced("v1", "Service", "services", Service::new);

    private static final String NO_ADDRESS = "None";

    private final String type;
    private final List<String> clusterIps;
    private final List<String> ipFamilies;
    private final Map<String, String> selector;
    private final List<Port> ports;
    private final boolean publishesNotReady;
    private final String externalName;
    private final String loadBalancerIp;
    private final String loadBalancerClass;
    private final List<String> ingress;

    /// One port of a service.
    ///
    /// @param name empty when it has none, which only a single port may
    /// @param target the port of the pods by number; 0 when it goes by name
    /// @param targetName the port of the pods by name; empty when it goes by number
    /// @param appProtocol empty for none
    public record Port(String name, String protocol, int number, int target, String targetName, String appProtocol) {}

    private Service(Stored stored, JsonNode tree) {
        super(stored, tree);
        JsonNode spec = tree.path("spec");
        type = Texts.shared(spec.path("type"));
        clusterIps = clusterIps(spec);
        ipFamilies = Texts.list(spec.path("ipFamilies"));
        selector = Texts.map(spec.path("selector"));
        ports = ports(spec.path("ports"));
        publishesNotReady = spec.path("publishNotReadyAddresses").asBoolean(false);
        externalName = spec.path("externalName").asString("");
        loadBalancerIp = spec.path("loadBalancerIP").asString("");
        loadBalancerClass = Texts.shared(spec.path("loadBalancerClass"));
        List<String> points = new ArrayList<>();
        tree.path("status")
                .path("loadBalancer")
                .path("ingress")
                .forEach(point -> points.add(point.path("ip").asString("")));
        ingress = List.copyOf(points);
    }

    private static List<String> clusterIps(JsonNode spec) {
        List<String> listed = Texts.list(spec.path("clusterIPs"));
        String only = spec.path("clusterIP").asString("");
        return !listed.isEmpty() || only.isEmpty() ? listed : List.of(Texts.shared(only));
    }

    private static List<Port> ports(JsonNode json) {
        List<Port> ports = new ArrayList<>(json.size());
        for (JsonNode port : json) {
            JsonNode target = port.path("targetPort");
            int number = port.path("port").asInt(0);
            ports.add(new Port(
                    Texts.shared(port.path("name")),
                    Texts.shared(port.path("protocol").asString("TCP")),
                    number,
                    target.isString() ? 0 : target.asInt(number),
                    target.isString() ? Texts.shared(target) : "",
                    Texts.shared(port.path("appProtocol"))));
        }
        return List.copyOf(ports);
    }

    public boolean isExternalName() {
        return type.equals("ExternalName");
    }

    public boolean isLoadBalancer() {
        return type.equals("LoadBalancer");
    }

    /// Its own addresses; none for a service that is headless, external, or waits for one.
    public List<String> clusterIps() {
        return isHeadless() || isExternalName() ? List.of() : clusterIps;
    }

    /// Whether it asks for no address of its own.
    public boolean isHeadless() {
        return !clusterIps.isEmpty() && clusterIps.getFirst().equals(NO_ADDRESS);
    }

    /// `IPv4` and `IPv6` as far as they are wanted; empty when it does not say.
    public List<String> ipFamilies() {
        return ipFamilies;
    }

    /// The labels of its pods; empty when somebody else looks after its endpoints.
    public Map<String, String> selector() {
        return selector;
    }

    /// Whether a pod with these labels belongs to it.
    public boolean selects(Map<String, String> labels) {
        if (selector.isEmpty()) {
            return false;
        }
        for (Map.Entry<String, String> wanted : selector.entrySet()) {
            if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
                return false;
            }
        }
        return true;
    }

    public List<Port> ports() {
        return ports;
    }

    /// Whether its pods can be found before they are ready.
    public boolean publishesNotReady() {
        return publishesNotReady;
    }

    public String externalName() {
        return externalName;
    }

    /// The address it asks of a load balancer; empty for any.
    public String loadBalancerIp() {
        return loadBalancerIp;
    }

    /// Who provides its load balancer; empty for the cluster itself.
    public String loadBalancerClass() {
        return loadBalancerClass;
    }

    /// The addresses of its load balancer, as its status says.
    public List<String> ingress() {
        return ingress;
    }
}
