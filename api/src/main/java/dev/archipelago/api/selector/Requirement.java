package dev.archipelago.api.selector;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One condition on the value of one label.
///
/// @param values none for the two existence operators, exactly one for comparisons, one or more for sets
public record Requirement(String key, Operator operator, List<String> values) {

    public Requirement {
        values = List.copyOf(values);
    }

    boolean matches(Map<String, String> labels) {
        String value = labels.get(key);
        return switch (operator) {
            case EQUALS, DOUBLE_EQUALS, IN -> value != null && values.contains(value);
            case NOT_EQUALS, NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GREATER_THAN -> value != null && compares(value, 1);
            case LESS_THAN -> value != null && compares(value, -1);
        };
    }

    private boolean compares(String value, int wanted) {
        Long actual = integer(value);
        Long bound = integer(values.getFirst());
        return actual != null && bound != null && Integer.signum(actual.compareTo(bound)) == wanted;
    }

    /// A 64-bit decimal integer, or null where the text is none. Only ASCII digits count.
    static @Nullable Long integer(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > '9') {
                return null;
            }
        }
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return switch (operator) {
            case EQUALS -> key + '=' + values.getFirst();
            case DOUBLE_EQUALS -> key + "==" + values.getFirst();
            case NOT_EQUALS -> key + "!=" + values.getFirst();
            case IN -> key + " in (" + joined() + ')';
            case NOT_IN -> key + " notin (" + joined() + ')';
            case EXISTS -> key;
            case DOES_NOT_EXIST -> '!' + key;
            case GREATER_THAN -> key + '>' + values.getFirst();
            case LESS_THAN -> key + '<' + values.getFirst();
        };
    }

    private String joined() {
        return values.size() == 1
                ? values.getFirst()
                : String.join(",", values.stream().sorted().toList());
    }
}
