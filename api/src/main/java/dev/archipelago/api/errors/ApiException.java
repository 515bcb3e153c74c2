package dev.archipelago.api.errors;

import java.util.List;

/// A request that failed for a reason its sender can be told. Maps one to one to a Kubernetes `Status`.
public final class ApiException extends RuntimeException {
    private final Reason reason;
    private final Details details;
    private final String continueToken;

    /// What the failure concerns.
    ///
    /// @param group the API group of the object concerned, empty for core or none
    /// @param kind the kind or, where Kubernetes does so, the resource concerned; empty for none
    /// @param retryAfterSeconds 0 when the client is not told to wait
    public record Details(
            String group, String kind, String name, String uid, List<Cause> causes, int retryAfterSeconds) {
        public static final Details NONE = new Details("", "", "", "", List.of(), 0);

        public Details {
            causes = List.copyOf(causes);
        }

        public static Details of(String group, String kind, String name) {
            return new Details(group, kind, name, "", List.of(), 0);
        }

        public Details withCauses(List<Cause> newCauses) {
            return new Details(group, kind, name, uid, newCauses, retryAfterSeconds);
        }
    }

    public ApiException(Reason reason, String message) {
        this(reason, message, Details.NONE);
    }

    public ApiException(Reason reason, String message, Details details) {
        this(reason, message, details, "");
    }

    /// A failure from which a list can be continued.
    public ApiException(Reason reason, String message, Details details, String continueToken) {
        // Expected outcomes, thrown often: a stack trace would cost more than the request.
        super(message, null, false, false);
        this.reason = reason;
        this.details = details;
        this.continueToken = continueToken;
    }

    public Reason reason() {
        return reason;
    }

    public Details details() {
        return details;
    }

    /// Goes to `metadata.continue` of the Status; empty for none.
    public String continueToken() {
        return continueToken;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    public static ApiException badRequest(String message) {
        return new ApiException(Reason.BAD_REQUEST, message);
    }

    public static ApiException notFound(String group, String resource, String name) {
        return new ApiException(
                Reason.NOT_FOUND,
                "%s \"%s\" not found".formatted(qualified(resource, group), name),
                Details.of(group, resource, name));
    }

    public static ApiException alreadyExists(String group, String resource, String name) {
        return new ApiException(
                Reason.ALREADY_EXISTS,
                "%s \"%s\" already exists".formatted(qualified(resource, group), name),
                Details.of(group, resource, name));
    }

    public static ApiException conflict(String group, String resource, String name, String why) {
        return new ApiException(
                Reason.CONFLICT,
                "Operation cannot be fulfilled on %s \"%s\": %s".formatted(qualified(resource, group), name, why),
                Details.of(group, resource, name));
    }

    public static ApiException forbidden(String group, String resource, String name, String why) {
        return new ApiException(
                Reason.FORBIDDEN,
                "%s%s is forbidden: %s"
                        .formatted(qualified(resource, group), name.isEmpty() ? "" : " \"" + name + "\"", why),
                Details.of(group, resource, name));
    }

    /// The object as a whole is well formed but some of its fields are not acceptable.
    public static ApiException invalid(String group, String kind, String name, List<FieldError> errors) {
        String text = errors.size() == 1
                ? errors.getFirst().toString()
                : errors.stream().map(FieldError::toString).distinct().toList().toString();
        // Kubernetes separates the aggregated messages with commas inside brackets.
        return new ApiException(
                Reason.INVALID,
                "%s \"%s\" is invalid: %s".formatted(qualified(kind, group), name, text),
                Details.of(group, kind, name)
                        .withCauses(errors.stream().map(FieldError::cause).toList()));
    }

    private static String qualified(String name, String group) {
        return group.isEmpty() ? name : name + "." + group;
    }
}
