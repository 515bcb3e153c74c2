package dev.archipelago.federation.schedule.policy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.selector.LabelSelector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Finds the errors in a placement that its schema does not find.
final class PlacementRules {
    private static final String ROOT = "spec.placement";
    private static final List<String> TOLERATION_OPERATORS = List.of("", "Exists", "Equal");

    private final List<FieldError> problems = new ArrayList<>();

    List<FieldError> check(JsonNode placement) {
        affinities(placement);
        tolerations(placement.path("clusterTolerations"), ROOT + ".clusterTolerations");
        spreads(placement.path("spreadConstraints"), ROOT + ".spreadConstraints");
        JsonNode weights =
                placement.path("replicaScheduling").path("weightPreference").path("staticWeightList");
        for (int i = 0; i < weights.size(); i++) {
            affinity(
                    weights.path(i).path("targetCluster"),
                    "%s.replicaScheduling.weightPreference.staticWeightList[%d].targetCluster".formatted(ROOT, i));
        }
        return List.copyOf(problems);
    }

    private void affinities(JsonNode placement) {
        JsonNode groups = placement.path("clusterAffinities");
        if (placement.path("clusterAffinity").isObject() && groups.isArray()) {
            problems.add(
                    FieldError.forbidden(ROOT + ".clusterAffinities", "may not be set together with clusterAffinity"));
        }
        affinity(placement.path("clusterAffinity"), ROOT + ".clusterAffinity");
        boolean overflows =
                ReplicaScheduling.style(placement.path("replicaScheduling")).countsRoom();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < groups.size(); i++) {
            JsonNode group = groups.path(i);
            String field = "%s.clusterAffinities[%d]".formatted(ROOT, i);
            name(group, field, names);
            affinity(group, field);
            if (group.path("overflowAffinities").isArray()) {
                overflow(group, field, overflows);
            }
        }
    }

    private void name(JsonNode group, String field, Set<String> names) {
        String name = Json.text(group, "affinityName");
        if (!names.add(name)) {
            problems.add(FieldError.duplicate(field + ".affinityName", FieldError.quoted(name)));
        }
    }

    private void overflow(JsonNode group, String field, boolean allowed) {
        String here = field + ".overflowAffinities";
        if (!allowed) {
            problems.add(FieldError.forbidden(
                    here, "may be set only when replicas are divided by dynamicWeight or Aggregated"));
        }
        if (ClusterAffinity.ANY.equals(readable(group))) {
            problems.add(FieldError.forbidden(here, "nothing is left to overflow to: the group has all clusters"));
        }
        Set<String> names = new HashSet<>();
        names.add(Json.text(group, "affinityName"));
        JsonNode tiers = group.path("overflowAffinities");
        for (int i = 0; i < tiers.size(); i++) {
            String tier = "%s[%d]".formatted(here, i);
            name(tiers.path(i), tier, names);
            affinity(tiers.path(i), tier);
        }
    }

    /// The affinity, or that without its label selector when that is invalid.
    private static ClusterAffinity readable(JsonNode json) {
        try {
            return ClusterAffinity.read(json);
        } catch (ApiException unreadable) {
            return new ClusterAffinity(LabelSelector.nothing(), List.of(), List.of(), List.of());
        }
    }

    private void affinity(JsonNode affinity, String field) {
        problems.addAll(ClusterAffinity.problems(affinity, field));
    }

    private void tolerations(JsonNode tolerations, String field) {
        for (int i = 0; i < tolerations.size(); i++) {
            supported(
                    Json.text(tolerations.path(i), "operator"),
                    "%s[%d].operator".formatted(field, i),
                    TOLERATION_OPERATORS);
        }
    }

    private void spreads(JsonNode spreads, String field) {
        boolean byField = false;
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < spreads.size(); i++) {
            JsonNode spread = spreads.path(i);
            String here = "%s[%d]".formatted(field, i);
            boolean byLabel = !Json.text(spread, "spreadByLabel").isEmpty();
            byField |= !byLabel;
            if (byLabel && !Json.text(spread, "spreadByField").isEmpty()) {
                problems.add(
                        FieldError.forbidden(here + ".spreadByLabel", "may not be set together with spreadByField"));
            }
            String word = SpreadConstraint.read(spread).word();
            if (!seen.add(word)) {
                problems.add(FieldError.duplicate(
                        here + (byLabel ? ".spreadByLabel" : ".spreadByField"),
                        FieldError.quoted(byLabel ? Json.text(spread, "spreadByLabel") : word)));
            }
            limits(spread, here);
        }
        if (byField && !seen.contains("cluster")) {
            problems.add(FieldError.required(
                    field, "one with spreadByField cluster must say how many clusters are chosen in the groups"));
        }
    }

    private void limits(JsonNode spread, String field) {
        int min = spread.path("minGroups").asInt(0);
        int max = spread.path("maxGroups").asInt(0);
        if (min < 0) {
            problems.add(FieldError.invalid(field + ".minGroups", Integer.toString(min), "must not be negative"));
        }
        if (max < 0) {
            problems.add(FieldError.invalid(field + ".maxGroups", Integer.toString(max), "must not be negative"));
        } else if (max > 0 && max < min) {
            problems.add(FieldError.invalid(
                    field + ".maxGroups", Integer.toString(max), "must not be less than minGroups, " + min));
        }
    }

    private void supported(String value, String field, List<String> values) {
        if (!values.contains(value)) {
            problems.add(FieldError.notSupported(field, value, values));
        }
    }
}
