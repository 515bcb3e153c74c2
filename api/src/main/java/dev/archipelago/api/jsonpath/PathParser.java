package dev.archipelago.api.jsonpath;

import dev.archipelago.api.errors.ApiException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.StringNode;

/// Reads the text of a path.
final class PathParser {
    private final String text;
    private int position;

    PathParser(String text) {
        this.text = text;
    }

    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == ' ' || c == '@' || c == '$') {
                position++;
            } else if (text.startsWith("..", position)) {
                readDescent(steps);
            } else if (c == '.') {
                position++;
                readField(steps);
            } else if (text.startsWith("[?(", position)) {
                steps.add(readFilter());
            } else if (c == '[') {
                steps.add(brackets(untilBracket()));
            } else {
                throw fault("unexpected character '" + text.substring(position, text.offsetByCodePoints(position, 1))
                        + "' where a step begins with '.' or '['");
            }
        }
        return steps;
    }

    private void readDescent(List<Step> steps) {
        if (!steps.isEmpty() && steps.getLast() instanceof Step.Descent) {
            throw fault("invalid multiple recursive descent");
        }
        position += 2;
        steps.add(new Step.Descent());
        if (position < text.length() && !endsField(text.charAt(position))) {
            readField(steps);
        }
    }

    private void readField(List<Step> steps) {
        int start = position;
        StringBuilder name = new StringBuilder();
        while (position < text.length() && !endsField(text.charAt(position))) {
            if (text.charAt(position) == '\\' && position + 1 < text.length()) {
                position++;
            }
            name.append(text.charAt(position++));
        }
        if (position - start == 1 && text.charAt(start) == '*') {
            steps.add(new Step.Wildcard());
        } else if (!name.isEmpty()) {
            steps.add(new Step.Field(name.toString()));
        }
    }

    private static boolean endsField(char c) {
        return ".,[]$@{} \t\r\n".indexOf(c) >= 0;
    }

    /// What is between the bracket here and the one that closes it, quotes aside.
    private String untilBracket() {
        int start = ++position;
        char quote = 0;
        for (; position < text.length(); position++) {
            char c = text.charAt(position);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == ']') {
                return text.substring(start, position++);
            }
        }
        throw fault("unterminated array");
    }

    private Step brackets(String content) {
        List<String> parts = splitAtCommas(content);
        if (parts.size() == 1) {
            return bracket(content.strip());
        }
        List<List<Step>> branches = new ArrayList<>();
        for (String part : parts) {
            branches.add(List.of(bracket(part.strip())));
        }
        return new Step.Union(branches);
    }

    private static List<String> splitAtCommas(String content) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        char quote = 0;
        for (int i = 0; i < content.length(); i++) {
            char c = content.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == ',') {
                parts.add(content.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(content.substring(start));
        return parts;
    }

    private Step bracket(String content) {
        if (content.equals("*")) {
            return new Step.Wildcard();
        }
        if (isQuoted(content)) {
            return new Step.Field(content.substring(1, content.length() - 1).replace("\\", ""));
        }
        String[] bounds = content.split(":", -1);
        if (content.isEmpty() || bounds.length > 3) {
            throw fault("invalid array index " + content);
        }
        Integer from = bound(bounds[0], content);
        if (bounds.length == 1) {
            return new Step.Index(from == null ? 0 : from);
        }
        Integer stride = bounds.length == 3 ? bound(bounds[2], content) : null;
        if (stride != null && stride <= 0) {
            throw fault("step must be > 0");
        }
        return new Step.Slice(from == null ? 0 : from, bound(bounds[1], content), stride == null ? 1 : stride);
    }

    private @Nullable Integer bound(String bound, String content) {
        if (bound.isEmpty()) {
            return null;
        }
        try {
            return Integer.valueOf(bound);
        } catch (NumberFormatException e) {
            throw fault("invalid array index " + content);
        }
    }

    private static boolean isQuoted(String content) {
        return content.length() >= 2
                && (content.charAt(0) == '\'' || content.charAt(0) == '"')
                && content.charAt(content.length() - 1) == content.charAt(0);
    }

    private Step readFilter() {
        position += 3;
        int start = position;
        int end = endOfFilter();
        String expression = text.substring(start, end);
        int sign = signIn(expression);
        if (sign < 0) {
            return new Step.Filter(operand(expression), Comparison.EXISTS, new Operand.Literal(List.of()));
        }
        int value = sign;
        while (value < expression.length() && isSign(expression.charAt(value))) {
            value++;
        }
        String symbol = expression.substring(sign, value);
        Comparison comparison = Comparison.of(symbol);
        if (comparison == null) {
            throw fault("unrecognized filter operator " + symbol);
        }
        return new Step.Filter(
                operand(expression.substring(0, sign)), comparison, operand(expression.substring(value)));
    }

    /// Where the parenthesis closes that is open here; leaves the position behind the bracket after it.
    private int endOfFilter() {
        int depth = 1;
        char quote = 0;
        for (; position < text.length(); position++) {
            char c = text.charAt(position);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '(') {
                depth++;
            } else if (c == ')' && --depth == 0) {
                if (position + 1 == text.length() || text.charAt(position + 1) != ']') {
                    throw fault("unclosed array expect ]");
                }
                position += 2;
                return position - 2;
            }
        }
        throw fault("unterminated filter");
    }

    private static int signIn(String expression) {
        char quote = 0;
        int depth = 0;
        for (int i = 0; i < expression.length(); i++) {
            char c = expression.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            } else if (isSign(c) && depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isSign(char c) {
        return c == '=' || c == '!' || c == '<' || c == '>';
    }

    private Operand operand(String expression) {
        String trimmed = expression.strip();
        if (trimmed.isEmpty()) {
            throw fault("incomplete filter");
        }
        if (isQuoted(trimmed)) {
            return literal(StringNode.valueOf(
                    trimmed.substring(1, trimmed.length() - 1).replace("\\", "")));
        }
        if (trimmed.equals("true") || trimmed.equals("false")) {
            return literal(BooleanNode.valueOf(trimmed.equals("true")));
        }
        char first = trimmed.charAt(0);
        if (first == '-' || first == '+' || (first >= '0' && first <= '9')) {
            return literal(number(trimmed));
        }
        return new Operand.Path(new PathParser(trimmed).steps());
    }

    private JsonNode number(String number) {
        try {
            return number.indexOf('.') < 0
                    ? LongNode.valueOf(Long.parseLong(number))
                    : DoubleNode.valueOf(Double.parseDouble(number));
        } catch (NumberFormatException e) {
            throw fault("cannot parse number " + number);
        }
    }

    private static Operand literal(JsonNode value) {
        return new Operand.Literal(List.of(value));
    }

    private ApiException fault(String what) {
        return ApiException.badRequest("invalid JSONPath \"" + text + "\": " + what);
    }
}
