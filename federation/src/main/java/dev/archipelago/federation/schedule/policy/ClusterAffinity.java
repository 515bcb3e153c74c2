package dev.archipelago.federation.schedule.policy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.selector.LabelSelector;
import dev.archipelago.federation.kinds.ClusterTraits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Selects the clusters that match all given parts. Placements, weights and overrides use it.
///
/// @param names empty for all
/// @param excluded takes precedence over everything else
public record ClusterAffinity(
        LabelSelector labels, List<FieldRequirement> fields, List<String> names, List<String> excluded) {
    private static final List<String> FIELD_KEYS = List.of("provider", "region", "zone");
    private static final List<String> FIELD_OPERATORS = List.of("In", "NotIn");

    public static final ClusterAffinity ANY =
            new ClusterAffinity(LabelSelector.everything(), List.of(), List.of(), List.of());

    /// A requirement on a property of the cluster.
    ///
    /// @param key `provider`, `region` or `zone`
    /// @param in whether it must be one of the values, or none of them
    public record FieldRequirement(String key, boolean in, List<String> values) {

        public FieldRequirement {
            values = List.copyOf(values);
        }

        private static FieldRequirement read(JsonNode json) {
            return new FieldRequirement(
                    Json.text(json, "key"), Json.text(json, "operator").equals("In"), Json.strings(json, "values"));
        }

        /// A cluster without the property has none of the values; one in several zones is in each of them.
        boolean matches(ClusterTraits cluster) {
            boolean found = held(cluster).stream().anyMatch(value -> !value.isEmpty() && values.contains(value));
            return found == in;
        }

        private List<String> held(ClusterTraits cluster) {
            return switch (key) {
                case "provider" -> List.of(cluster.provider());
                case "region" -> List.of(cluster.region());
                case "zone" -> cluster.zones();
                // Other keys are refused by [#problems].
                default -> List.of();
            };
        }
    }

    public ClusterAffinity {
        fields = List.copyOf(fields);
        names = List.copyOf(names);
        excluded = List.copyOf(excluded);
    }

    /// The errors in an affinity that its schema does not find.
    ///
    /// @param field its path, from the root of the object
    public static List<FieldError> problems(JsonNode json, String field) {
        List<FieldError> problems = new ArrayList<>();
        JsonNode labels = json.path("labelSelector");
        if (labels.isObject()) {
            try {
                LabelSelector.of(labels);
            } catch (ApiException unreadable) {
                problems.add(FieldError.invalid(field + ".labelSelector", labels.toString(), unreadable.getMessage()));
            }
        }
        JsonNode expressions = json.path("fieldSelector").path("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            JsonNode expression = expressions.path(i);
            String here = "%s.fieldSelector.matchExpressions[%d]".formatted(field, i);
            supported(expression, "key", here, FIELD_KEYS, problems);
            supported(expression, "operator", here, FIELD_OPERATORS, problems);
            if (expression.path("values").isEmpty()) {
                problems.add(FieldError.required(here + ".values", "must not be empty"));
            }
        }
        return problems;
    }

    private static void supported(
            JsonNode json, String name, String field, List<String> values, List<FieldError> problems) {
        String value = Json.text(json, name);
        if (!values.contains(value)) {
            problems.add(FieldError.notSupported(field + '.' + name, value, values));
        }
    }

    /// Reads an affinity; an absent or empty one selects all clusters.
    ///
    /// @throws ApiException when its label selector is invalid
    public static ClusterAffinity read(JsonNode json) {
        JsonNode labels = json.path("labelSelector");
        List<FieldRequirement> fields = new ArrayList<>();
        for (JsonNode expression : json.path("fieldSelector").path("matchExpressions")) {
            fields.add(FieldRequirement.read(expression));
        }
        return new ClusterAffinity(
                labels.isObject() ? LabelSelector.of(labels) : LabelSelector.everything(),
                fields,
                Json.strings(json, "clusterNames"),
                Json.strings(json, "exclude"));
    }

    public boolean matches(ClusterTraits cluster) {
        return mismatch(cluster, "").isEmpty();
    }

    /// Why a cluster is not selected; empty when it is.
    ///
    /// @param title the name of the affinity in messages
    Optional<String> mismatch(ClusterTraits cluster, String title) {
        if (excluded.contains(cluster.name())) {
            return Optional.of("is excluded by " + title);
        }
        if (!names.isEmpty() && !names.contains(cluster.name())) {
            return Optional.of("is not named by " + title);
        }
        if (!labels.matches(cluster.labels())) {
            return Optional.of("labels do not match " + title);
        }
        return fields.stream()
                .filter(field -> !field.matches(cluster))
                .findFirst()
                .map(field -> field.key() + " does not match " + title);
    }
}
