package dev.archipelago.federation.render.overrides;

import dev.archipelago.api.objects.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Patches a document inside a text field, such as a file in a ConfigMap.
record FieldOverrider(PolicyField place, String fieldPath, DocumentFormat format, List<Step> steps)
        implements Overrider {
    /// The document is patched as a field of a wrapper object, so that it can be replaced as a whole and can be a list.
    private static final String DOCUMENT = "document";

    /// One operation on the document.
    ///
    /// @param place the field of its path in the policy
    record Step(PolicyField place, String subPath, Operator operator, JsonNode value) {}

    FieldOverrider {
        steps = List.copyOf(steps);
    }

    static FieldOverrider of(PolicyField place, JsonNode json) {
        DocumentFormat format = json.path("yaml").isEmpty() ? DocumentFormat.JSON : DocumentFormat.YAML;
        JsonNode list = json.path(format.field());
        List<Step> steps = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            steps.add(step(place.at(format.field()).item(i), list.path(i)));
        }
        return new FieldOverrider(place, Json.text(json, "fieldPath"), format, steps);
    }

    private static Step step(PolicyField place, JsonNode json) {
        String subPath = Json.text(json, "subPath");
        if (!subPath.isEmpty() && subPath.charAt(0) != '/') {
            throw place.at("subPath").invalid(subPath, "a JSON pointer must begin with \"/\"");
        }
        Operator operator = Operator.of(place, json);
        if (subPath.isEmpty() && operator == Operator.REMOVE) {
            throw place.at("subPath").invalid(subPath, "the whole document cannot be removed");
        }
        return new Step(place.at("subPath"), subPath, operator, Patches.value(operator, json, place));
    }

    @Override
    public ObjectNode apply(ObjectNode object) {
        if (steps.isEmpty()) {
            return object;
        }
        PolicyField at = place.at("fieldPath");
        String text = Patches.text(object, fieldPath, at);
        JsonNode document = format.read(text)
                .orElseThrow(() -> at.invalid(fieldPath, "the text of the field is not " + format.name()));
        ObjectNode wrapped = Json.object().set(DOCUMENT, document);
        for (Step step : steps) {
            wrapped = Patches.apply(
                    wrapped, step.operator(), '/' + DOCUMENT + step.subPath(), step.value(), step.place());
        }
        String result = format.write(wrapped.path(DOCUMENT));
        return Patches.apply(object, Operator.REPLACE, fieldPath, StringNode.valueOf(result), at);
    }
}
