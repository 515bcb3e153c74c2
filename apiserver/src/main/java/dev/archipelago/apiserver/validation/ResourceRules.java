package dev.archipelago.apiserver.validation;

import dev.archipelago.api.quantity.Quantity;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Amounts of resources: what they may be called and how requests and limits relate.
final class ResourceRules {
    private static final String HUGE_PAGES = "hugepages-";

    private ResourceRules() {}

    static void containerResources(Cursor resources, Set<String> podClaims) {
        if (!resources.present()) {
            return;
        }
        Cursor limits = resources.field("limits");
        Cursor requests = resources.field("requests");
        for (Map.Entry<String, JsonNode> limit : limits.entries()) {
            amount(limits.key(limit.getKey(), limit.getValue()), limit.getKey());
        }
        for (Map.Entry<String, JsonNode> request : requests.entries()) {
            amount(requests.key(request.getKey(), request.getValue()), request.getKey());
            withinLimit(requests, request, limits);
        }
        if (hasHugePages(limits, requests) && !hasCpuOrMemory(limits) && !hasCpuOrMemory(requests)) {
            resources.forbidden("HugePages require cpu or memory");
        }
        claims(resources.field("claims"), podClaims);
    }

    private static void amount(Cursor at, String resource) {
        containerResourceName(at, resource);
        quantity(at, resource);
        if (resource.startsWith(HUGE_PAGES) && !isMultiple(resource, Numbers.quantity(at))) {
            at.invalid(at.text(), at.text() + " is not positive integer multiple of " + resource);
        }
    }

    private static boolean isMultiple(String resource, Quantity amount) {
        try {
            long page = Quantity.parse(resource.substring(HUGE_PAGES.length())).wholeUnits();
            return page > 0 && amount.signum() >= 0 && amount.wholeUnits() % page == 0;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private static void withinLimit(Cursor requests, Map.Entry<String, JsonNode> request, Cursor limits) {
        String resource = request.getKey();
        String limit = limits.text(resource);
        String amount = request.getValue().asString();
        boolean overcommits = isNative(resource) && !resource.startsWith(HUGE_PAGES);
        if (limit.isEmpty()) {
            if (!overcommits) {
                limits.required("Limit must be set for non overcommitable resources");
            }
            return;
        }
        if (limit.equals(amount)) {
            return;
        }
        int order = Quantity.parse(amount).compareTo(Quantity.parse(limit));
        if (order != 0 && !overcommits) {
            requests.invalid(amount, "must be equal to " + resource + " limit of " + limit);
        } else if (order > 0) {
            requests.invalid(amount, "must be less than or equal to " + resource + " limit of " + limit);
        }
    }

    private static boolean hasHugePages(Cursor limits, Cursor requests) {
        return hasHugePages(limits) || hasHugePages(requests);
    }

    private static boolean hasHugePages(Cursor amounts) {
        for (Map.Entry<String, JsonNode> entry : amounts.entries()) {
            if (entry.getKey().startsWith(HUGE_PAGES)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasCpuOrMemory(Cursor amounts) {
        return amounts.has("cpu") || amounts.has("memory");
    }

    /// Complains about amounts below zero, and about parts of what only comes in whole pieces.
    static void quantity(Cursor at, String resource) {
        Numbers.quantityNotNegative(at);
        if (countsPieces(resource) && !Numbers.quantity(at).isInteger()) {
            at.invalid("must be an integer");
        }
    }

    private static boolean countsPieces(String resource) {
        return switch (resource) {
            case "pods",
                    "services",
                    "replicationcontrollers",
                    "resourcequotas",
                    "secrets",
                    "configmaps",
                    "persistentvolumeclaims",
                    "services.nodeports",
                    "services.loadbalancers" -> true;
            default -> !isNative(resource) && !resource.startsWith("requests.") && !resource.startsWith("limits.");
        };
    }

    static boolean isNative(String resource) {
        return resource.indexOf('/') < 0
                || resource.startsWith("kubernetes.io/")
                || resource.contains(".kubernetes.io/");
    }

    private static void containerResourceName(Cursor at, String resource) {
        switch (resource) {
            case "cpu", "memory", "ephemeral-storage" -> {
                return;
            }
            default -> {
                if (resource.startsWith(HUGE_PAGES)) {
                    return;
                }
            }
        }
        int before = at.errors().count();
        name(at, resource);
        if (resource.indexOf('/') < 0) {
            at.invalid(resource, "must be a standard resource for containers");
        } else if (!isNative(resource) && at.errors().count() == before && resource.startsWith("requests.")) {
            at.invalid(resource, "doesn't follow extended resource name standard");
        }
    }

    /// A name that resources can have at all.
    static void name(Cursor at, String resource) {
        int before = at.errors().count();
        Formats.QUALIFIED_NAME.check(at, resource);
        if (at.errors().count() == before && resource.indexOf('/') < 0 && !isStandard(resource)) {
            at.invalid(resource, "must be a standard resource type or fully qualified");
        }
    }

    private static boolean isStandard(String resource) {
        return switch (resource) {
            case "cpu",
                    "memory",
                    "ephemeral-storage",
                    "storage",
                    "requests.cpu",
                    "requests.memory",
                    "requests.storage",
                    "requests.ephemeral-storage",
                    "limits.cpu",
                    "limits.memory",
                    "limits.ephemeral-storage",
                    "pods",
                    "services",
                    "replicationcontrollers",
                    "resourcequotas",
                    "secrets",
                    "configmaps",
                    "persistentvolumeclaims",
                    "services.nodeports",
                    "services.loadbalancers" -> true;
            default ->
                resource.startsWith(HUGE_PAGES)
                        || resource.startsWith("requests." + HUGE_PAGES)
                        || resource.startsWith("count/");
        };
    }

    private static void claims(Cursor claims, Set<String> podClaims) {
        Set<String> names = new HashSet<>(0);
        for (int i = 0; i < claims.size(); i++) {
            Cursor claim = claims.element(i);
            String name = claim.text("name");
            Cursor shown = claims.element(i);
            if (name.isEmpty()) {
                shown.required();
                continue;
            }
            String request = claim.text("request");
            if (!request.isEmpty()) {
                Formats.DNS_LABEL.check(claim.field("request"));
            }
            String key = request.isEmpty() ? name : name + "/" + request;
            if (names.contains(name) || !names.add(key)) {
                shown.duplicate(key);
            }
            if (!podClaims.contains(name)) {
                claims.at("", claim.member("name"))
                        .notFound("must be one of the names in pod.spec.resourceClaims"
                                + (podClaims.isEmpty() ? " which is empty" : ": " + String.join(", ", podClaims)));
            }
        }
    }
}
