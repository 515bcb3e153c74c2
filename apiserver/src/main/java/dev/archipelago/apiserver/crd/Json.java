package dev.archipelago.apiserver.crd;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Reads fields of definitions, whatever they hold.
final class Json {
    private Json() {}

    static String text(JsonNode object, String name) {
        return object.path(name).stringValue("");
    }

    static boolean isTrue(JsonNode object, String name) {
        return object.path(name).booleanValue(false);
    }

    static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>(list.size());
        for (JsonNode item : list) {
            texts.add(item.asString(""));
        }
        return texts;
    }
}
