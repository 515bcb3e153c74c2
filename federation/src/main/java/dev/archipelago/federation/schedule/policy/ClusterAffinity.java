package dev.archipelago.federation.schedule.policy;

import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.apiserver.selector.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Which clusters are meant: those that match all parts that are given. Placements, weights and overrides have it.
///
/// @param names empty for all
/// @param excluded wins over everything else
public record ClusterAffinity(
        LabelSelector labels, List<FieldRequirement> fields, List<String> names, List<String> excluded) {
    public static final ClusterAffinity ANY =
            new ClusterAffinity(LabelSelector.everything(), List.of(), List.of(), List.of());

    /// What is asked of a property of the cluster itself.
    ///
    /// @param key `provider`, `region` or `zone`
    /// @param in whether it must be one of the values, otherwise it must be none of them
    public record FieldRequirement(String key, boolean in, List<String> values) {

        public FieldRequirement {
            values = List.copyOf(values);
        }

        private static FieldRequirement read(JsonNode json) {
            return new FieldRequirement(
                    Json.text(json, "key"), Json.text(json, "operator").equals("In"), Json.strings(json, "values"));
        }

        /// A cluster without the property is none of the values. One in several zones is in each of them.
        boolean matches(ClusterTraits cluster) {
            boolean found = held(cluster).stream().anyMatch(value -> !value.isEmpty() && values.contains(value));
            return found == in;
        }

        private List<String> held(ClusterTraits cluster) {
            return switch (key) {
                case "provider" -> List.of(cluster.provider());
                case "region" -> List.of(cluster.region());
                case "zone" -> cluster.zones();
                // The rules for placements let no other in.
                default -> List.of();
            };
        }
    }

    public ClusterAffinity {
        fields = List.copyOf(fields);
        names = List.copyOf(names);
        excluded = List.copyOf(excluded);
    }

    /// Reads one; an absent or empty one means any cluster.
    ///
    /// @throws dev.archipelago.apiserver.errors.ApiException when its label selector is none
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

    /// What about a cluster does not match.
    ///
    /// @param title how the affinity is called
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
