package dev.archipelago.federation.workload;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A Service. DNS records follow the addresses of its load balancers.
final class ServiceKind extends LoadBalancedKind {
    @Override
    public void removeAssigned(ObjectNode object) {
        if (!(object.get("spec") instanceof ObjectNode spec)) {
            return;
        }
        if (!spec.path("clusterIP").asString("").equals("None")) {
            spec.remove(List.of("clusterIP", "clusterIPs"));
        }
        spec.remove(List.of("ipFamilies", "ipFamilyPolicy", "healthCheckNodePort"));
        for (JsonNode port : spec.path("ports")) {
            if (port instanceof ObjectNode fields) {
                fields.remove("nodePort");
            }
        }
    }

    @Override
    public boolean isReportedAtOnce() {
        return true;
    }
}
