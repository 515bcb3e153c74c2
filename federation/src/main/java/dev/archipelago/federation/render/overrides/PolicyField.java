package dev.archipelago.federation.render.overrides;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.federation.kinds.Policy;
import java.util.List;

/// A field of a policy, for error messages.
record PolicyField(Policy policy, String field) {
    static PolicyField of(Policy policy) {
        return new PolicyField(policy, "spec");
    }

    PolicyField at(String name) {
        return new PolicyField(policy, field + '.' + name);
    }

    PolicyField item(int index) {
        return new PolicyField(policy, field + '[' + index + ']');
    }

    /// The error for an invalid value in this field.
    ApiException invalid(String value, String why) {
        return invalid(FieldError.invalid(field, FieldError.quoted(value), why));
    }

    ApiException forbidden(String why) {
        return invalid(FieldError.forbidden(field, why));
    }

    ApiException required(String why) {
        return invalid(FieldError.required(field, why));
    }

    ApiException unsupported(String value, List<String> supported) {
        return invalid(FieldError.notSupported(field, value, supported));
    }

    private ApiException invalid(FieldError error) {
        return policy.invalid(List.of(error));
    }
}
