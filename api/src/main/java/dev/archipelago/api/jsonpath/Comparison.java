package dev.archipelago.api.jsonpath;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// How the two sides of a filter relate. Only single values of one type compare.
enum Comparison {
    EXISTS(""),
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String text;

    Comparison(String text) {
        this.text = text;
    }

    static @Nullable Comparison of(String text) {
        for (Comparison comparison : values()) {
            if (comparison != EXISTS && comparison.text.equals(text)) {
                return comparison;
            }
        }
        return null;
    }

    boolean holds(List<JsonNode> left, List<JsonNode> right) {
        if (this == EXISTS) {
            return !left.isEmpty();
        }
        if (left.size() != 1 || right.size() != 1) {
            return false;
        }
        Integer order = order(left.getFirst(), right.getFirst());
        if (order == null) {
            return false;
        }
        return switch (this) {
            case EXISTS -> true;
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    private @Nullable Integer order(JsonNode left, JsonNode right) {
        if (left.isString() && right.isString()) {
            return left.stringValue().compareTo(right.stringValue());
        }
        if (left.isNumber() && right.isNumber()) {
            return left.isIntegralNumber() && right.isIntegralNumber()
                    ? left.bigIntegerValue().compareTo(right.bigIntegerValue())
                    : Double.compare(left.doubleValue(), right.doubleValue());
        }
        boolean equality = this == EQUAL || this == NOT_EQUAL;
        return equality && left.isBoolean() && right.isBoolean()
                ? Boolean.compare(left.booleanValue(), right.booleanValue())
                : null;
    }
}
