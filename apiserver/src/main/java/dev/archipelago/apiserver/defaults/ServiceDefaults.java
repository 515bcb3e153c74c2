package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.DefaultMembers.elements;
import static dev.archipelago.apiserver.defaults.DefaultMembers.number;
import static dev.archipelago.apiserver.defaults.DefaultMembers.object;
import static dev.archipelago.apiserver.defaults.DefaultMembers.setIfAbsent;
import static dev.archipelago.apiserver.defaults.DefaultMembers.text;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Defaults of services.
final class ServiceDefaults {
    private static final int CLIENT_IP_AFFINITY_SECONDS = 10_800;

    private ServiceDefaults() {}

    static void service(ObjectNode service) {
        if (!text(object(service, "spec"), "type").equals("LoadBalancer")) {
            return;
        }
        for (JsonNode ingress : elements(object(object(service, "status"), "loadBalancer"), "ingress")) {
            if (ingress instanceof ObjectNode point && !text(point, "ip").isEmpty()) {
                setIfAbsent(point, "ipMode", "VIP");
            }
        }
    }

    static void serviceSpec(ObjectNode spec) {
        switch (text(spec, "sessionAffinity")) {
            case "None" -> spec.remove("sessionAffinityConfig");
            case "ClientIP" -> {
                ObjectNode clientIp =
                        DefaultMembers.childOf(DefaultMembers.childOf(spec, "sessionAffinityConfig"), "clientIP");
                setIfAbsent(clientIp, "timeoutSeconds", CLIENT_IP_AFFINITY_SECONDS);
            }
            default -> {}
        }
        String type = text(spec, "type");
        boolean external = type.equals("LoadBalancer")
                || type.equals("NodePort")
                || (type.equals("ClusterIP") && !DefaultMembers.isEmpty(spec, "externalIPs"));
        if (external && text(spec, "externalTrafficPolicy").isEmpty()) {
            spec.put("externalTrafficPolicy", "Cluster");
        }
        if (!type.equals("ExternalName")) {
            setIfAbsent(spec, "internalTrafficPolicy", "Cluster");
        }
        if (type.equals("LoadBalancer")) {
            setIfAbsent(spec, "allocateLoadBalancerNodePorts", true);
        }
    }

    static void servicePort(ObjectNode port) {
        JsonNode target = port.get("targetPort");
        if (target == null || (target.isString() ? target.stringValue().isEmpty() : target.intValue() == 0)) {
            port.put("targetPort", number(port, "port"));
        }
    }
}
