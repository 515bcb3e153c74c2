package dev.archipelago.apiserver.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Bindings of admission policies, and what they have in common with the policies.
final class BindingRules {
    private static final List<String> ACTIONS = List.of("Audit", "Deny", "Warn");
    private static final List<String> NOT_FOUND_ACTIONS = List.of("Allow", "Deny");

    private BindingRules() {}

    static void validating(Cursor binding) {
        Cursor spec = binding.field("spec");
        common(spec, WebhookRules.OPERATIONS);
        actions(spec.field("validationActions"));
    }

    static void mutating(Cursor binding) {
        common(binding.field("spec"), PolicyRules.MUTATED_OPERATIONS);
    }

    private static void common(Cursor spec, List<String> operations) {
        Cursor policy = spec.field("policyName");
        if (policy.text().isEmpty()) {
            policy.required();
        } else {
            Formats.DNS_SUBDOMAIN.check(policy);
        }
        paramRef(spec.field("paramRef"));
        if (spec.has("matchResources")) {
            matchResources(spec.field("matchResources"), operations);
        }
    }

    private static void actions(Cursor actions) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < actions.size(); i++) {
            Cursor action = actions.element(i);
            Numbers.oneOf(action, ACTIONS);
            if (!seen.add(action.text())) {
                action.duplicate();
            }
        }
        if (seen.contains("Deny") && seen.contains("Warn")) {
            actions.invalid("must not contain both Deny and Warn (repeating the same validation failure information in"
                    + " the API response and headers serves no purpose)");
        }
        if (seen.isEmpty()) {
            actions.required("at least one validation action is required");
        }
    }

    private static void paramRef(Cursor ref) {
        if (!ref.present()) {
            return;
        }
        Cursor name = ref.field("name");
        boolean named = !name.text().isEmpty();
        if (named) {
            Formats.PATH_SEGMENT.check(name);
        }
        if (ref.has("selector")) {
            LabelRules.selector(ref.field("selector"));
            if (named) {
                name.forbidden("name and selector are mutually exclusive");
                ref.field("selector").forbidden("name and selector are mutually exclusive");
            }
        } else if (!named) {
            ref.required("one of name or selector must be specified");
        }
        Numbers.requireOneOf(ref.field("parameterNotFoundAction"), NOT_FOUND_ACTIONS);
    }

    /// @param operations those that rules may be for
    static void matchResources(Cursor resources, List<String> operations) {
        Numbers.oneOf(resources.field("matchPolicy"), WebhookRules.MATCH_POLICIES);
        LabelRules.selector(resources.field("namespaceSelector"));
        LabelRules.selector(resources.field("objectSelector"));
        for (String field : List.of("resourceRules", "excludeResourceRules")) {
            Cursor rules = resources.field(field);
            for (int i = 0; i < rules.size(); i++) {
                names(rules.element(i).field("resourceNames"));
                WebhookRules.rule(rules.element(i), operations);
            }
        }
    }

    private static void names(Cursor names) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            Cursor name = names.element(i);
            Formats.PATH_SEGMENT.check(name);
            if (!seen.add(name.text())) {
                name.duplicate();
            }
        }
    }
}
