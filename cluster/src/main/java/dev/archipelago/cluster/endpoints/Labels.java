package dev.archipelago.cluster.endpoints;

import dev.archipelago.cluster.kinds.Service;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// The labels that both forms of endpoints have.
final class Labels {
    private static final String HEADLESS = "service.kubernetes.io/headless";

    private Labels() {}

    /// Sets or removes the label for headless services, whatever the service's labels say.
    static void setHeadless(Map<String, String> labels, Service service) {
        if (service.clusterIps().isEmpty()) {
            labels.put(HEADLESS, "");
        } else {
            labels.remove(HEADLESS);
        }
    }

    static void write(Map<String, String> labels, ObjectNode tree) {
        ObjectNode json = tree.withObjectProperty("metadata").putObject("labels");
        labels.forEach(json::put);
    }
}
