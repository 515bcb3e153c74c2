package dev.archipelago.apiserver.cel;

import dev.cel.common.CelErrorCode;
import dev.cel.runtime.CelEvaluationException;

/// What goes wrong in an evaluation, in the words of the library that Kubernetes uses.
final class EvaluationErrors {
    static final String COST_EXCEEDED = "operation cancelled: actual cost limit exceeded";
    static final String BUDGET_EXCEEDED = "budget exceeded";

    private EvaluationErrors() {}

    static String describe(CelEvaluationException exception) {
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            if (cause instanceof CostMeter.ExceededException) {
                return COST_EXCEEDED;
            }
        }
        String text = withoutPosition(String.valueOf(exception.getMessage()));
        return switch (exception.getErrorCode()) {
            case CelErrorCode.ATTRIBUTE_NOT_FOUND -> "no such key: " + absent(text);
            case CelErrorCode.INDEX_OUT_OF_BOUNDS ->
                "index out of bounds: " + withoutPrefix(text, "Index out of bounds: ", "");
            case CelErrorCode.DIVIDE_BY_ZERO -> "division by zero";
            case CelErrorCode.NUMERIC_OVERFLOW -> "integer overflow";
            case CelErrorCode.OVERLOAD_NOT_FOUND -> "no such overload";
            case CelErrorCode.ITERATION_BUDGET_EXCEEDED -> COST_EXCEEDED;
            case CelErrorCode.INTERNAL_ERROR,
                    CelErrorCode.DUPLICATE_ATTRIBUTE,
                    CelErrorCode.INVALID_ARGUMENT,
                    CelErrorCode.AMBIGUOUS_OVERLOAD,
                    CelErrorCode.TYPE_NOT_FOUND,
                    CelErrorCode.BAD_FORMAT -> text;
        };
    }

    /// The name of what is not there, in a map or in something that has no fields, such as null.
    private static String absent(String text) {
        String unresolved = "Error resolving field '";
        if (text.startsWith(unresolved)) {
            return text.substring(unresolved.length(), Math.max(unresolved.length(), text.indexOf("'.")));
        }
        return withoutPrefix(text, "key '", "' is not present in map.");
    }

    /// `evaluation error at <input>:8: text` becomes `text`.
    private static String withoutPosition(String text) {
        if (!text.startsWith("evaluation error")) {
            return text;
        }
        int end = text.indexOf(": ");
        return end < 0 ? text : text.substring(end + 2);
    }

    private static String withoutPrefix(String text, String prefix, String suffix) {
        return text.startsWith(prefix) && text.endsWith(suffix)
                ? text.substring(prefix.length(), text.length() - suffix.length())
                : text;
    }
}
