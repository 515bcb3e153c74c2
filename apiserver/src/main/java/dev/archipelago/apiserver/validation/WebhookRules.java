package dev.archipelago.apiserver.validation;

import dev.archipelago.apiserver.cel.Condition;
import dev.archipelago.apiserver.cel.ExpressionException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Configurations of admission webhooks.
final class WebhookRules {
    static final List<String> FAILURE_POLICIES = List.of("Fail", "Ignore");
    static final List<String> MATCH_POLICIES = List.of("Equivalent", "Exact");
    private static final List<String> SIDE_EFFECTS = List.of("None", "NoneOnDryRun");
    static final List<String> REINVOCATION = List.of("IfNeeded", "Never");
    static final List<String> OPERATIONS = List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
    private static final List<String> SCOPES = List.of("*", "Cluster", "Namespaced");
    private static final List<String> REVIEW_VERSIONS = List.of("v1", "v1beta1");
    static final int CONDITIONS_MAX = 64;

    private WebhookRules() {}

    static void configuration(Cursor configuration) {
        Cursor hooks = configuration.field("webhooks");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < hooks.size(); i++) {
            Cursor hook = hooks.element(i);
            hook(hook);
            String name = hook.text("name");
            if (!name.isEmpty() && !names.add(name)) {
                hook.field("name").duplicate();
            }
        }
    }

    private static void hook(Cursor hook) {
        name(hook.field("name"));
        Cursor rules = hook.field("rules");
        for (int i = 0; i < rules.size(); i++) {
            rule(rules.element(i));
        }
        ifPresent(hook, "failurePolicy", FAILURE_POLICIES);
        ifPresent(hook, "matchPolicy", MATCH_POLICIES);
        Cursor effects = hook.field("sideEffects");
        if (!effects.present()) {
            effects.required("must specify one of None, NoneOnDryRun");
        } else {
            Numbers.oneOf(effects, SIDE_EFFECTS);
        }
        Cursor timeout = hook.field("timeoutSeconds");
        if (timeout.present() && (timeout.number() < 1 || timeout.number() > 30)) {
            timeout.invalid("the timeout value must be between 1 and 30 seconds");
        }
        LabelRules.selector(hook.field("namespaceSelector"));
        LabelRules.selector(hook.field("objectSelector"));
        ifPresent(hook, "reinvocationPolicy", REINVOCATION);
        client(hook.field("clientConfig"));
        conditions(hook.field("matchConditions"));
        reviewVersions(hook.field("admissionReviewVersions"));
    }

    private static void ifPresent(Cursor object, String field, List<String> supported) {
        if (object.has(field)) {
            Numbers.oneOf(object.field(field), supported);
        }
    }

    private static void name(Cursor name) {
        if (name.text().isEmpty()) {
            name.required();
            return;
        }
        List<String> problems = Formats.dnsSubdomain(name.text());
        if (!problems.isEmpty()) {
            name.invalid(String.join(",", problems));
        } else if (name.text().split("\\.", -1).length < 3) {
            name.invalid("should be a domain with at least three segments separated by dots");
        }
    }

    private static void rule(Cursor rule) {
        rule(rule, OPERATIONS);
    }

    /// @param supported the operations that a rule may be for
    static void rule(Cursor rule, List<String> supported) {
        Cursor operations = rule.field("operations");
        listOf(operations, "if '*' is present, must not specify other operations");
        for (int i = 0; i < operations.size(); i++) {
            Numbers.oneOf(operations.element(i), supported);
        }
        listOf(rule.field("apiGroups"), "if '*' is present, must not specify other API groups");
        listOf(rule.field("apiVersions"), "if '*' is present, must not specify other API versions");
        Cursor resources = rule.field("resources");
        if (resources.isEmpty()) {
            resources.required();
        }
        ifPresent(rule, "scope", SCOPES);
    }

    private static void listOf(Cursor list, String detail) {
        if (list.isEmpty()) {
            list.required();
        }
        for (JsonNode each : list.items()) {
            if (each.asString().equals("*") && list.size() > 1) {
                list.invalid(detail);
            }
        }
    }

    private static void client(Cursor client) {
        if (client.has("url") == client.has("service")) {
            client.required("exactly one of url or service is required");
        } else if (client.has("url")) {
            if (!client.text("url").startsWith("https://")) {
                client.field("url")
                        .invalid("'https' is the only allowed URL scheme; desired format: https://host[/path]");
            }
        } else {
            Cursor service = client.field("service");
            VolumeRules.requireText(service, "name");
            VolumeRules.requireText(service, "namespace");
            if (service.has("port")) {
                Numbers.port(service.field("port"));
            }
        }
    }

    private static void conditions(Cursor conditions) {
        if (conditions.size() > CONDITIONS_MAX) {
            conditions.tooMany(CONDITIONS_MAX);
            return;
        }
        Set<String> names = new HashSet<>(0);
        for (int i = 0; i < conditions.size(); i++) {
            Cursor condition = conditions.element(i);
            expression(condition.field("expression"));
            Cursor name = condition.field("name");
            if (name.text().isEmpty()) {
                name.required();
            } else {
                Formats.QUALIFIED_NAME.check(name);
                if (!names.add(name.text())) {
                    name.duplicate();
                }
            }
        }
    }

    private static void expression(Cursor expression) {
        if (expression.text().isBlank()) {
            expression.required();
            return;
        }
        try {
            Condition.compile(expression.text());
        } catch (ExpressionException e) {
            expression.invalid(String.valueOf(e.getMessage()));
        }
    }

    private static void reviewVersions(Cursor versions) {
        if (versions.isEmpty()) {
            versions.required("must specify one of v1, v1beta1");
            return;
        }
        for (JsonNode version : versions.items()) {
            if (REVIEW_VERSIONS.contains(version.asString())) {
                return;
            }
        }
        versions.invalid("must include at least one of v1, v1beta1");
    }
}
