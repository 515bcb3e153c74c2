package dev.archipelago.apiserver.cel;

import static dev.archipelago.apiserver.cel.FunctionTable.INT;
import static dev.archipelago.apiserver.cel.FunctionTable.TEXT;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.archipelago.apiserver.cel.FunctionTable.Kind;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import java.util.ArrayList;
import java.util.List;

/// `find` and `findAll`, and `format`, which the library does not have.
final class TextFunctions {
    private TextFunctions() {}

    static void addTo(FunctionTable table) {
        ListType texts = ListType.create(SimpleType.STRING);
        table.member("find", "string_find_string", SimpleType.STRING, TEXT, TEXT, TextFunctions::find);
        table.member(
                "findAll", "string_find_all_string", texts, TEXT, TEXT, (text, pattern) -> findAll(text, pattern, -1));
        table.member(
                "findAll",
                "string_find_all_string_int",
                texts,
                List.of(TEXT, TEXT, INT),
                arguments -> findAll((String) arguments[0], (String) arguments[1], (Long) arguments[2]));
        table.member(
                "format",
                "string_format",
                SimpleType.STRING,
                List.of(TEXT, new Kind<>(ListType.create(SimpleType.DYN), List.class)),
                arguments -> Formatter.format((String) arguments[0], (List<?>) arguments[1]));
    }

    private static Object find(String text, String pattern) throws CelEvaluationException {
        Matcher matcher = compile(pattern).matcher(text);
        return matcher.find() ? matcher.group() : "";
    }

    private static Object findAll(String text, String pattern, long limit) throws CelEvaluationException {
        Matcher matcher = compile(pattern).matcher(text);
        List<String> found = new ArrayList<>();
        while ((limit < 0 || found.size() < limit) && matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }

    private static Pattern compile(String pattern) throws CelEvaluationException {
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new CelEvaluationException("Illegal regex: " + e.getMessage(), e);
        }
    }
}
