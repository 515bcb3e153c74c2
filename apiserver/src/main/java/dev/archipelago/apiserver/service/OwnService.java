package dev.archipelago.apiserver.service;

import dev.archipelago.api.objects.Json;
import tools.jackson.databind.node.ObjectNode;

/// The service by which programs in the cluster reach the API server.
public final class OwnService {
    private static final int PORT = 443;
    private static final int USUAL_TARGET = 6443;

    private OwnService() {}

    /// Describes the service `kubernetes`, which has the first address.
    ///
    /// @param port of the server; 0 when it is not known yet
    public static ObjectNode of(ServiceNetwork network, int port) {
        ObjectNode service = Json.object().put("apiVersion", "v1").put("kind", "Service");
        ObjectNode metadata =
                service.putObject("metadata").put("name", "kubernetes").put("namespace", "default");
        metadata.putObject("labels").put("component", "apiserver").put("provider", "kubernetes");
        ObjectNode spec = service.putObject("spec").put("clusterIP", network.firstClusterIp());
        spec.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("port", PORT)
                .put("protocol", "TCP")
                .put("targetPort", port == 0 ? USUAL_TARGET : port);
        return service;
    }
}
