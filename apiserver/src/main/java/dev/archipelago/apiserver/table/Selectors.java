package dev.archipelago.apiserver.table;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.selector.LabelSelector;
import tools.jackson.databind.JsonNode;

/// Label selectors as cells.
final class Selectors {
    private Selectors() {}

    static String shown(JsonNode selector) {
        return Values.or(shown(selector, "<error>"), Values.NONE);
    }

    /// @param invalid what stands for a selector that is none
    static String shown(JsonNode selector, String invalid) {
        try {
            return LabelSelector.of(selector).toString();
        } catch (ApiException e) {
            return invalid;
        }
    }
}
