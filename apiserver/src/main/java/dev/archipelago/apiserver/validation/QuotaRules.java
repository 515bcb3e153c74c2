package dev.archipelago.apiserver.validation;

import dev.archipelago.api.quantity.Quantity;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Resource quotas and limit ranges.
final class QuotaRules {
    private static final Set<String> SCOPES = Set.of(
            "Terminating",
            "NotTerminating",
            "BestEffort",
            "NotBestEffort",
            "PriorityClass",
            "CrossNamespacePodAffinity",
            "VolumeAttributesClass");
    private static final Set<String> LIMIT_TYPES = Set.of("Pod", "Container", "PersistentVolumeClaim");

    private QuotaRules() {}

    static void quota(Cursor quota) {
        amounts(quota.field("spec").field("hard"));
        Cursor scopes = quota.field("spec").field("scopes");
        Set<String> seen = new HashSet<>(0);
        for (JsonNode scope : scopes.items()) {
            seen.add(scope.asString());
            if (!SCOPES.contains(scope.asString())) {
                scopes.invalid("unsupported scope");
            }
        }
        if (seen.containsAll(List.of("BestEffort", "NotBestEffort"))
                || seen.containsAll(List.of("Terminating", "NotTerminating"))) {
            scopes.invalid("conflicting scopes");
        }
    }

    private static void amounts(Cursor amounts) {
        for (Map.Entry<String, JsonNode> amount : amounts.entries()) {
            Cursor at = amounts.key(amount.getKey(), amount.getValue());
            ResourceRules.name(at, amount.getKey());
            ResourceRules.quantity(at, amount.getKey());
        }
    }

    static void updateQuota(Cursor quota, Cursor old) {
        FieldChanges.immutable(quota.field("spec"), old.field("spec"), "scopes");
    }

    static void quotaStatus(Cursor quota, Cursor old) {
        amounts(quota.field("status").field("hard"));
        amounts(quota.field("status").field("used"));
    }

    static void limitRange(Cursor range) {
        Cursor limits = range.field("spec").field("limits");
        Set<String> types = new HashSet<>();
        for (int i = 0; i < limits.size(); i++) {
            Cursor limit = limits.element(i);
            Cursor type = limit.field("type");
            Formats.QUALIFIED_NAME.check(type);
            if (type.text().indexOf('/') < 0 && !LIMIT_TYPES.contains(type.text())) {
                type.invalid("must be a standard limit type or fully qualified");
            }
            if (!types.add(type.text())) {
                type.duplicate();
            }
            limit(limit, type.text());
        }
    }

    private static void limit(Cursor limit, String type) {
        Cursor min = limit.field("min");
        Cursor max = limit.field("max");
        if (type.equals("Pod")) {
            for (String field : List.of("default", "defaultRequest")) {
                if (!limit.isEmpty(field)) {
                    limit.field(field).forbidden("may not be specified when `type` is 'Pod'");
                }
            }
            ordered(min, max, min, "min value %s is greater than max value %s");
            return;
        }
        if (type.equals("PersistentVolumeClaim") && !min.has("storage") && !max.has("storage")) {
            limit.field("limits")
                    .required("either minimum or maximum storage value is required, but neither was provided");
        }
        Cursor defaults = limit.field("default");
        Cursor requests = limit.field("defaultRequest");
        ordered(min, max, min, "min value %s is greater than max value %s");
        ordered(min, requests, requests, "min value %s is greater than default request value %s");
        ordered(requests, max, requests, "default request value %s is greater than max value %s");
        ordered(requests, defaults, requests, "default request value %s is greater than default limit value %s");
        ordered(defaults, max, defaults, "default value %s is greater than max value %s");
    }

    private static void ordered(Cursor smaller, Cursor larger, Cursor at, String detail) {
        for (Map.Entry<String, JsonNode> amount : smaller.entries()) {
            String resource = amount.getKey();
            if (larger.has(resource)) {
                Quantity low = Numbers.quantity(smaller.field(resource));
                Quantity high = Numbers.quantity(larger.field(resource));
                if (low.compareTo(high) > 0) {
                    at.key(resource).invalid(detail.formatted(low, high));
                }
            }
        }
    }
}
