package dev.archipelago.federation.render.overrides;

import dev.archipelago.api.objects.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The operation on a value.
enum Operator {
    ADD("add"),
    REMOVE("remove"),
    REPLACE("replace");

    private static final List<String> ALL = List.of("add", "remove", "replace");
    private final String text;

    Operator(String text) {
        this.text = text;
    }

    /// Reads the operator of an overrider.
    static Operator of(PolicyField place, JsonNode overrider) {
        return of(place, overrider, ALL);
    }

    /// Reads the operator of an overrider that cannot replace.
    static Operator ofLists(PolicyField place, JsonNode overrider) {
        return of(place, overrider, ALL.subList(0, 2));
    }

    private static Operator of(PolicyField place, JsonNode overrider, List<String> supported) {
        String text = Json.text(overrider, "operator");
        for (Operator operator : values()) {
            if (operator.text.equals(text) && supported.contains(text)) {
                return operator;
            }
        }
        throw place.at("operator").unsupported(text, supported);
    }

    String text() {
        return text;
    }
}
