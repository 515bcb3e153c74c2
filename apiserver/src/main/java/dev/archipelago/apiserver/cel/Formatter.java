package dev.archipelago.apiserver.cel;

import dev.archipelago.apiserver.structural.SchemaText;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The `format` function of strings: `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X`, `%o` and `%%`.
final class Formatter {
    private static final int PRECISION = 6;
    private static final int PRECISION_MAX = 1000;

    private Formatter() {}

    static String format(String pattern, List<?> arguments) throws CelEvaluationException {
        StringBuilder out = new StringBuilder();
        int next = 0;
        int at = 0;
        while (at < pattern.length()) {
            char c = pattern.charAt(at);
            boolean percent = c == '%' && at + 1 < pattern.length() && pattern.charAt(at + 1) == '%';
            if (c != '%' || percent) {
                out.append(c);
                at += percent ? 2 : 1;
                continue;
            }
            at++;
            int precision = -1;
            if (at < pattern.length() && pattern.charAt(at) == '.') {
                int end = at + 1;
                while (end < pattern.length() && Character.isDigit(pattern.charAt(end))) {
                    end++;
                }
                precision = precision(pattern.substring(at + 1, end));
                at = end;
            }
            if (at >= pattern.length()) {
                throw new CelEvaluationException("unexpected end of string");
            }
            if (next >= arguments.size()) {
                throw new CelEvaluationException("index " + next + " out of range");
            }
            out.append(clause(pattern.charAt(at), precision, arguments.get(next)));
            next++;
            at++;
        }
        return out.toString();
    }

    private static int precision(String digits) throws CelEvaluationException {
        if (digits.isEmpty() || digits.length() > 4 || Integer.parseInt(digits) > PRECISION_MAX) {
            throw new CelEvaluationException("unable to parse precision: " + digits);
        }
        return Integer.parseInt(digits);
    }

    private static String clause(char verb, int precision, Object value) throws CelEvaluationException {
        int digits = precision < 0 ? PRECISION : precision;
        return switch (verb) {
            case 's' -> text(value);
            case 'd' -> Long.toString(number(verb, value).longValue());
            case 'f' -> fixed(number(verb, value).doubleValue(), digits);
            case 'e' ->
                String.format(
                        Locale.ROOT, "%." + digits + "e", number(verb, value).doubleValue());
            case 'b' ->
                value instanceof Boolean truth
                        ? (truth ? "1" : "0")
                        : Long.toBinaryString(number(verb, value).longValue());
            case 'o' -> Long.toOctalString(number(verb, value).longValue());
            case 'x' -> hex(value);
            case 'X' -> hex(value).toUpperCase(Locale.ROOT);
            default -> throw new CelEvaluationException("unrecognized formatting clause \"" + verb + '"');
        };
    }

    private static Number number(char verb, Object value) throws CelEvaluationException {
        if (value instanceof Number number) {
            return number;
        }
        throw new CelEvaluationException(
                "no such overload: %" + verb + " of " + value.getClass().getSimpleName());
    }

    private static String fixed(double number, int digits) {
        return Double.isFinite(number)
                ? BigDecimal.valueOf(number)
                        .setScale(digits, RoundingMode.HALF_EVEN)
                        .toPlainString()
                : Double.toString(number);
    }

    private static String hex(Object value) throws CelEvaluationException {
        if (value instanceof String text) {
            return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
        }
        if (value instanceof CelByteString bytes) {
            return HexFormat.of().formatHex(bytes.toByteArray());
        }
        return Long.toHexString(number('x', value).longValue());
    }

    private static String text(Object value) {
        return switch (value) {
            case String text -> text;
            case Double number -> SchemaText.number(number);
            case CelByteString bytes -> bytes.toStringUtf8();
            case Duration duration -> seconds(duration);
            case NullValue none -> "null";
            case List<?> list -> {
                StringBuilder out = new StringBuilder("[");
                for (Object item : list) {
                    out.append(out.length() == 1 ? "" : ", ").append(text(item));
                }
                yield out.append(']').toString();
            }
            case Map<?, ?> map -> {
                StringBuilder out = new StringBuilder("{");
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    out.append(out.length() == 1 ? "" : ", ").append(text(entry.getKey()));
                    out.append(": ").append(text(entry.getValue()));
                }
                yield out.append('}').toString();
            }
            default -> value.toString();
        };
    }

    static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.getSeconds())
                        .add(BigDecimal.valueOf(duration.getNano(), 9))
                        .stripTrailingZeros()
                        .toPlainString()
                + 's';
    }
}
