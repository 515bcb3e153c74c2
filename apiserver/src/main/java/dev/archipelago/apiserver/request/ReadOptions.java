package dev.archipelago.apiserver.request;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The options of get, list and watch, checked for contradictions.
///
/// @param resourceVersion as sent: empty, `0` or a revision
/// @param limit 0 for none
/// @param timeoutSeconds 0 when the client leaves it to the server
public record ReadOptions(
        String labelSelector,
        String fieldSelector,
        String resourceVersion,
        String resourceVersionMatch,
        long limit,
        String continueToken,
        boolean watch,
        boolean allowWatchBookmarks,
        Optional<Boolean> sendInitialEvents,
        long timeoutSeconds) {

    public static final String EXACT = "Exact";
    public static final String NOT_OLDER_THAN = "NotOlderThan";

    public static final ReadOptions NONE = parse(Query.parse(""), false);

    /// A watch of what comes after a revision.
    public static ReadOptions after(long revision) {
        return new ReadOptions("", "", Long.toString(revision), "", 0, "", true, false, Optional.of(false), 0);
    }

    public static ReadOptions parse(Query query, boolean watch) {
        ReadOptions options = new ReadOptions(
                query.text("labelSelector"),
                query.text("fieldSelector"),
                query.text("resourceVersion"),
                query.text("resourceVersionMatch"),
                Math.max(0, query.number("limit").orElse(0L)),
                query.text("continue"),
                watch,
                query.flag("allowWatchBookmarks"),
                query.optionalFlag("sendInitialEvents"),
                Math.max(0, query.number("timeoutSeconds").orElse(0L)));
        List<FieldError> errors = watch ? options.watchErrors() : options.listErrors();
        if (!errors.isEmpty()) {
            throw ApiException.invalid("meta.k8s.io", "ListOptions", "", errors);
        }
        options.revision();
        return options;
    }

    /// The resourceVersion as a number; 0 for none and for `0`.
    public long revision() {
        if (resourceVersion.isEmpty()) {
            return 0;
        }
        try {
            long revision = Long.parseLong(resourceVersion);
            if (revision >= 0) {
                return revision;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw ApiException.invalid(
                "meta.k8s.io",
                "ListOptions",
                "",
                List.of(FieldError.invalid(
                        "resourceVersion", FieldError.quoted(resourceVersion), "must be a non-negative integer")));
    }

    private List<FieldError> listErrors() {
        List<FieldError> errors = new ArrayList<>();
        if (!resourceVersionMatch.isEmpty()) {
            if (resourceVersion.isEmpty()) {
                errors.add(matchForbidden("resourceVersionMatch is forbidden unless resourceVersion is provided"));
            }
            if (!continueToken.isEmpty()) {
                errors.add(matchForbidden("resourceVersionMatch is forbidden when continue is provided"));
            }
            if (!resourceVersionMatch.equals(EXACT) && !resourceVersionMatch.equals(NOT_OLDER_THAN)) {
                errors.add(FieldError.notSupported(
                        "resourceVersionMatch", resourceVersionMatch, List.of(EXACT, NOT_OLDER_THAN, "")));
            }
            if (resourceVersionMatch.equals(EXACT) && resourceVersion.equals("0")) {
                errors.add(matchForbidden("resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
            }
        }
        if (sendInitialEvents.isPresent()) {
            errors.add(FieldError.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        return errors;
    }

    private List<FieldError> watchErrors() {
        List<FieldError> errors = new ArrayList<>();
        if (sendInitialEvents.isPresent() && !resourceVersionMatch.equals(NOT_OLDER_THAN)) {
            errors.add(matchForbidden("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        }
        if (!resourceVersionMatch.isEmpty()) {
            if (sendInitialEvents.isEmpty()) {
                errors.add(matchForbidden(
                        "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
            }
            if (!resourceVersionMatch.equals(NOT_OLDER_THAN)) {
                errors.add(
                        FieldError.notSupported("resourceVersionMatch", resourceVersionMatch, List.of(NOT_OLDER_THAN)));
            }
            if (!continueToken.isEmpty()) {
                errors.add(matchForbidden("resourceVersionMatch is forbidden when continue is provided"));
            }
        }
        return errors;
    }

    private static FieldError matchForbidden(String why) {
        return FieldError.forbidden("resourceVersionMatch", why);
    }
}
