package dev.archipelago.federation.schedule.policy;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.cluster.kinds.Toleration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// `spec.placement` of a policy: where an object may go, and how it is spread and divided.
///
/// @param groups tried in this order; never empty
public record Placement(
        List<AffinityGroup> groups,
        List<Toleration> tolerations,
        List<SpreadConstraint> spread,
        ReplicaScheduling scheduling) {

    /// The default placement: duplicated in every cluster.
    public static final Placement ANYWHERE = new Placement(
            List.of(AffinityGroup.unnamed(ClusterAffinity.ANY)), List.of(), List.of(), ReplicaScheduling.DUPLICATED);

    public Placement {
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("a placement without groups of clusters");
        }
        groups = List.copyOf(groups);
        tolerations = List.copyOf(tolerations);
        spread = List.copyOf(spread);
    }

    /// Reads a placement in which [#problems] finds none.
    public static Placement read(JsonNode json) {
        List<AffinityGroup> groups = new ArrayList<>();
        for (JsonNode group : json.path("clusterAffinities")) {
            groups.add(AffinityGroup.read(group));
        }
        if (groups.isEmpty()) {
            groups.add(AffinityGroup.unnamed(ClusterAffinity.read(json.path("clusterAffinity"))));
        }
        List<SpreadConstraint> spread = new ArrayList<>();
        for (JsonNode constraint : json.path("spreadConstraints")) {
            spread.add(SpreadConstraint.read(constraint));
        }
        return new Placement(
                groups,
                Toleration.read(json.path("clusterTolerations")),
                spread,
                ReplicaScheduling.read(json.path("replicaScheduling")));
    }

    /// The errors in a placement that its schema does not find. Fields are named from the root of the policy,
    /// as in `spec.placement.spreadConstraints[0].maxGroups`.
    public static List<FieldError> problems(JsonNode json) {
        return new PlacementRules().check(json);
    }

    /// The index of the group with this name, or of the first one.
    int indexOf(String group) {
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).name().equals(group)) {
                return i;
            }
        }
        return 0;
    }

    /// Whether spread constraints select clusters. With static weights they do not, since weights name the clusters.
    boolean isSpread() {
        return !spread.isEmpty() && scheduling.style() != ReplicaScheduling.Style.STATIC_WEIGHT;
    }

    /// How many clusters to select.
    SpreadConstraint clusterSpread() {
        return spread.stream()
                .filter(constraint -> constraint.by() == SpreadConstraint.By.CLUSTER)
                .findFirst()
                .orElse(SpreadConstraint.ANY_CLUSTERS);
    }

    /// How many of the larger groups to select, the largest first.
    List<SpreadConstraint> groupSpreads() {
        return spread.stream()
                .filter(constraint -> constraint.by() != SpreadConstraint.By.CLUSTER)
                .sorted(Comparator.comparing(SpreadConstraint::by).thenComparing(SpreadConstraint::label))
                .toList();
    }
}
