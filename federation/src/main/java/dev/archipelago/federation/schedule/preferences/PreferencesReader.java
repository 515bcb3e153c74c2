package dev.archipelago.federation.schedule.preferences;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Reads one annotation. A field that is `null` counts as absent.
final class PreferencesReader {
    private final String annotationKey;
    private final String json;

    PreferencesReader(String annotationKey, String json) {
        this.annotationKey = annotationKey;
        this.json = json;
    }

    Preferences read() {
        JsonNode root = tree();
        if (!root.isObject()) {
            throw invalid("must be a JSON object");
        }
        SortedMap<String, ClusterPreference> clusters = new TreeMap<>();
        JsonNode listed = field(root, "clusters");
        if (!listed.isMissingNode() && !listed.isObject()) {
            throw invalid("clusters must be an object");
        }
        listed.forEachEntry((cluster, entry) -> clusters.put(cluster, preference(cluster, entry)));
        return new Preferences(rebalance(root), clusters);
    }

    private JsonNode tree() {
        try {
            return Json.MAPPER.readTree(json);
        } catch (JacksonException e) {
            throw invalid("must be JSON: " + e.getOriginalMessage());
        }
    }

    private boolean rebalance(JsonNode root) {
        JsonNode value = field(root, "rebalance");
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw invalid("rebalance must be true or false");
        }
        return value.booleanValue(false);
    }

    private ClusterPreference preference(String cluster, JsonNode entry) {
        if (entry.isNull()) {
            return ClusterPreference.NONE;
        }
        if (!entry.isObject()) {
            throw invalid("clusters[" + cluster + "] must be an object");
        }
        return new ClusterPreference(
                number(cluster, entry, "minReplicas", Long.MAX_VALUE).orElse(0),
                number(cluster, entry, "maxReplicas", Long.MAX_VALUE),
                number(cluster, entry, "weight", ClusterPreference.WEIGHT_MAX).orElse(0));
    }

    private OptionalLong number(String cluster, JsonNode entry, String name, long max) {
        JsonNode value = field(entry, name);
        if (value.isMissingNode()) {
            return OptionalLong.empty();
        }
        boolean whole = value.isIntegralNumber() && value.canConvertToLong();
        if (!whole || value.longValue() < 0 || value.longValue() > max) {
            throw invalid("clusters[%s].%s must be a whole number from 0 to %d".formatted(cluster, name, max));
        }
        return OptionalLong.of(value.longValue());
    }

    /// The field with this name in any case; of several the last one counts.
    private static JsonNode field(JsonNode parent, String name) {
        JsonNode found = MissingNode.getInstance();
        for (var property : parent.properties()) {
            if (property.getKey().equalsIgnoreCase(name) && !property.getValue().isNull()) {
                found = property.getValue();
            }
        }
        return found;
    }

    private ApiException invalid(String detail) {
        FieldError error =
                FieldError.invalid("metadata.annotations[" + annotationKey + "]", FieldError.quoted(json), detail);
        return new ApiException(
                Reason.INVALID, error.toString(), ApiException.Details.NONE.withCauses(List.of(error.cause())));
    }
}
