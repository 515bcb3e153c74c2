package dev.archipelago.apiserver.request;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.apply.Manager;
import dev.archipelago.apiserver.decode.FieldValidation;
import java.util.ArrayList;
import java.util.List;

/// The options of create, update and patch.
///
/// @param force whether server-side apply takes over what others own
public record WriteOptions(boolean dryRun, String fieldManager, FieldValidation fieldValidation, boolean force) {

    /// The options of a write that a part of this server makes itself.
    public static WriteOptions by(String fieldManager, boolean dryRun) {
        return new WriteOptions(dryRun, fieldManager, FieldValidation.IGNORE, false);
    }

    /// Reads the options from a query.
    ///
    /// @param optionsKind CreateOptions, UpdateOptions or PatchOptions, for the error message
    /// @param userAgent names the field manager when the query does not
    public static WriteOptions parse(Query query, String optionsKind, String userAgent) {
        List<FieldError> errors = new ArrayList<>();
        boolean dryRun = dryRun(query.all("dryRun"), errors);
        String manager = query.text("fieldManager");
        if (manager.length() > Manager.NAME_BYTES_MAX) {
            errors.add(FieldError.tooLong("fieldManager", Manager.NAME_BYTES_MAX));
        }
        FieldValidation validation = fieldValidation(query.text("fieldValidation"), errors);
        if (!errors.isEmpty()) {
            throw ApiException.invalid("meta.k8s.io", optionsKind, "", errors);
        }
        return new WriteOptions(
                dryRun, manager.isEmpty() ? Manager.nameOf(userAgent) : manager, validation, query.flag("force"));
    }

    static boolean dryRun(List<String> values, List<FieldError> errors) {
        for (String value : values) {
            if (!value.equals("All")) {
                errors.add(FieldError.notSupported("dryRun", value, List.of("All")));
            }
        }
        return !values.isEmpty();
    }

    private static FieldValidation fieldValidation(String text, List<FieldError> errors) {
        return switch (text) {
            case "Strict" -> FieldValidation.STRICT;
            case "Ignore" -> FieldValidation.IGNORE;
            case "", "Warn" -> FieldValidation.WARN;
            default -> {
                errors.add(FieldError.notSupported("fieldValidation", text, List.of("Ignore", "Warn", "Strict")));
                yield FieldValidation.WARN;
            }
        };
    }
}
