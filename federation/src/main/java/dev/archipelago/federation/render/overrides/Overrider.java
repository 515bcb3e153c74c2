package dev.archipelago.federation.render.overrides;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One kind of change to an object.
sealed interface Overrider
        permits ImageOverrider, CommandOverrider, PairsOverrider, FieldOverrider, PlaintextOverrider {

    /// Returns the changed object, which may be the argument and never shares anything with the policy.
    ObjectNode apply(ObjectNode object);

    /// The overriders of a rule, in the order in which they are applied: general ones last, as they see the result
    /// of the others.
    static List<Overrider> all(PolicyField place, JsonNode rule) {
        List<Overrider> all = new ArrayList<>();
        add(all, place, rule, "imageOverrider", ImageOverrider::of);
        add(all, place, rule, "commandOverrider", (at, json) -> CommandOverrider.of(at, "command", json));
        add(all, place, rule, "argsOverrider", (at, json) -> CommandOverrider.of(at, "args", json));
        add(all, place, rule, "labelsOverrider", (at, json) -> PairsOverrider.of(at, "labels", json));
        add(all, place, rule, "annotationsOverrider", (at, json) -> PairsOverrider.of(at, "annotations", json));
        add(all, place, rule, "fieldOverrider", FieldOverrider::of);
        add(all, place, rule, "plaintext", PlaintextOverrider::of);
        return all;
    }

    private static void add(
            List<Overrider> all,
            PolicyField place,
            JsonNode rule,
            String kind,
            BiFunction<PolicyField, JsonNode, Overrider> reader) {
        JsonNode list = rule.path(kind);
        for (int i = 0; i < list.size(); i++) {
            all.add(reader.apply(place.at(kind).item(i), list.path(i)));
        }
    }
}
