package dev.archipelago.apiserver.defaults;

import static dev.archipelago.apiserver.defaults.DefaultMembers.elements;
import static dev.archipelago.apiserver.defaults.DefaultMembers.object;
import static dev.archipelago.apiserver.defaults.DefaultMembers.text;

import dev.archipelago.api.quantity.Quantity;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The class of a pod when its node runs short: `Guaranteed` when it is held to what it asked for, `BestEffort` when
/// it asks for nothing, `Burstable` else. Only CPU and memory count.
final class QualityOfService {
    private boolean asks;
    private boolean bound = true;

    private QualityOfService() {}

    static String of(@Nullable ObjectNode podSpec) {
        QualityOfService quality = new QualityOfService();
        ObjectNode podResources = object(podSpec, "resources");
        if (podResources != null
                && !(DefaultMembers.isEmpty(podResources, "requests")
                        && DefaultMembers.isEmpty(podResources, "limits"))) {
            quality.look(podResources);
            return quality.name();
        }
        for (JsonNode container : elements(podSpec, "initContainers")) {
            quality.look(object(container, "resources"));
        }
        for (JsonNode container : elements(podSpec, "containers")) {
            quality.look(object(container, "resources"));
        }
        return quality.name();
    }

    private String name() {
        if (!asks) {
            return "BestEffort";
        }
        return bound ? "Guaranteed" : "Burstable";
    }

    private void look(@Nullable ObjectNode resources) {
        ObjectNode requests = object(resources, "requests");
        ObjectNode limits = object(resources, "limits");
        look(text(requests, "cpu"), text(limits, "cpu"));
        look(text(requests, "memory"), text(limits, "memory"));
    }

    private void look(String request, String limit) {
        boolean requested = isPositive(request);
        boolean limited = isPositive(limit);
        asks |= requested || limited;
        bound &= limited && (!requested || Quantity.parse(request).equals(Quantity.parse(limit)));
    }

    private static boolean isPositive(String quantity) {
        return !quantity.isEmpty() && Quantity.parse(quantity).signum() > 0;
    }
}
