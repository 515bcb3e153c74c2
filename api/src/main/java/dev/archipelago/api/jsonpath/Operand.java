package dev.archipelago.api.jsonpath;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// A side of a comparison.
sealed interface Operand {

    List<JsonNode> values(JsonNode element);

    /// A path from the element that is tested.
    record Path(List<Step> steps) implements Operand {
        @Override
        public List<JsonNode> values(JsonNode element) {
            return Step.walk(element, steps);
        }
    }

    record Literal(List<JsonNode> value) implements Operand {
        @Override
        public List<JsonNode> values(JsonNode element) {
            return value;
        }
    }
}
