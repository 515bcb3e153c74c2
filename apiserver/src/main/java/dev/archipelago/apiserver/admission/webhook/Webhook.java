package dev.archipelago.apiserver.admission.webhook;

import dev.archipelago.apiserver.admission.matching.MatchCriteria;
import java.time.Duration;
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
        MatchCriteria criteria,
        MatchConditions conditions,
        boolean ignoresFailure,
        boolean sideEffectFree,
        boolean reinvoke,
        Duration timeout,
        String reviewVersion,
        JsonNode clientConfig) {
    private static final int TIMEOUT_SECONDS_DEFAULT = 10;
    private static final int TIMEOUT_SECONDS_MAX = 30;

    static Webhook of(String configuration, boolean mutating, JsonNode webhook) {
        String name = webhook.path("name").asString("");
        String sideEffects = webhook.path("sideEffects").asString("");
        int timeout = webhook.path("timeoutSeconds").asInt(TIMEOUT_SECONDS_DEFAULT);
        return new Webhook(
                configuration + '/' + name + '/' + webhook.path("clientConfig"),
                name,
                mutating,
                MatchCriteria.ofWebhook(webhook),
                MatchConditions.of(webhook.path("matchConditions")),
                webhook.path("failurePolicy").asString("Fail").equals("Ignore"),
                sideEffects.equals("None") || sideEffects.equals("NoneOnDryRun"),
                webhook.path("reinvocationPolicy").asString("Never").equals("IfNeeded"),
                Duration.ofSeconds(Math.clamp(timeout, 1, TIMEOUT_SECONDS_MAX)),
                webhook.path("admissionReviewVersions").path(0).asString("v1"),
                webhook.path("clientConfig"));
    }
}
