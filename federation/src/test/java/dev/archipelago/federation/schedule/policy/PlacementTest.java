package dev.archipelago.federation.schedule.policy;

import static dev.archipelago.federation.schedule.policy.TestingCluster.placement;
import static dev.archipelago.federation.schedule.policy.TestingCluster.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.api.objects.Json;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.MissingNode;

class PlacementTest {

    @Test
    void withoutOneEverythingGoesEverywhere() {
        assertThat(Placement.read(MissingNode.getInstance())).isEqualTo(Placement.ANYWHERE);
        assertThat(Placement.read(Json.object())).isEqualTo(Placement.ANYWHERE);
        assertThat(Placement.problems(MissingNode.getInstance())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'{}', STATIC_WEIGHT",
        "'{replicaSchedulingType: Duplicated}', DUPLICATED",
        "'{replicaSchedulingType: Duplicated, replicaDivisionPreference: Aggregated}', DUPLICATED",
        "'{replicaSchedulingType: Divided}', STATIC_WEIGHT",
        "'{replicaDivisionPreference: Weighted}', STATIC_WEIGHT",
        "'{replicaDivisionPreference: Aggregated}', AGGREGATED",
        "'{weightPreference: {dynamicWeight: AvailableReplicas}}', DYNAMIC_WEIGHT",
        "'{weightPreference: {dynamicWeight: AvailableReplicas, staticWeightList: []}}', DYNAMIC_WEIGHT",
    })
    void readsHowReplicasAreDivided(String scheduling, ReplicaScheduling.Style style) {
        assertThat(placement("replicaScheduling: " + scheduling).scheduling().style())
                .isEqualTo(style);
    }

    @ParameterizedTest
    @CsvSource({
        "'{}', 1, 2147483647",
        "'{minGroups: 0, maxGroups: 0}', 1, 2147483647",
        "'{minGroups: 2, maxGroups: 3}', 2, 3"
    })
    void aLimitThatIsLeftOutIsNone(String spread, int min, int max) {
        assertThat(placement("spreadConstraints: [" + spread + "]").clusterSpread())
                .isEqualTo(new SpreadConstraint(SpreadConstraint.By.CLUSTER, "", min, max));
    }

    @Test
    void readsGroupsInTheirOrder() {
        Placement placement = placement("""
                clusterAffinities:
                - {affinityName: z, clusterNames: [m1]}
                - {affinityName: a, clusterNames: [m2]}
                """);
        assertThat(placement.groups()).extracting(AffinityGroup::name).containsExactly("z", "a");
        assertThat(placement.indexOf("a")).isEqualTo(1);
        assertThat(placement.indexOf("gone")).isZero();
    }

    private static String problems(String placement) {
        return Placement.problems(yaml(placement)).stream()
                .map(FieldError::toString)
                .map(problem -> problem.replace("spec.placement.", ""))
                .collect(Collectors.joining("; "));
    }

    @Test
    void namesFieldsFromTheRoot() {
        assertThat(Placement.problems(yaml("spreadConstraints: [{minGroups: 3, maxGroups: 2}]")))
                .extracting(FieldError::toString)
                .containsExactly("spec.placement.spreadConstraints[0].maxGroups: Invalid value: 2:"
                        + " must not be less than minGroups, 3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {} | maxGroups | ''
            {minGroups: -1} | minGroups | Invalid value: -1: must not be negative
            {maxGroups: -2} | maxGroups | Invalid value: -2: must not be negative
            {minGroups: 2, maxGroups: 1} | maxGroups | Invalid value: 1: must not be less than minGroups, 2
            {spreadByField: cluster, spreadByLabel: x} | spreadByLabel | Forbidden: may not be set together with spreadByField
            """)
    void spreadLimits(String constraint, String field, String problem) {
        String all = problems("spreadConstraints: [{spreadByField: region}, {}, %s]".formatted(constraint));
        String duplicate =
                constraint.contains("Label") ? "" : "spreadConstraints[2].spreadByField: Duplicate value: \"cluster\"";
        String own = problem.isEmpty() ? "" : "spreadConstraints[2]." + field + ": " + problem;
        assertThat(all).isEqualTo(duplicate.isEmpty() || own.isEmpty() ? duplicate + own : duplicate + "; " + own);
    }

    @ParameterizedTest
    @ValueSource(strings = {"region", "zone", "provider"})
    void groupsNeedANumberOfClusters(String field) {
        assertThat(problems("spreadConstraints: [{spreadByField: %s}]".formatted(field)))
                .isEqualTo("spreadConstraints: Required value: one with spreadByField cluster must say how many"
                        + " clusters are chosen in the groups");
        assertThat(problems("spreadConstraints: [{spreadByField: %s}, {spreadByField: cluster}]".formatted(field)))
                .isEmpty();
        assertThat(problems("spreadConstraints: [{spreadByLabel: rack}, {spreadByLabel: rack}]"))
                .isEqualTo("spreadConstraints[1].spreadByLabel: Duplicate value: \"rack\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            labelSelector: {matchExpressions: [{key: a, operator: In}]} | .labelSelector: Invalid value: {"matchExpressions":[{"key":"a","operator":"In"}]}
            fieldSelector: {matchExpressions: [{key: country, operator: In, values: [x]}]} | .fieldSelector.matchExpressions[0].key: Unsupported value: "country"
            fieldSelector: {matchExpressions: [{key: zone, operator: Exists, values: [x]}]} | .fieldSelector.matchExpressions[0].operator: Unsupported value: "Exists"
            fieldSelector: {matchExpressions: [{key: zone, operator: In}]} | .fieldSelector.matchExpressions[0].values: Required value
            """)
    void affinities(String affinity, String problem) {
        assertThat(problems("clusterAffinity: {%s}".formatted(affinity))).startsWith("clusterAffinity" + problem);
        assertThat(problems("clusterAffinities: [{affinityName: a, %s}]".formatted(affinity)))
                .startsWith("clusterAffinities[0]" + problem);
        assertThat(problems("""
                        clusterAffinities:
                        - {affinityName: a, clusterNames: [m], overflowAffinities: [{affinityName: b, %s}]}
                        replicaScheduling: {replicaDivisionPreference: Aggregated}
                        """.formatted(affinity)))
                .startsWith("clusterAffinities[0].overflowAffinities[0]" + problem);
        assertThat(problems("replicaScheduling: {weightPreference: {staticWeightList: [{targetCluster: {%s}}]}}"
                        .formatted(affinity)))
                .startsWith("replicaScheduling.weightPreference.staticWeightList[0].targetCluster" + problem);
    }

    @Test
    void groupsHaveNamesOfTheirOwn() {
        assertThat(problems("clusterAffinities: [{affinityName: a}, {affinityName: b}, {affinityName: a}]"))
                .isEqualTo("clusterAffinities[2].affinityName: Duplicate value: \"a\"");
        assertThat(problems("clusterAffinity: {}\nclusterAffinities: [{affinityName: a}]"))
                .isEqualTo("clusterAffinities: Forbidden: may not be set together with clusterAffinity");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {replicaDivisionPreference: Aggregated} | ''
            {weightPreference: {dynamicWeight: AvailableReplicas}} | ''
            {replicaSchedulingType: Duplicated} | Forbidden: may be set only when replicas are divided by dynamicWeight or Aggregated
            {} | Forbidden: may be set only when replicas are divided by dynamicWeight or Aggregated
            """)
    void overflowNeedsReplicasThatGoByRoom(String scheduling, String problem) {
        assertThat(problems("""
                        clusterAffinities:
                        - {affinityName: a, clusterNames: [m], overflowAffinities: [{affinityName: b}]}
                        replicaScheduling: %s
                        """.formatted(scheduling)))
                .isEqualTo(problem.isEmpty() ? "" : "clusterAffinities[0].overflowAffinities: " + problem);
    }

    @Test
    void overflowNeedsOtherClustersAndNames() {
        assertThat(problems("""
                clusterAffinities:
                - {affinityName: a, overflowAffinities: [{affinityName: b}, {affinityName: a}]}
                replicaScheduling: {replicaDivisionPreference: Aggregated}
                """))
                .isEqualTo(
                        "clusterAffinities[0].overflowAffinities: Forbidden: nothing is left to overflow to: the group"
                                + " has all clusters; clusterAffinities[0].overflowAffinities[1].affinityName: Duplicate value:"
                                + " \"a\"");
    }

    @Test
    void clustersHaveNoNumbersToCompare() {
        assertThat(problems("clusterTolerations: [{operator: Exists}, {key: a, operator: Gt}]"))
                .startsWith("clusterTolerations[1].operator: Unsupported value: \"Gt\"");
    }
}
