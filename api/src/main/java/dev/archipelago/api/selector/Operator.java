package dev.archipelago.api.selector;

/// How a label requirement relates its key to its values.
public enum Operator {
    EQUALS("="),
    DOUBLE_EQUALS("=="),
    NOT_EQUALS("!="),
    IN("in"),
    NOT_IN("notin"),
    EXISTS("exists"),
    DOES_NOT_EXIST("!"),
    GREATER_THAN("gt"),
    LESS_THAN("lt");

    private final String text;

    Operator(String text) {
        this.text = text;
    }

    /// The name Kubernetes' messages use.
    String text() {
        return text;
    }
}
