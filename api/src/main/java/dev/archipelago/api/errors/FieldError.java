package dev.archipelago.api.errors;

import java.util.List;

/// A field of an object that is not acceptable, worded as Kubernetes words it.
///
/// @param detail what is wrong, without the field and value, which are put before it
/// @param value the offending value as it is shown, or empty where none is
public record FieldError(Type type, String field, String value, String detail) {

    public enum Type {
        REQUIRED("FieldValueRequired", "Required value"),
        INVALID("FieldValueInvalid", "Invalid value"),
        NOT_SUPPORTED("FieldValueNotSupported", "Unsupported value"),
        DUPLICATE("FieldValueDuplicate", "Duplicate value"),
        FORBIDDEN("FieldValueForbidden", "Forbidden"),
        TOO_LONG("FieldValueTooLong", "Too long"),
        TOO_MANY("FieldValueTooMany", "Too many"),
        NOT_FOUND("FieldValueNotFound", "Not found"),
        TYPE_INVALID("FieldValueTypeInvalid", "Invalid value"),
        INTERNAL("InternalError", "Internal error");

        private final String cause;
        private final String text;

        Type(String cause, String text) {
            this.cause = cause;
            this.text = text;
        }
    }

    public static FieldError required(String field, String detail) {
        return new FieldError(Type.REQUIRED, field, "", detail);
    }

    /// The general complaint about a value.
    ///
    /// @param value the value as Kubernetes prints it: strings quoted, see [#quoted]
    public static FieldError invalid(String field, String value, String detail) {
        return new FieldError(Type.INVALID, field, value, detail);
    }

    public static FieldError notSupported(String field, String value, List<String> supported) {
        String list =
                String.join(", ", supported.stream().map(FieldError::quoted).toList());
        return new FieldError(Type.NOT_SUPPORTED, field, quoted(value), "supported values: " + list);
    }

    public static FieldError duplicate(String field, String value) {
        return new FieldError(Type.DUPLICATE, field, value, "");
    }

    public static FieldError forbidden(String field, String detail) {
        return new FieldError(Type.FORBIDDEN, field, "", detail);
    }

    public static FieldError tooLong(String field, int maxLength) {
        return new FieldError(Type.TOO_LONG, field, "", "may not be more than " + maxLength + " bytes");
    }

    public static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    public Cause cause() {
        return new Cause(type.cause, message(), field);
    }

    private String message() {
        String head = value.isEmpty() ? type.text : type.text + ": " + value;
        return detail.isEmpty() ? head : head + ": " + detail;
    }

    @Override
    public String toString() {
        return field + ": " + message();
    }
}
