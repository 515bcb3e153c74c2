package dev.archipelago.cli;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// A config map used as a register: one value, written in several places of the object so that half a write shows.
///
/// @param value empty when the object does not exist
record Register(String name, Optional<String> value, long version) {
    private static final int PADDING_TIMES = 100;

    /// A body that writes a value, for create, update and merge patch.
    ///
    /// @param version expected resourceVersion; empty for any
    static String body(String name, String value, String version) {
        return """
                {"metadata":{"name":"%s","resourceVersion":"%s","labels":{"value":"%s"}},\
                "data":{"value":"%s",\
                "padding":"%s"}}""".formatted(name, version, value, value, value.repeat(PADDING_TIMES));
    }

    static Register of(JsonNode object) {
        JsonNode metadata = object.path("metadata");
        String name = metadata.path("name").asString("");
        String value = object.path("data").path("value").asString("");
        if (!metadata.path("labels").path("value").asString("").equals(value)
                || !object.path("data").path("padding").asString("").equals(value.repeat(PADDING_TIMES))) {
            throw new AssertionError("half a write: " + object);
        }
        return new Register(name, Optional.of(value), version(object));
    }

    static Map<String, Register> all(JsonNode list) {
        Map<String, Register> all = new TreeMap<>();
        for (JsonNode item : list.path("items")) {
            Register register = of(item);
            all.put(register.name(), register);
        }
        return all;
    }

    static long version(JsonNode object) {
        return Long.parseLong(object.path("metadata").path("resourceVersion").asString("0"));
    }
}
