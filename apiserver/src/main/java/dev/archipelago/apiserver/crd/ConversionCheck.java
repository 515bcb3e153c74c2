package dev.archipelago.apiserver.crd;

import dev.archipelago.api.objects.NameRules;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks how a definition converts between its versions.
final class ConversionCheck {
    private static final String PATH = "spec.conversion";
    private static final String CLIENT = PATH + ".webhookClientConfig";
    private static final String REVIEWS = PATH + ".conversionReviewVersions";
    private static final String FORM = "; desired format: https://host[/path]";

    private ConversionCheck() {}

    static void check(JsonNode spec, Errors errors) {
        JsonNode conversion = spec.path("conversion");
        if (!conversion.isObject()) {
            return;
        }
        String strategy = Json.text(conversion, "strategy");
        if (!strategy.equals("None") && Json.isTrue(spec, "preserveUnknownFields")) {
            errors.invalid(PATH + ".strategy", strategy, "must be None if spec.preserveUnknownFields is true");
        }
        errors.oneOf(PATH + ".strategy", strategy, List.of("None", "Webhook"));
        JsonNode client = conversion.path("webhook").path("clientConfig");
        JsonNode reviews = conversion.path("webhook").path("conversionReviewVersions");
        if (!strategy.equals("Webhook")) {
            String complaint = "should not be set when strategy is not set to Webhook";
            if (client.isObject()) {
                errors.forbidden(CLIENT, complaint);
            }
            if (!reviews.isEmpty()) {
                errors.forbidden(REVIEWS, complaint);
            }
            return;
        }
        checkClient(client, errors);
        checkReviews(reviews, errors);
    }

    private static void checkClient(JsonNode client, Errors errors) {
        if (!client.isObject()) {
            errors.required(CLIENT, "required when strategy is set to Webhook");
        } else if (client.has("url") == client.has("service")) {
            errors.required(CLIENT, "exactly one of url or service is required");
        } else if (client.has("url")) {
            checkUrl(CLIENT + ".url", Json.text(client, "url"), errors);
        } else {
            checkService(CLIENT + ".service", client.path("service"), errors);
        }
    }

    private static void checkUrl(String path, String text, Errors errors) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            errors.required(path, "url must be a valid URL: " + e.getMessage() + FORM);
            return;
        }
        if (!"https".equals(url.getScheme())) {
            String scheme = url.getScheme() == null ? "" : url.getScheme();
            errors.invalid(path, scheme, "'https' is the only allowed URL scheme" + FORM);
        }
        if (url.getRawAuthority() == null) {
            errors.invalid(path, "", "host must be specified" + FORM);
        }
        refuse(path, url.getRawUserInfo(), "user information is not permitted in the URL", errors);
        refuse(path, url.getRawFragment(), "fragments are not permitted in the URL", errors);
        refuse(path, url.getRawQuery(), "query parameters are not permitted in the URL", errors);
    }

    private static void refuse(String path, @Nullable String part, String complaint, Errors errors) {
        if (part != null && !part.isEmpty()) {
            errors.invalid(path, part, complaint);
        }
    }

    private static void checkService(String path, JsonNode service, Errors errors) {
        for (String name : List.of("name", "namespace")) {
            if (Json.text(service, name).isEmpty()) {
                errors.required(path + '.' + name);
            }
        }
        int port = service.path("port").asInt(443);
        if (port < 1 || port > 65_535) {
            errors.invalid(
                    path + ".port", service.path("port"), "port is not valid: must be between 1 and 65535, inclusive");
        }
        String urlPath = Json.text(service, "path");
        if (urlPath.isEmpty() || urlPath.equals("/")) {
            return;
        }
        if (!urlPath.startsWith("/")) {
            errors.invalid(path + ".path", urlPath, "must start with a '/'");
        }
        String inner = urlPath.substring(1);
        String[] steps = (inner.endsWith("/") ? inner.substring(0, inner.length() - 1) : inner).split("/", -1);
        for (int i = 0; i < steps.length; i++) {
            String complaint = steps[i].isEmpty() ? " may not be empty" : NameRules.subdomain(steps[i]);
            if (!complaint.isEmpty()) {
                errors.invalid(
                        path + ".path", urlPath, "segment[" + i + ']' + (steps[i].isEmpty() ? "" : ": ") + complaint);
            }
        }
    }

    private static void checkReviews(JsonNode reviews, Errors errors) {
        if (reviews.isEmpty()) {
            errors.required(REVIEWS);
            return;
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < reviews.size(); i++) {
            String version = reviews.get(i).asString("");
            String at = REVIEWS + '[' + i + ']';
            if (seen.add(version)) {
                errors.check(at, version, NameRules.label(version));
            } else {
                errors.invalid(at, version, "duplicate version");
            }
        }
        if (!seen.contains("v1") && !seen.contains("v1beta1")) {
            errors.invalid(REVIEWS, reviews, "must include at least one of v1, v1beta1");
        }
    }
}
