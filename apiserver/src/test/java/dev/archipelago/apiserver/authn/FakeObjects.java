package dev.archipelago.apiserver.authn;

import dev.archipelago.api.objects.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Objects in a map.
final class FakeObjects implements ObjectLookup {
    private final Map<String, ObjectNode> objects = new HashMap<>();
    int lookups;

    ObjectNode put(Kind kind, String namespace, String name, String uid) {
        ObjectNode object = Json.object();
        object.putObject("metadata")
                .put("namespace", namespace)
                .put("name", name)
                .put("uid", uid);
        objects.put(key(kind, namespace, name), object);
        return object;
    }

    void put(Kind kind, String namespace, String name, ObjectNode object) {
        objects.put(key(kind, namespace, name), object);
    }

    void remove(Kind kind, String namespace, String name) {
        objects.remove(key(kind, namespace, name));
    }

    @Override
    public Optional<JsonNode> find(Kind kind, String namespace, String name) {
        lookups++;
        return Optional.ofNullable(objects.get(key(kind, namespace, name)));
    }

    private static String key(Kind kind, String namespace, String name) {
        return kind + "/" + namespace + "/" + name;
    }

    /// JSON with single quotes, for tests to read well.
    static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }
}
