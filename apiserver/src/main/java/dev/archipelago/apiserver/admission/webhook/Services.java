package dev.archipelago.apiserver.admission.webhook;

import dev.archipelago.api.objects.Json;
import dev.archipelago.store.Store;
import java.io.IOException;
import tools.jackson.databind.node.ObjectNode;

/// Reaches a Service by its cluster IP, as kube-apiserver does.
record Services(Store store) implements WebhookCaller.ServiceResolver {

    @Override
    public String resolve(String namespace, String name, int port) throws IOException {
        ObjectNode service = store.get("services/" + namespace + '/' + name)
                .map(entry -> Json.parse(entry.value()))
                .orElseThrow(() -> new IOException("service \"" + name + "\" not found"));
        String address = service.path("spec").path("clusterIP").asString("");
        if (address.isEmpty() || address.equals("None")) {
            throw new IOException("service \"" + name + "\" has no cluster IP");
        }
        return address + ':' + port;
    }
}
