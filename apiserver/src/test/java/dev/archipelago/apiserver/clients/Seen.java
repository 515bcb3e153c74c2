package dev.archipelago.apiserver.clients;

import dev.archipelago.apiserver.testing.TestingClient;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// A config map as somebody saw it, the same whoever parsed it.
record Seen(String name, String uid, long version, Map<String, String> labels, Map<String, String> data) {

    static Seen of(JsonNode object) {
        JsonNode metadata = object.path("metadata");
        return new Seen(
                metadata.path("name").asString(""),
                metadata.path("uid").asString(""),
                Long.parseLong(metadata.path("resourceVersion").asString("0")),
                strings(metadata.path("labels")),
                strings(object.path("data")));
    }

    private static Map<String, String> strings(JsonNode object) {
        Map<String, String> strings = new TreeMap<>();
        object.properties()
                .forEach(entry -> strings.put(entry.getKey(), entry.getValue().asString("")));
        return strings;
    }

    /// What the server has now, by name.
    static Map<String, Seen> list(TestingClient client, String path) {
        Map<String, Seen> all = new TreeMap<>();
        for (JsonNode item : client.get(path).json().path("items")) {
            Seen seen = of(item);
            all.put(seen.name(), seen);
        }
        return all;
    }
}
