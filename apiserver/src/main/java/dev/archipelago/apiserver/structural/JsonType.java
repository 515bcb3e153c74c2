package dev.archipelago.apiserver.structural;

import tools.jackson.databind.JsonNode;

/// The types that a schema may ask for.
public enum JsonType {
    /// the schema names no type
    ANY(""),
    STRING("string"),
    INTEGER("integer"),
    NUMBER("number"),
    BOOLEAN("boolean"),
    ARRAY("array"),
    OBJECT("object"),
    INT_OR_STRING("integer,string");

    private final String text;

    JsonType(String text) {
        this.text = text;
    }

    /// As error messages name it.
    public String text() {
        return text;
    }

    static JsonType of(String text) {
        return switch (text) {
            case "string" -> STRING;
            case "integer" -> INTEGER;
            case "number" -> NUMBER;
            case "boolean" -> BOOLEAN;
            case "array" -> ARRAY;
            case "object" -> OBJECT;
            default -> ANY;
        };
    }

    boolean isNumeric() {
        return this == INTEGER || this == NUMBER || this == INT_OR_STRING;
    }

    boolean admits(JsonNode value) {
        return switch (this) {
            case ANY -> true;
            case STRING -> value.isString();
            case INTEGER -> value.isNumber() && JsonValues.isWhole(value);
            case NUMBER -> value.isNumber();
            case BOOLEAN -> value.isBoolean();
            case ARRAY -> value.isArray();
            case OBJECT -> value.isObject();
            case INT_OR_STRING -> value.isString() || (value.isNumber() && JsonValues.isWhole(value));
        };
    }
}
