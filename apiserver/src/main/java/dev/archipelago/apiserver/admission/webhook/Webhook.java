package dev.archipelago.apiserver.admission.webhook;

import dev.archipelago.apiserver.selector.LabelSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// One webhook of a configuration, ready for use.
///
/// @param identity tells it from all others, for the cache of connections
/// @param ignoresFailure whether a webhook that cannot be asked is passed over
/// @param sideEffectFree whether it may be asked about a dry run
/// @param reinvoke whether it is asked again when a later one changed the object
record Webhook(
        String identity,
        String name,
        boolean mutating,
        List<Rule> rules,
        LabelSelector namespaceSelector,
        LabelSelector objectSelector,
        MatchConditions conditions,
        boolean ignoresFailure,
        boolean sideEffectFree,
        boolean reinvoke,
        Duration timeout,
        String reviewVersion,
        JsonNode clientConfig) {
    private static final int TIMEOUT_SECONDS_DEFAULT = 10;
    private static final int TIMEOUT_SECONDS_MAX = 30;

    /// What a webhook wants to be asked about.
    record Rule(
            List<String> operations, List<String> groups, List<String> versions, List<String> resources, String scope) {

        boolean matches(
                String operation,
                String group,
                String version,
                String resource,
                String subresource,
                boolean namespaced) {
            return has(operations, operation)
                    && has(groups, group)
                    && has(versions, version)
                    && resourceMatches(resource, subresource)
                    && (scope.equals("*") || scope.equals(namespaced ? "Namespaced" : "Cluster"));
        }

        private boolean resourceMatches(String resource, String subresource) {
            String full = subresource.isEmpty() ? resource : resource + '/' + subresource;
            for (String pattern : resources) {
                boolean matches = pattern.equals("*/*")
                        || pattern.equals(full)
                        || (pattern.equals("*") && subresource.isEmpty())
                        || pattern.equals(resource + "/*")
                        || (pattern.startsWith("*/")
                                && !subresource.isEmpty()
                                && pattern.substring(2).equals(subresource));
                if (matches) {
                    return true;
                }
            }
            return false;
        }

        private static boolean has(List<String> allowed, String value) {
            return allowed.contains("*") || allowed.contains(value);
        }
    }

    static Webhook of(String configuration, boolean mutating, JsonNode webhook) {
        List<Rule> rules = new ArrayList<>();
        for (JsonNode rule : webhook.path("rules")) {
            rules.add(new Rule(
                    texts(rule.path("operations")),
                    texts(rule.path("apiGroups")),
                    texts(rule.path("apiVersions")),
                    texts(rule.path("resources")),
                    rule.path("scope").asString("*")));
        }
        String name = webhook.path("name").asString("");
        String sideEffects = webhook.path("sideEffects").asString("");
        int timeout = webhook.path("timeoutSeconds").asInt(TIMEOUT_SECONDS_DEFAULT);
        return new Webhook(
                configuration + '/' + name + '/' + webhook.path("clientConfig"),
                name,
                mutating,
                List.copyOf(rules),
                selector(webhook.path("namespaceSelector")),
                selector(webhook.path("objectSelector")),
                MatchConditions.of(webhook.path("matchConditions")),
                webhook.path("failurePolicy").asString("Fail").equals("Ignore"),
                sideEffects.equals("None") || sideEffects.equals("NoneOnDryRun"),
                webhook.path("reinvocationPolicy").asString("Never").equals("IfNeeded"),
                Duration.ofSeconds(Math.clamp(timeout, 1, TIMEOUT_SECONDS_MAX)),
                webhook.path("admissionReviewVersions").path(0).asString("v1"),
                webhook.path("clientConfig"));
    }

    private static LabelSelector selector(JsonNode selector) {
        return selector.isObject() ? LabelSelector.of(selector) : LabelSelector.everything();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(value -> texts.add(value.asString("")));
        return List.copyOf(texts);
    }
}
