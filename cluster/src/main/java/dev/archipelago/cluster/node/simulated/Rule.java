package dev.archipelago.cluster.node.simulated;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// The rules of simulated containers and the values that each accepts.
enum Rule {
    PULL_DELAY("pull-delay", Value.DURATION),
    START_DELAY("start-delay", Value.DURATION),
    READY_DELAY("ready-delay", Value.DURATION),
    STOP_DELAY("stop-delay", Value.DURATION),
    INIT_DELAY("init-delay", Value.DURATION),
    INIT_EXIT_CODE("init-exit-code", Value.NUMBER),
    EXIT_AFTER("exit-after", Value.DURATION),
    EXIT_CODE("exit-code", Value.NUMBER),
    CRASH("crash", Value.BOOLEAN_OR_NUMBER),
    NEVER_READY("never-ready", Value.BOOLEAN);

    private final String text;
    private final Value value;

    Rule(String text, Value value) {
        this.text = text;
        this.value = value;
    }

    private enum Value {
        DURATION("a duration such as 500ms, 2s or 1m30s"),
        NUMBER("a number from 0 to 255"),
        BOOLEAN("true or false"),
        BOOLEAN_OR_NUMBER("true, false or a number");

        private final String description;

        Value(String description) {
            this.description = description;
        }

        boolean accepts(String text) {
            boolean isBoolean = text.equals("true") || text.equals("false");
            boolean number = text.matches("[0-9]{1,9}");
            return switch (this) {
                case DURATION -> Durations.isDuration(text);
                case NUMBER -> number && Integer.parseInt(text) <= 255;
                case BOOLEAN -> isBoolean;
                case BOOLEAN_OR_NUMBER -> isBoolean || number;
            };
        }
    }

    private static Optional<Rule> named(String text) {
        return Arrays.stream(values()).filter(rule -> rule.text.equals(text)).findFirst();
    }

    /// The error in a rule and its value; empty for none.
    static String problem(String name, String value) {
        Rule rule = named(name).orElse(null);
        if (rule == null) {
            return "there is no rule '" + name + "', only "
                    + Arrays.stream(values()).map(one -> one.text).collect(Collectors.joining(", "));
        }
        return rule.value.accepts(value) ? "" : name + " must be " + rule.value.description + ", not '" + value + "'";
    }
}
