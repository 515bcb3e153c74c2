package dev.archipelago.api.selector;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.selector.LabelTokens.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Reads the query form of a label selector: `a=b,c in (d,e),!f`.
final class LabelParser {
    private final LabelTokens tokens;

    private LabelParser(String text) {
        tokens = new LabelTokens(text);
    }

    static List<Requirement> parse(String text) {
        return new LabelParser(text).requirements();
    }

    private List<Requirement> requirements() {
        List<Requirement> requirements = new ArrayList<>();
        while (tokens.kind() != Kind.END) {
            if (!startsRequirement()) {
                throw misplaced("!, identifier, or 'end of string'");
            }
            requirements.add(requirement());
            if (tokens.kind() == Kind.END) {
                break;
            }
            if (tokens.kind() != Kind.COMMA) {
                throw misplaced("',' or 'end of string'");
            }
            tokens.advance();
            if (!startsRequirement()) {
                throw misplaced("identifier after ','");
            }
        }
        return requirements;
    }

    private boolean startsRequirement() {
        return tokens.word() == Kind.IDENTIFIER || tokens.kind() == Kind.NOT;
    }

    private Requirement requirement() {
        boolean negated = tokens.kind() == Kind.NOT;
        if (negated) {
            tokens.advance();
        }
        if (tokens.word() != Kind.IDENTIFIER) {
            throw found(", expected: identifier");
        }
        String key = tokens.literal();
        List<String> faults = LabelSyntax.keyFaults(key);
        if (!faults.isEmpty()) {
            // There is no field here to blame, and Kubernetes says so.
            throw fault("<nil>: Invalid value: %s: %s".formatted(SelectorText.quoted(key), String.join("; ", faults)));
        }
        tokens.advance();
        if (negated) {
            return checked(key, Operator.DOES_NOT_EXIST, List.of());
        }
        if (tokens.kind() == Kind.END || tokens.kind() == Kind.COMMA) {
            return checked(key, Operator.EXISTS, List.of());
        }
        Operator operator = operator();
        tokens.advance();
        boolean set = operator == Operator.IN || operator == Operator.NOT_IN;
        return checked(key, operator, set ? valueSet() : List.of(singleValue()));
    }

    private Operator operator() {
        return switch (tokens.kind()) {
            case IN -> Operator.IN;
            case NOT_IN -> Operator.NOT_IN;
            case EQUALS -> Operator.EQUALS;
            case DOUBLE_EQUALS -> Operator.DOUBLE_EQUALS;
            case NOT_EQUALS -> Operator.NOT_EQUALS;
            case GREATER -> Operator.GREATER_THAN;
            case LESS -> Operator.LESS_THAN;
            case END, IDENTIFIER, OPEN, CLOSE, COMMA, NOT -> throw found(", expected: in, notin, =, ==, !=, gt, lt");
        };
    }

    private String singleValue() {
        if (tokens.kind() == Kind.END || tokens.kind() == Kind.COMMA) {
            return "";
        }
        if (tokens.word() != Kind.IDENTIFIER) {
            throw found(", expected: identifier");
        }
        String value = tokens.literal();
        tokens.advance();
        return value;
    }

    /// A parenthesised list, in which nothing between two delimiters stands for the empty value.
    private List<String> valueSet() {
        if (tokens.kind() != Kind.OPEN) {
            throw found(" expected: '('");
        }
        tokens.advance();
        if (tokens.word() != Kind.IDENTIFIER && tokens.kind() != Kind.COMMA && tokens.kind() != Kind.CLOSE) {
            throw found(", expected: ',', ')' or identifier");
        }
        TreeSet<String> values = new TreeSet<>();
        boolean valueExpected = true;
        while (tokens.kind() != Kind.CLOSE) {
            if (tokens.kind() == Kind.COMMA) {
                if (valueExpected) {
                    values.add("");
                }
                valueExpected = true;
            } else if (!valueExpected) {
                throw found(", expected: ',' or ')'");
            } else if (tokens.word() == Kind.IDENTIFIER) {
                values.add(tokens.literal());
                valueExpected = false;
            } else {
                throw found(", expected: ',', or identifier");
            }
            tokens.advance();
        }
        if (valueExpected) {
            values.add("");
        }
        tokens.advance();
        return List.copyOf(values);
    }

    private static Requirement checked(String key, Operator operator, List<String> values) {
        List<String> faults = RequirementRules.faults(key, operator, values);
        if (!faults.isEmpty()) {
            throw fault(RequirementRules.aggregated(faults));
        }
        return new Requirement(key, operator, values);
    }

    private ApiException found(String expectation) {
        return fault("found '" + tokens.literal() + '\'' + expectation);
    }

    private static ApiException fault(String message) {
        return ApiException.badRequest("unable to parse requirement: " + message);
    }

    private ApiException misplaced(String expectation) {
        return ApiException.badRequest("found '" + tokens.literal() + "', expected: " + expectation);
    }
}
