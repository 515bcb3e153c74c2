package dev.archipelago.federation.render.overrides;

import dev.archipelago.api.objects.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Appends words to a container's command or arguments, or removes given words. An object without the container stays
/// as it is.
///
/// @param field `command` or `args`
/// @param adds whether it appends, else it removes
record CommandOverrider(String field, String container, boolean adds, List<String> words) implements Overrider {
    CommandOverrider {
        words = List.copyOf(words);
    }

    static CommandOverrider of(PolicyField place, String field, JsonNode json) {
        return new CommandOverrider(
                field,
                Json.text(json, "containerName"),
                Operator.ofLists(place, json) == Operator.ADD,
                Json.strings(json, "value"));
    }

    @Override
    public ObjectNode apply(ObjectNode object) {
        for (ObjectNode candidate : Containers.of(object)) {
            if (Json.text(candidate, "name").equals(container)) {
                change(candidate);
            }
        }
        return object;
    }

    private void change(ObjectNode candidate) {
        List<String> before = Json.strings(candidate, field);
        List<String> after = new ArrayList<>(before);
        if (adds) {
            after.addAll(words);
        } else {
            after.removeAll(words);
        }
        if (!after.equals(before)) {
            candidate.set(field, Json.array(after));
        }
    }
}
