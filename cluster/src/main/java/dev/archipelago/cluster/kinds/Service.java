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
    /// @param name empty for none, which is only valid for a single port
    /// @param target the target port by number; 0 when it is a name
    /// @param targetName the target port by name; empty when it is a number
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

    /// Its cluster IPs; none for a service that is headless, external, or has none allocated.
    public List<String> clusterIps() {
        return isHeadless() || isExternalName() ? List.of() : clusterIps;
    }

    /// Whether its cluster IP is `None`.
    public boolean isHeadless() {
        return !clusterIps.isEmpty() && clusterIps.getFirst().equals(NO_ADDRESS);
    }

    /// `IPv4` and `IPv6` as requested; empty when unset.
    public List<String> ipFamilies() {
        return ipFamilies;
    }

    /// The selector for its pods; empty when its endpoints are managed otherwise.
    public Map<String, String> selector() {
        return selector;
    }

    /// Whether it selects pods with these labels.
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

    /// Whether pods that are not ready are published.
    public boolean publishesNotReady() {
        return publishesNotReady;
    }

    public String externalName() {
        return externalName;
    }

    /// The requested load balancer address; empty for any.
    public String loadBalancerIp() {
        return loadBalancerIp;
    }

    /// The load balancer class; empty for the default.
    public String loadBalancerClass() {
        return loadBalancerClass;
    }

    /// The load balancer addresses in its status.
    public List<String> ingress() {
        return ingress;
    }
}
