package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.DefaultMembers.elements;
import static dev.archipelago.apiserver.defaults.DefaultMembers.number;
import static dev.archipelago.apiserver.defaults.DefaultMembers.object;
import static dev.archipelago.apiserver.defaults.DefaultMembers.setIfAbsent;
import static dev.archipelago.apiserver.defaults.DefaultMembers.text;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Services hold values that the server allots and fields that hang on `spec.type`: an update keeps the former unless
/// it says otherwise, and loses the latter when the type no longer has them.
final class ServicePreparation {
    private ServicePreparation() {}

    static void create(ObjectNode service) {
        ObjectNode spec = object(service, "spec");
        if (spec != null) {
            pairClusterIps(null, spec);
            setIpFamilies(spec);
        }
    }

    static void update(ObjectNode old, ObjectNode updated) {
        ObjectNode before = object(old, "spec");
        ObjectNode given = object(updated, "spec");
        if (before == null || given == null) {
            return;
        }
        // A patch may have left parts that are the old object's, too.
        ObjectNode after = given.deepCopy();
        updated.set("spec", after);
        pairClusterIps(before, after);
        keepAllotted(before, after);
        dropByType(before, after);
        setIpFamilies(after);
        if (!text(after, "type").equals("LoadBalancer") && updated.get("status") instanceof ObjectNode status) {
            ObjectNode empty = status.deepCopy();
            empty.putObject("loadBalancer");
            updated.set("status", empty);
        }
    }

    /// `clusterIP` and the first of `clusterIPs` are one value; old clients know only the former.
    private static void pairClusterIps(@Nullable ObjectNode before, ObjectNode after) {
        String ip = text(after, "clusterIP");
        boolean listed = !DefaultMembers.isEmpty(after, "clusterIPs");
        if (before == null) {
            if (!ip.isEmpty() && !listed) {
                after.putArray("clusterIPs").add(ip);
            }
            return;
        }
        boolean listKept = Objects.equals(before.get("clusterIPs"), after.get("clusterIPs"));
        if (ip.isEmpty() && !text(before, "clusterIP").isEmpty() && listed && listKept && !needsClusterIp(after)) {
            after.remove("clusterIPs");
        } else if (!ip.isEmpty() && !ip.equals(text(before, "clusterIP")) && listKept) {
            after.putArray("clusterIPs").add(ip);
        }
    }

    private static void keepAllotted(ObjectNode before, ObjectNode after) {
        if (needsClusterIp(before) && needsClusterIp(after)) {
            if (text(after, "clusterIP").isEmpty() && before.has("clusterIP")) {
                after.set("clusterIP", before.get("clusterIP"));
            }
            if (DefaultMembers.isEmpty(after, "clusterIPs") && before.has("clusterIPs")) {
                after.set("clusterIPs", before.get("clusterIPs").deepCopy());
            }
            copyIfAbsent(before, after, "ipFamilies");
            copyIfAbsent(before, after, "ipFamilyPolicy");
        }
        if (needsNodePort(before) && needsNodePort(after)) {
            keepNodePorts(before, after);
        }
        if (needsHealthPort(before)
                && needsHealthPort(after)
                && number(before, "healthCheckNodePort") != 0
                && number(after, "healthCheckNodePort") == 0) {
            after.put("healthCheckNodePort", number(before, "healthCheckNodePort"));
        }
    }

    private static void copyIfAbsent(ObjectNode before, ObjectNode after, String field) {
        if (!after.has(field) && before.has(field)) {
            after.set(field, before.get(field).deepCopy());
        }
    }

    private static void keepNodePorts(ObjectNode before, ObjectNode after) {
        Map<String, Integer> byName = new HashMap<>();
        for (JsonNode port : elements(before, "ports")) {
            byName.put(text(port, "name"), number(port, "nodePort"));
        }
        Set<Integer> taken = nodePorts(after);
        for (JsonNode port : elements(after, "ports")) {
            int kept = byName.getOrDefault(text(port, "name"), 0);
            if (port instanceof ObjectNode node && number(node, "nodePort") == 0 && kept != 0 && taken.add(kept)) {
                node.put("nodePort", kept);
            }
        }
    }

    /// A field goes when the new type has no use for it and the user did not also change it; then validation speaks.
    private static void dropByType(ObjectNode before, ObjectNode after) {
        if (needsClusterIp(before) && !needsClusterIp(after)) {
            if (text(before, "clusterIP").equals(text(after, "clusterIP"))) {
                dropIfSame(before, after, "clusterIPs");
                dropIfSame(before, after, "clusterIP");
            }
            dropIfSame(before, after, "ipFamilies");
            dropIfSame(before, after, "ipFamilyPolicy");
        }
        if (needsNodePort(before) && !needsNodePort(after) && nodePorts(before).containsAll(nodePorts(after))) {
            for (JsonNode port : elements(after, "ports")) {
                ((ObjectNode) port).remove("nodePort");
            }
        }
        if (needsHealthPort(before) && !needsHealthPort(after)) {
            dropIfSame(before, after, "healthCheckNodePort");
        }
        if (text(before, "type").equals("LoadBalancer") && !text(after, "type").equals("LoadBalancer")) {
            dropIfSame(before, after, "allocateLoadBalancerNodePorts");
            dropIfSame(before, after, "loadBalancerClass");
        }
        if (isReachableFromOutside(before) && !isReachableFromOutside(after)) {
            dropIfSame(before, after, "externalTrafficPolicy");
        }
    }

    private static void dropIfSame(ObjectNode before, ObjectNode after, String field) {
        if (Objects.equals(before.get(field), after.get(field))) {
            after.remove(field);
        }
    }

    /// We serve one family, IPv4 unless the service asks for another.
    private static void setIpFamilies(ObjectNode spec) {
        if (needsClusterIp(spec)) {
            setIfAbsent(spec, "ipFamilyPolicy", "SingleStack");
            if (DefaultMembers.isEmpty(spec, "ipFamilies")) {
                ArrayNode families = spec.putArray("ipFamilies");
                families.add(text(spec, "clusterIP").indexOf(':') >= 0 ? "IPv6" : "IPv4");
            }
        }
    }

    private static boolean needsClusterIp(ObjectNode spec) {
        return !text(spec, "type").equals("ExternalName");
    }

    private static boolean needsNodePort(ObjectNode spec) {
        return text(spec, "type").equals("NodePort") || text(spec, "type").equals("LoadBalancer");
    }

    private static boolean needsHealthPort(ObjectNode spec) {
        return text(spec, "type").equals("LoadBalancer")
                && text(spec, "externalTrafficPolicy").equals("Local");
    }

    private static boolean isReachableFromOutside(ObjectNode spec) {
        return needsNodePort(spec)
                || (text(spec, "type").equals("ClusterIP") && !DefaultMembers.isEmpty(spec, "externalIPs"));
    }

    private static Set<Integer> nodePorts(ObjectNode spec) {
        Set<Integer> ports = new HashSet<>();
        for (JsonNode port : elements(spec, "ports")) {
            if (number(port, "nodePort") != 0) {
                ports.add(number(port, "nodePort"));
            }
        }
        return ports;
    }
}
