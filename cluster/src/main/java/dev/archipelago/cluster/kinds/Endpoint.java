package dev.archipelago.cluster.kinds;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Texts;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// An endpoint of a service.
///
/// @param ready whether clients should use it
/// @param serving whether it would answer
/// @param terminating whether its pod is being deleted
/// @param hostname its name within the service; empty for none
/// @param nodeName empty when unknown
/// @param zone empty when unknown
/// @param pod the name of its pod; empty for other targets
/// @param podUid empty for other targets
public record Endpoint(
        List<String> addresses,
        boolean ready,
        boolean serving,
        boolean terminating,
        String hostname,
        String nodeName,
        String zone,
        String pod,
        String podUid) {

    static Endpoint read(JsonNode json) {
        JsonNode conditions = json.path("conditions");
        JsonNode target = json.path("targetRef");
        boolean isPod = target.path("kind").asString("").equals("Pod");
        // An absent condition counts as ready.
        boolean ready = conditions.path("ready").asBoolean(true);
        return new Endpoint(
                Texts.list(json.path("addresses")),
                ready,
                conditions.path("serving").asBoolean(ready),
                conditions.path("terminating").asBoolean(false),
                json.path("hostname").asString(""),
                Texts.shared(json.path("nodeName")),
                Texts.shared(json.path("zone")),
                isPod ? target.path("name").asString("") : "",
                isPod ? target.path("uid").asString("") : "");
    }

    /// Its form in an EndpointSlice.
    public ObjectNode json(String namespace) {
        ObjectNode json = Json.object();
        ArrayNode list = json.putArray("addresses");
        addresses.forEach(list::add);
        json.putObject("conditions").put("ready", ready).put("serving", serving).put("terminating", terminating);
        putUnlessEmpty(json, "hostname", hostname);
        putUnlessEmpty(json, "nodeName", nodeName);
        if (!pod.isEmpty()) {
            json.putObject("targetRef")
                    .put("kind", "Pod")
                    .put("name", pod)
                    .put("namespace", namespace)
                    .put("uid", podUid);
        }
        putUnlessEmpty(json, "zone", zone);
        return json;
    }

    private static void putUnlessEmpty(ObjectNode json, String field, String text) {
        if (!text.isEmpty()) {
            json.put(field, text);
        }
    }
}
