package dev.archipelago.bench.cluster;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// An EndpointSlice, as far as it says which pods are served from.
final class SliceView extends ApiObject {
    static final Kind<SliceView> KIND =
            Kind.namespaced("discovery.k8s.io/v1", "EndpointSlice", "endpointslices", SliceView::new);

    private final Map<String, String> ready = new HashMap<>();

    private SliceView(Stored stored, JsonNode tree) {
        super(stored, tree);
        for (JsonNode endpoint : tree.path("endpoints")) {
            if (endpoint.path("conditions").path("ready").asBoolean(true)) {
                JsonNode pod = endpoint.path("targetRef");
                ready.put(pod.path("name").asString(""), pod.path("uid").asString(""));
            }
        }
    }

    String service() {
        return labels().getOrDefault("kubernetes.io/service-name", "");
    }

    /// The uid of the pod of a name, if it is ready; else empty.
    String readyUid(String pod) {
        return ready.getOrDefault(pod, "");
    }
}
