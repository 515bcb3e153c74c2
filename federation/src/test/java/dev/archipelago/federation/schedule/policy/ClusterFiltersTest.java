package dev.archipelago.federation.schedule.policy;

import static dev.archipelago.federation.schedule.policy.TestingCluster.deployment;
import static dev.archipelago.federation.schedule.policy.TestingCluster.named;
import static dev.archipelago.federation.schedule.policy.TestingCluster.placement;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterFiltersTest {

    private static String against(String text, PlacementRequest subject, TestingCluster cluster) {
        Placement placement = placement(text);
        ClusterFilters filters =
                new ClusterFilters(placement, placement.groups().getFirst(), subject);
        return String.join("; ", filters.against(cluster.candidate()));
    }

    private static TestingCluster cluster() {
        return named("m1").label("tier", "gold").provider("p").region("eu").zones("a", "b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            clusterNames: [m1, m2] | ''
            clusterNames: [m2] | is not named by clusterAffinity
            exclude: [m1] | is excluded by clusterAffinity
            clusterNames: [m1], exclude: [m1] | is excluded by clusterAffinity
            labelSelector: {} | ''
            labelSelector: {matchLabels: {tier: gold}} | ''
            labelSelector: {matchLabels: {tier: lead}} | labels do not match clusterAffinity
            labelSelector: {matchExpressions: [{key: tier, operator: Exists}]}, clusterNames: [m2] | is not named by clusterAffinity
            fieldSelector: {matchExpressions: [{key: provider, operator: In, values: [p, q]}]} | ''
            fieldSelector: {matchExpressions: [{key: provider, operator: NotIn, values: [p, q]}]} | provider does not match clusterAffinity
            fieldSelector: {matchExpressions: [{key: region, operator: In, values: [us]}]} | region does not match clusterAffinity
            fieldSelector: {matchExpressions: [{key: zone, operator: In, values: [b, c]}]} | ''
            fieldSelector: {matchExpressions: [{key: zone, operator: In, values: [c]}]} | zone does not match clusterAffinity
            fieldSelector: {matchExpressions: [{key: zone, operator: NotIn, values: [b]}]} | zone does not match clusterAffinity
            fieldSelector: {matchExpressions: [{key: zone, operator: NotIn, values: [c]}]} | ''
            """)
    void affinity(String affinity, String expected) {
        assertThat(against("clusterAffinity: {" + affinity + "}", deployment(1), cluster()))
                .isEqualTo(expected);
    }

    @Test
    void aClusterWithoutAPropertyIsNowhere() {
        String selector =
                "clusterAffinity: {fieldSelector: {matchExpressions: [{key: %s, operator: %s, values: [x]}]}}";
        for (String key : new String[] {"provider", "region", "zone"}) {
            assertThat(against(selector.formatted(key, "In"), deployment(1), named("bare")))
                    .isEqualTo(key + " does not match clusterAffinity");
            assertThat(against(selector.formatted(key, "NotIn"), deployment(1), named("bare")))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NoSchedule | '' | taint key=value:NoSchedule is not tolerated
            NoExecute | '' | taint key=value:NoExecute is not tolerated
            PreferNoSchedule | '' | ''
            NoSchedule | {operator: Exists} | ''
            NoSchedule | {key: key, operator: Exists} | ''
            NoSchedule | {key: other, operator: Exists} | taint key=value:NoSchedule is not tolerated
            NoSchedule | {key: key, value: value} | ''
            NoSchedule | {key: key, operator: Equal, value: value, effect: NoSchedule} | ''
            NoSchedule | {key: key, operator: Equal, value: else} | taint key=value:NoSchedule is not tolerated
            NoExecute | {key: key, operator: Exists, effect: NoSchedule} | taint key=value:NoExecute is not tolerated
            """)
    void taints(String effect, String toleration, String expected) {
        String placement = "clusterTolerations: [" + toleration + "]";
        assertThat(against(placement, deployment(1), cluster().taint("key", "value", effect)))
                .isEqualTo(expected);
    }

    @Test
    void taintsWithoutAValueAreWrittenWithout() {
        assertThat(against("{}", deployment(1), named("m1").taint("cluster.karmada.io/not-ready", "", "NoSchedule")))
                .isEqualTo("taint cluster.karmada.io/not-ready:NoSchedule is not tolerated");
    }

    @ParameterizedTest
    @CsvSource({
        "apps/v1, StatefulSet, apps/v1/StatefulSet, ''",
        "apps/v1, StatefulSet, apps/v1/Deployment, does not serve apps/v1 StatefulSet",
        "v1, Pod, v1/Pod, ''",
        "v2, Pod, v1/Pod, does not serve v2 Pod",
    })
    void kinds(String apiVersion, String kind, String served, String expected) {
        PlacementRequest subject = new PlacementRequest(apiVersion, kind, "", false, 0);
        assertThat(against("{}", subject, named("m1").serving(served))).isEqualTo(expected);
        assertThat(against("{}", subject, named("m1"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "spreadByField: provider, has no provider",
        "spreadByField: region, has no region",
        "spreadByField: zone, has no zone",
        "spreadByLabel: tier, has no label tier",
        "spreadByField: cluster, ''",
    })
    void properties(String by, String expected) {
        String placement = by.endsWith("cluster")
                ? "spreadConstraints: [{%s}]".formatted(by)
                : "spreadConstraints: [{%s}, {spreadByField: cluster}]".formatted(by);
        assertThat(against(placement, deployment(1), named("bare"))).isEqualTo(expected);
        assertThat(against(placement, deployment(1), cluster())).isEmpty();
    }

    /// Eviction is not the scheduler's task; but a change of the policy counts at once.
    @Test
    void anObjectMayStayWhereItIs() {
        TestingCluster cluster =
                cluster().taint("key", "", "NoExecute").serving("v1/Pod").holding(1);
        assertThat(against("{}", deployment(1), cluster)).isEmpty();
        assertThat(against("clusterAffinity: {clusterNames: [m2]}", deployment(1), cluster))
                .isEqualTo("is not named by clusterAffinity");
        assertThat(against("{}", deployment(1), cluster.barred("failed there"))).isEqualTo("failed there");
    }

    @Test
    void saysAllThatIsInTheWay() {
        assertThat(against(
                        """
                        clusterAffinity: {clusterNames: [m2]}
                        spreadConstraints: [{spreadByField: region}, {spreadByField: cluster}]
                        """,
                        deployment(1),
                        named("m1").taint("key", "", "NoSchedule").serving("v1/Pod")))
                .isEqualTo("is not named by clusterAffinity; taint key:NoSchedule is not tolerated;"
                        + " does not serve apps/v1 Deployment; has no region");
    }

    @Test
    void onlyWorkloadsOverflow() {
        String placement = """
                clusterAffinities:
                - affinityName: own
                  clusterNames: [m2]
                  overflowAffinities: [{affinityName: rented, clusterNames: [m1]}]
                replicaScheduling: {replicaDivisionPreference: Aggregated}
                """;
        PlacementRequest configuration = new PlacementRequest("v1", "ConfigMap", "", false, 0);
        assertThat(against(placement, deployment(1), named("m1"))).isEmpty();
        assertThat(against(placement, deployment(1), named("m3")))
                .isEqualTo("is not named by affinity group own, and no overflow affinity does");
        assertThat(against(placement, configuration, named("m2"))).isEmpty();
        assertThat(against(placement, configuration, named("m1"))).isEqualTo("is not named by affinity group own");
    }
}
