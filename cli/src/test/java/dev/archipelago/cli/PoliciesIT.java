package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Propagation policies applied with kubectl, and the resulting objects in members. Of the clusters, c1 is gold, of
/// provider aws, in region eu and zone eu-1; c2 gold, aws, us, us-1; c3 iron, gcp, us, us-2.
class PoliciesIT {
    private static final List<String> APPLY = List.of("apply");
    private static final String REPLICAS = ".spec.replicas";

    @TempDir
    private static Path home;

    private static TestingFederation federation;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws Exception {
        federation = TestingFederation.start(home, "--default-propagation", "none");
        kubectl = federation.kubectl();
        describe("c1", "gold", "aws", "eu", "eu-1");
        describe("c2", "gold", "aws", "us", "us-1");
        describe("c3", "iron", "gcp", "us", "us-2");
    }

    private static void describe(String cluster, String tier, String provider, String region, String zone) {
        kubectl.ok("label", "cluster", cluster, "tier=" + tier);
        kubectl.ok(
                "patch",
                "cluster",
                cluster,
                "--type=merge",
                "-p",
                "{\"spec\":{\"provider\":\"%s\",\"region\":\"%s\",\"zones\":[\"%s\"]}}"
                        .formatted(provider, region, zone));
    }

    @AfterAll
    static void stop() {
        federation.close();
    }

    private static String deployment(String name, int replicas) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %1$s}
                spec:
                  replicas: %2$d
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata: {labels: {app: %1$s}}
                    spec: {containers: [{name: main, image: nginx}]}
                """.formatted(name, replicas);
    }

    private static String settings(String name, String value) {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s}
                data: {a: '%s'}
                """.formatted(name, value);
    }

    /// A policy about one object.
    private static String policy(String name, String apiVersion, String kind, String object, String spec) {
        return """
                apiVersion: policy.karmada.io/v1alpha1
                kind: PropagationPolicy
                metadata: {name: %s}
                spec: {resourceSelectors: [{apiVersion: %s, kind: %s, name: %s}], %s}
                """.formatted(name, apiVersion, kind, object, spec);
    }

    private static String aboutDeployment(String object, String spec) {
        return policy(object, "apps/v1", "Deployment", object, spec);
    }

    private static String aboutSettings(String object, String spec) {
        return policy(object, "v1", "ConfigMap", object, spec);
    }

    private static String onlyIn(String cluster) {
        return "placement: {clusterAffinity: {clusterNames: [" + cluster + "]}}";
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            anywhere         | 2  | {} | c1=2 c2=2 c3=2
            duplicated       | 2  | {replicaScheduling: {replicaSchedulingType: Duplicated}} | c1=2 c2=2 c3=2
            names            | 2  | {clusterAffinity: {clusterNames: [c1, c3]}} | c1=2 c3=2
            labels           | 2  | {clusterAffinity: {labelSelector: {matchLabels: {tier: gold}}}} | c1=2 c2=2
            provider         | 2  | {clusterAffinity: {fieldSelector: {matchExpressions: [{key: provider, operator: In, values: [gcp]}]}}} | c3=2
            region           | 2  | {clusterAffinity: {fieldSelector: {matchExpressions: [{key: region, operator: NotIn, values: [us]}]}}} | c1=2
            zone             | 2  | {clusterAffinity: {fieldSelector: {matchExpressions: [{key: zone, operator: In, values: [us-1, us-2]}]}}} | c2=2 c3=2
            excluded         | 2  | {clusterAffinity: {exclude: [c2]}} | c1=2 c3=2
            all-of-them      | 2  | {clusterAffinity: {labelSelector: {matchLabels: {tier: gold}}, exclude: [c1]}} | c2=2
            first-that-fits  | 2  | {clusterAffinities: [{affinityName: one, clusterNames: [c9]}, {affinityName: two, clusterNames: [c2]}]} | c2=2
            weights          | 13 | {replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted, weightPreference: {staticWeightList: [{targetCluster: {clusterNames: [c1]}, weight: 3}, {targetCluster: {clusterNames: [c2]}, weight: 2}, {targetCluster: {clusterNames: [c3]}, weight: 1}]}}} | c1=7 c2=4 c3=2
            unweighted       | 6  | {replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}} | c1=2 c2=2 c3=2
            only-weighted    | 4  | {replicaScheduling: {replicaSchedulingType: Divided, weightPreference: {staticWeightList: [{targetCluster: {labelSelector: {matchLabels: {tier: gold}}}, weight: 1}]}}} | c1=2 c2=2
            dynamic          | 6  | {replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted, weightPreference: {dynamicWeight: AvailableReplicas}}} | c1=2 c2=2 c3=2
            aggregated       | 5  | {replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Aggregated}} | c1=5
            one-cluster      | 2  | {spreadConstraints: [{spreadByField: cluster, minGroups: 1, maxGroups: 1}]} | c1=2
            two-regions      | 2  | {spreadConstraints: [{spreadByField: region, minGroups: 2, maxGroups: 2}, {spreadByField: cluster, minGroups: 2, maxGroups: 2}]} | c1=2 c2=2
            two-zones        | 2  | {spreadConstraints: [{spreadByField: zone, minGroups: 2, maxGroups: 2}, {spreadByField: cluster, minGroups: 2, maxGroups: 2}]} | c1=2 c2=2
            """)
    void placesBy(String name, int replicas, String placement, String expected) throws Exception {
        kubectl.ok(aboutDeployment(name, "placement: " + placement), APPLY);
        kubectl.ok(deployment(name, replicas), APPLY);
        federation.awaitMembers("deployment/" + name, REPLICAS, expected);
        kubectl.ok("delete", "deployment/" + name, "propagationpolicy/" + name);
        federation.awaitMembers("deployment/" + name, REPLICAS, "");
    }

    @Test
    void keepsAwayFromTaintsThatAreNotTolerated() throws Exception {
        for (String effect : List.of("NoSchedule", "NoExecute")) {
            String name = effect.toLowerCase(java.util.Locale.ROOT);
            kubectl.ok(
                    "patch",
                    "cluster",
                    "c3",
                    "--type=merge",
                    "-p",
                    "{\"spec\":{\"taints\":[{\"key\":\"repair\",\"value\":\"yes\",\"effect\":\"%s\"}]}}"
                            .formatted(effect));
            kubectl.ok(aboutDeployment(name, "placement: {}"), APPLY);
            kubectl.ok(deployment(name, 1), APPLY);
            federation.awaitMembers("deployment/" + name, REPLICAS, "c1=1 c2=1");
            kubectl.ok(
                    aboutDeployment(
                            name, "placement: {clusterTolerations: [{key: repair, operator: Equal, value: 'yes'}]}"),
                    APPLY);
            federation.awaitMembers("deployment/" + name, REPLICAS, "c1=1 c2=1 c3=1");
            kubectl.ok("patch", "cluster", "c3", "--type=merge", "-p", "{\"spec\":{\"taints\":null}}");
            kubectl.ok("delete", "deployment/" + name, "propagationpolicy/" + name);
        }
    }

    @Test
    void choosesOneOfSeveralPolicies() throws Exception {
        kubectl.ok(policy("p-low", "v1", "ConfigMap", "contested", onlyIn("c1")), APPLY);
        kubectl.ok(policy("p-high", "v1", "ConfigMap", "contested", "priority: 5, " + onlyIn("c2")), APPLY);
        kubectl.ok("""
                apiVersion: policy.karmada.io/v1alpha1
                kind: ClusterPropagationPolicy
                metadata: {name: p-everywhere}
                spec:
                  priority: 100
                  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {wide: 'yes'}}}]
                  placement: {clusterAffinity: {clusterNames: [c3]}}
                """, APPLY);
        kubectl.ok(settings("contested", "1"), APPLY);
        kubectl.ok("label", "configmap", "contested", "wide=yes");
        kubectl.ok("create", "configmap", "uncontested");
        kubectl.ok("label", "configmap", "uncontested", "wide=yes");
        federation.awaitMembers("configmap/contested", ".data.a", "c2=1");
        federation.awaitMembers("configmap/uncontested", ".data.a", "c3=");
        // The binding names the policy; the template is unchanged.
        TestingFederation.await(
                () -> assertThat(kubectl.ok("get", "resourcebinding", "contested-configmap", "-o", "yaml"))
                        .contains("    propagationpolicy.karmada.io/name: p-high")
                        .contains("    propagationpolicy.karmada.io/namespace: default"));
        TestingFederation.await(
                () -> assertThat(kubectl.ok("get", "resourcebinding", "uncontested-configmap", "-o", "yaml"))
                        .contains("clusterpropagationpolicy.karmada.io/name: p-everywhere"));
        kubectl.ok("delete", "clusterpropagationpolicy", "p-everywhere");
    }

    @Test
    void takesAlongWhatPodsNeed() throws Exception {
        kubectl.ok(settings("needed", "1"), APPLY);
        kubectl.ok(aboutDeployment("needy", "propagateDeps: true, " + onlyIn("c2")), APPLY);
        kubectl.ok(
                deployment("needy", 1)
                        .replace("image: nginx}]", "image: nginx, envFrom: [{configMapRef: {name: needed}}]}]"),
                APPLY);
        federation.awaitMembers("configmap/needed", ".data.a", "c2=1");
    }

    @Test
    void takesOverWhatOthersMadeOnlyWhenTold() throws Exception {
        kubectl.ok(settings("theirs", "mine"), List.of("apply", "--context=c1"));
        kubectl.ok(aboutSettings("theirs", "placement: {}"), APPLY);
        kubectl.ok(settings("theirs", "ours"), APPLY);
        federation.awaitMembers("configmap/theirs", ".data.a", "c1=mine c2=ours c3=ours");
        TestingFederation.await(() -> assertThat(federation.ok("status")).contains("theirs", "c1"));
        kubectl.ok(aboutSettings("theirs", "conflictResolution: Overwrite, placement: {}"), APPLY);
        federation.awaitMembers("configmap/theirs", ".data.a", "c1=ours c2=ours c3=ours");
    }

    @Test
    void dispatchesNothingWhileSuspended() throws Exception {
        kubectl.ok(aboutSettings("held", "suspension: {dispatchingOnClusters: {clusterNames: [c2]}}"), APPLY);
        kubectl.ok(settings("held", "1"), APPLY);
        federation.awaitMembers("configmap/held", ".data.a", "c1=1 c3=1");
        kubectl.ok(aboutSettings("held", "suspension: {dispatching: true}"), APPLY);
        TestingFederation.await(() -> assertThat(
                        kubectl.ok("get", "resourcebinding", "held-configmap", "-o", "jsonpath={.spec.suspension}"))
                .contains("dispatching\":true"));
        kubectl.ok(settings("held", "2"), APPLY);
        kubectl.ok(aboutSettings("held-not", "placement: {}"), APPLY);
        kubectl.ok(settings("held-not", "1"), APPLY);
        federation.awaitMembers("configmap/held-not", ".data.a", "c1=1 c2=1 c3=1");
        assertThat(federation.members("configmap/held", ".data.a")).isEqualTo("c1=1 c3=1");
        kubectl.ok(aboutSettings("held", "suspension: null"), APPLY);
        federation.awaitMembers("configmap/held", ".data.a", "c1=2 c2=2 c3=2");
    }

    @Test
    void leavesWhatIsToBePreserved() throws Exception {
        kubectl.ok(aboutSettings("kept", "preserveResourcesOnDeletion: true"), APPLY);
        kubectl.ok(settings("kept", "1"), APPLY);
        federation.awaitMembers("configmap/kept", ".data.a", "c1=1 c2=1 c3=1");
        kubectl.ok("delete", "configmap", "kept");
        TestingFederation.await(() ->
                assertThat(kubectl.ok("get", "resourcebindings", "-o", "name")).doesNotContain("/kept-configmap"));
        assertThat(federation.members("configmap/kept", ".data.a")).isEqualTo("c1=1 c2=1 c3=1");
        TestingFederation.await(() -> assertThat(kubectl.ok("--context=c1", "get", "configmap", "kept", "-o", "yaml"))
                .doesNotContain("karmada.io", "federation-name", "archipelago.dev/membership")
                .contains("archipelago.dev/orphaned"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            placement: {clusterAffinity: {}, clusterAffinities: [{affinityName: a}]} | spec.placement: Invalid value: clusterAffinity and clusterAffinities
            placement: {clusterAffinities: [{affinityName: a}, {affinityName: a}]} | spec.placement.clusterAffinities[1]: Duplicate
            placement: {clusterAffinity: {fieldSelector: {matchExpressions: [{key: colour, operator: In, values: [red]}]}}} | spec.placement.clusterAffinity.fieldSelector.matchExpressions[0].key
            placement: {spreadConstraints: [{spreadByField: region, maxGroups: 1}]} | spec.placement: Invalid value: spreadConstraints
            placement: {spreadConstraints: [{spreadByField: cluster, minGroups: 3, maxGroups: 2}]} | spec.placement.spreadConstraints[0]
            placement: {replicaScheduling: {replicaSchedulingType: Halved}} | spec.placement.replicaScheduling.replicaSchedulingType
            conflictResolution: Sometimes | spec.conflictResolution
            suspension: {dispatching: true, dispatchingOnClusters: {clusterNames: [c1]}} | spec.suspension
            """)
    void refusesWhatMeansNothing(String spec, String field) {
        assertThat(kubectl.refused(aboutSettings("wrong", spec), List.of("create")))
                .contains("is invalid", field);
    }
}
