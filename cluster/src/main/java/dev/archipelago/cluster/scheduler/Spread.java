package dev.archipelago.cluster.scheduler;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.selector.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A topology spread constraint.
///
/// @param hard whether it is `DoNotSchedule`
/// @param honorsAffinity whether only nodes that match the pod's node affinity count
/// @param honorsTaints whether only nodes whose taints are tolerated count
record Spread(
        int maxSkew,
        int minDomains,
        String topologyKey,
        boolean hard,
        LabelSelector selector,
        boolean honorsAffinity,
        boolean honorsTaints) {

    static List<Spread> read(JsonNode constraints, Map<String, String> labels) {
        if (constraints.isEmpty()) {
            return List.of();
        }
        List<Spread> spreads = new ArrayList<>();
        for (JsonNode json : constraints) {
            spreads.add(new Spread(
                    json.path("maxSkew").asInt(1),
                    json.path("minDomains").asInt(1),
                    json.path("topologyKey").asString(""),
                    json.path("whenUnsatisfiable").asString("DoNotSchedule").equals("DoNotSchedule"),
                    withLabelsOf(json, labels),
                    !json.path("nodeAffinityPolicy").asString("").equals("Ignore"),
                    json.path("nodeTaintsPolicy").asString("").equals("Honor")));
        }
        return spreads;
    }

    /// The selector of a constraint with its `matchLabelKeys`.
    static LabelSelector withLabelsOf(JsonNode constraint, Map<String, String> labels) {
        JsonNode given = constraint.path("labelSelector");
        if (constraint.path("matchLabelKeys").isEmpty() || !given.isObject()) {
            return LabelSelector.of(given);
        }
        ObjectNode narrowed = given.isObject() ? ((ObjectNode) given).deepCopy() : Json.object();
        for (JsonNode key : constraint.path("matchLabelKeys")) {
            String value = labels.get(key.asString(""));
            if (value != null) {
                narrowed.withObjectProperty("matchLabels").put(key.asString(""), value);
            }
        }
        return LabelSelector.of(narrowed);
    }
}
