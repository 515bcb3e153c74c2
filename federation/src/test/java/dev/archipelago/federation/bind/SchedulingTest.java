package dev.archipelago.federation.bind;

import static dev.archipelago.federation.testing.TestingObjects.away;
import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.policy;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.ClusterTraits;
import dev.archipelago.federation.workload.Template;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Placement and its stability, observed in bindings.
class SchedulingTest {
    private static final String TAINT = "spec: {taints: [{key: k, effect: NoSchedule}]}";
    private static final String READY = "status: {conditions: [{type: Ready, status: 'True'}]}";
    private static final Cluster TAINTED = cluster("c2", "{%s, %s}".formatted(TAINT, READY));
    private static final Cluster LEAVING =
            cluster("c2", "{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}, %s}".formatted(READY));

    private static Template counted(String kind, int replicas) {
        String field = kind.endsWith("Job") ? "parallelism" : "replicas";
        return template(kind, "{spec: {%s: %d}}".formatted(field, replicas));
    }

    private static Template set(int replicas, String annotations) {
        return template(
                "apps/v1 StatefulSet",
                "{metadata: {annotations: %s}, spec: {replicas: %d}}".formatted(annotations, replicas));
    }

    private static Template set(int replicas) {
        return set(replicas, "{}");
    }

    private static Template global(int replicas) {
        return set(replicas, "{archipelago.dev/identity: Global}");
    }

    @ParameterizedTest
    @CsvSource({
        "apps/v1 StatefulSet, 5, c1=2 c2=2 c3=1",
        "apps/v1 StatefulSet, 2, c1=1 c2=1",
        "apps/v1 StatefulSet, 0, ''",
        "apps/v1 Deployment, 6, c1=2 c2=2 c3=2",
        "apps/v1 Deployment, 0, c1=0 c2=0 c3=0",
        "apps/v1 ReplicaSet, 6, c1=2 c2=2 c3=2",
        "batch/v1 Job, 3, c1=1 c2=1 c3=1",
        "v1 ConfigMap, 5, c1 c2 c3",
        "apps/v1 DaemonSet, 5, c1 c2 c3",
    })
    void goesToAllReadyClusters(String kind, int replicas, String targets) {
        assertThat(new Situation(counted(kind, replicas), "c1", "c2", "c3").act())
                .isEqualTo(targets);
    }

    @ParameterizedTest
    @CsvSource({
        "2, 7, c1=1/4 c2=1/3",
        "7, 2, c1=4/1 c2=3/1",
        "7, 1, c1=4/1 c2=3/0",
        "0, 3, c1=0/2 c2=0/1",
    })
    void whatAJobIsToBringAboutIsDividedToo(int parallelism, int completions, String targets) {
        Situation situation = new Situation(job(parallelism, completions), "c1", "c2");
        assertThat(situation.act()).isEqualTo(targets);
    }

    private static Template job(int parallelism, int completions) {
        return template(
                "batch/v1 Job", "{spec: {parallelism: %d, completions: %d}}".formatted(parallelism, completions));
    }

    @Test
    void indexesOfAJobAreNotDivided() {
        Template indexed =
                template("batch/v1 Job", "{spec: {parallelism: 2, completions: 4, completionMode: Indexed}}");
        assertThat(new Situation(indexed, "c1").act()).isEqualTo("c1=2/4");
        assertThat(new Situation(indexed, "c1", "c2").plan().steps().toString()).contains("spec.completionMode");
    }

    @Test
    void whatAJobIsToBringAboutStaysAsItWasDivided() {
        Situation situation = new Situation(job(2, 7), "c1", "c2");
        assertThat(situation.act()).isEqualTo("c1=1/4 c2=1/3");
        situation.clusters.add(cluster("c3"));
        situation.template = job(3, 7);
        assertThat(situation.act()).isEqualTo("c1=1/4 c2=1/3 c3=1/0");
    }

    @Test
    void aPolicyDividesWhatAJobIsToBringAboutUnlessItDuplicates() {
        for (String type : List.of("Divided", "Duplicated")) {
            Situation situation = new Situation(job(4, 8), "c1", "c2");
            situation.policies = List.of(policy(
                    "p",
                    "{resourceSelectors: [{apiVersion: batch/v1, kind: Job}], placement: {replicaScheduling:"
                            + " {replicaSchedulingType: %s, replicaDivisionPreference: Weighted}}}".formatted(type)));
            assertThat(situation.act()).isEqualTo(type.equals("Divided") ? "c1=2/4 c2=2/4" : "c1=4 c2=4");
        }
    }

    @Test
    void whatDoesNotSayHowManyIsOne() {
        assertThat(new Situation(template("apps/v1 StatefulSet", "{}"), "c1", "c2").act())
                .isEqualTo("c1=1");
    }

    @Test
    void theAnnotationSelectsClustersByLabelAndName() {
        Situation situation = new Situation(template("v1 ConfigMap", """
                        metadata:
                          annotations:
                            federation.alpha.kubernetes.io/cluster-selector: '[{"key":"site","operator":"in","values":["north"]}]'
                        """), "c1", "c2");
        situation.replace(cluster("c2", "{metadata: {labels: {site: north}}}"));
        assertThat(situation.act()).isEqualTo("c2");
        assertThat(situation.reasons())
                .contains("\"c1\":\"labels do not match annotation")
                .contains("\"c2\":\"chosen\"");
        situation.template = template("v1 ConfigMap", """
                metadata:
                  annotations:
                    federation.alpha.kubernetes.io/cluster-selector: '[{"key":"kubernetes.io/metadata.name","operator":"=","values":["c1"]}]'
                """);
        assertThat(situation.act()).isEqualTo("c1");
    }

    @Test
    void preferencesOfTheAnnotationDivideReplicas() {
        String heavy = "'{\"clusters\":{\"c1\":{\"weight\":1},\"c2\":{\"weight\":2}}}'";
        assertThat(new Situation(
                                set(9, "{federation.kubernetes.io/statefulset-preferences: %s}".formatted(heavy)),
                                "c1",
                                "c2")
                        .act())
                .isEqualTo("c1=3 c2=6");
        assertThat(new Situation(
                                template(
                                        "apps/v1 Deployment",
                                        "{metadata: {annotations: {federation.kubernetes.io/deployment-preferences:"
                                                + " %s}}, spec: {replicas: 9}}".formatted(heavy)),
                                "c1",
                                "c2")
                        .act())
                .isEqualTo("c1=3 c2=6");
    }

    @Test
    void replicasOfASetStayWhereTheyAre() {
        Situation situation = new Situation(set(5), "c1", "c2", "c3");
        assertThat(situation.act()).isEqualTo("c1=2 c2=2 c3=1");
        situation.clusters.add(cluster("c4"));
        assertThat(situation.act()).isEqualTo("c1=2 c2=2 c3=1");
        situation.template = set(7);
        assertThat(situation.act()).isEqualTo("c1=2 c2=2 c3=2 c4=1");
        situation.replace(away("c2"));
        assertThat(situation.act()).isEqualTo("c1=2 c2=2 c3=2 c4=1");
        assertThat(situation.reasons()).contains("\"c2\":\"not ready, keeps what it has\"");
        situation.replace(TAINTED);
        situation.template = set(9);
        assertThat(situation.act()).isEqualTo("c1=3 c2=2 c3=2 c4=2");
        situation.template = set(4);
        assertThat(situation.act()).isEqualTo("c1=1 c2=1 c3=1 c4=1");
    }

    @Test
    void clustersThatAreAwayOrTaintedGetNothingNew() {
        for (Cluster closed : List.of(away("c2"), TAINTED, LEAVING)) {
            Situation situation = new Situation(set(4), "c1", "c2", "c3");
            situation.replace(closed);
            assertThat(situation.act()).isEqualTo("c1=2 c3=2");
            situation.template = template("v1 ConfigMap", "{}");
            situation.binding = null;
            assertThat(situation.act()).isEqualTo("c1 c3");
        }
    }

    @Test
    void whatIsNotCountedStaysInClustersThatAreAwayAndGoesToThoseThatJoin() {
        Situation situation = new Situation(template("v1 ConfigMap", "{}"), "c1", "c2");
        assertThat(situation.act()).isEqualTo("c1 c2");
        situation.replace(away("c2"));
        assertThat(situation.act()).isEqualTo("c1 c2");
        situation.clusters.add(cluster("c3"));
        assertThat(situation.act()).isEqualTo("c1 c2 c3");
        situation.replace(LEAVING);
        assertThat(situation.act()).isEqualTo("c1 c3");
    }

    @Test
    void replicasOfADeploymentLeaveAClusterThatIsAway() {
        Situation situation = new Situation(counted("apps/v1 Deployment", 6), "c1", "c2", "c3");
        situation.act();
        situation.replace(away("c2"));
        assertThat(situation.act()).isEqualTo("c1=3 c3=3");
        assertThat(situation.reasons()).contains("\"c2\":\"not ready\"");
    }

    @Test
    void replicasOfADeploymentStayInAClusterThatIsTainted() {
        Situation situation = new Situation(counted("apps/v1 Deployment", 6), "c1", "c2", "c3");
        situation.act();
        situation.replace(TAINTED);
        assertThat(situation.act()).isEqualTo("c1=2 c2=2 c3=2");
        situation.template = counted("apps/v1 Deployment", 10);
        assertThat(situation.act()).isEqualTo("c1=4 c2=2 c3=4");
        assertThat(situation.reasons()).contains("\"c2\":\"keeps what it has\"");
    }

    @Test
    void saysHowManyReplicasFoundNoPlace() {
        Situation situation = new Situation(set(3));
        assertThat(situation.act()).isEmpty();
        assertThat(situation.reasons()).isEqualTo("{\"\":\"3 replicas found no cluster that may take them\"}");
        situation.clusters = List.of(cluster("c1"));
        assertThat(situation.act()).isEqualTo("c1=3");
        assertThat(situation.reasons()).isEqualTo("{\"c1\":\"chosen\"}");
    }

    @Test
    void globalOrdinalsRunOnOverClustersAndStay() {
        Situation situation = new Situation(global(5), "c1", "c2");
        assertThat(situation.act()).isEqualTo("c1=3@0 c2=2@3");
        situation.clusters.add(cluster("c3"));
        assertThat(situation.act()).isEqualTo("c1=3@0 c2=2@3");
        situation.template = global(7);
        assertThat(situation.act()).isEqualTo("c1=3@0 c2=2@3 c3=2@5");
        situation.template = global(2);
        assertThat(situation.act()).isEqualTo("c1=2@0 c2=0@3 c3=0@5");
        situation.template = global(6);
        assertThat(situation.act()).isEqualTo("c1=3@0 c2=2@3 c3=1@5");
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void aSetThatIsPlacedKeepsItsIdentityAndSaysWhy(boolean global, boolean byPolicy) {
        Situation situation = new Situation(global ? global(4) : set(4), "c1", "c2");
        if (byPolicy) {
            situation.policies = List.of(policy(
                    "p",
                    "{resourceSelectors: [{apiVersion: apps/v1, kind: StatefulSet}], placement: {replicaScheduling:"
                            + " {replicaSchedulingType: Divided}}}"));
        }
        String before = situation.act();
        situation.template = global ? set(6) : global(6);
        assertThat(situation.plan().steps().toString())
                .contains("ScheduleBindingFailed")
                .contains("archipelago.dev/identity");
        Action.Update noted = (Action.Update) situation.plan().actions().getFirst();
        assertThat(situation.plan().actions()).hasSize(1);
        situation.binding = read(Binding.KIND, noted.object());
        assertThat(situation.targets()).isEqualTo(before);
        assertThat(situation.reasons()).contains("is fixed when it is created");
        assertThat(situation.plan().actions()).isEmpty();

        situation.template = global ? global(4) : set(4);
        assertThat(situation.act()).isEqualTo(before);
        assertThat(situation.reasons()).doesNotContain("is fixed when it is created");
    }

    private static Binding.Target orphan(String cluster, int replicas) {
        return Binding.Target.of(cluster, OptionalInt.of(replicas));
    }

    private static Binding.Target orphan(String cluster, int start, int replicas, int claimed) {
        return new Binding.Target(cluster, OptionalInt.of(replicas), OptionalInt.of(start), OptionalInt.of(claimed));
    }

    @ParameterizedTest
    @CsvSource({"false, 4, c1=3 c2=1", "false, 6, c1=3 c2=2 c3=1", "true, 4, c1=3 c2=1"})
    void replicasOfAnEarlierSetOfItsNameStayWhereTheyAre(boolean byPolicy, int replicas, String targets) {
        Situation situation = new Situation(set(replicas), "c1", "c2", "c3");
        situation.orphans = List.of(orphan("c1", 3), orphan("c2", 1));
        if (byPolicy) {
            situation.policies = List.of(policy(
                    "p",
                    "{resourceSelectors: [{apiVersion: apps/v1, kind: StatefulSet}], placement: {replicaScheduling:"
                            + " {replicaSchedulingType: Divided}}}"));
        }
        assertThat(situation.act()).isEqualTo(targets);
    }

    @Test
    void ordinalsOfAnEarlierSetOfItsNameStayWhereTheyAre() {
        Situation situation = new Situation(global(4), "c1", "c2", "c3");
        situation.orphans = List.of(orphan("c1", 2, 1, 2), orphan("c3", 0, 2, 2));
        assertThat(situation.act()).isEqualTo("c1=2@2 c3=2@0");
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "0, 3"})
    void ordinalsOfAnEarlierSetThatAreNotOneRunAreNotPlacedAnew(int first, int second) {
        Situation situation = new Situation(global(4), "c1", "c2", "c3");
        situation.orphans = List.of(orphan("c1", first, 2, 2), orphan("c2", second, 2, 2));
        assertThat(situation.plan().actions()).isEmpty();
        assertThat(situation.plan().steps().toString())
                .contains("ScheduleBindingFailed")
                .contains("an earlier StatefulSet of this name");
    }

    @Test
    void ofAPolicySetsKeepTheirReplicasWhateverItNowSays() {
        String about = "resourceSelectors: [{apiVersion: apps/v1, kind: StatefulSet}]";
        String equal = "{%s, placement: {clusterAffinity: {clusterNames: [c1, c2]}, replicaScheduling:"
                + " {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}}}";
        Situation situation = new Situation(set(4), "c1", "c2", "c3");
        situation.policies = List.of(policy("p", equal.formatted(about)));
        assertThat(situation.act()).isEqualTo("c1=2 c2=2");
        situation.policies = List.of(policy("p", equal.formatted(about).replace("c1, c2", "c2, c3")));
        assertThat(situation.act()).isEqualTo("c1=2 c2=2");
        situation.template = set(6);
        assertThat(situation.act()).isEqualTo("c1=2 c2=2 c3=2");
    }

    @Test
    void aPolicyWithoutDivisionGivesEachClusterAllReplicas() {
        Situation situation = new Situation(counted("apps/v1 Deployment", 3), "c1", "c2", "c3");
        situation.policies = List.of(policy(
                "p",
                "{resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}],"
                        + " placement: {clusterAffinity: {clusterNames: [c1, c3]}}}"));
        assertThat(situation.act()).isEqualTo("c1=3 c3=3");
    }

    @Test
    void aPolicyWithoutDivisionGivesNoOrdinalToTwoClusters() {
        Situation situation = new Situation(
                template(
                        "apps/v1 StatefulSet",
                        "{metadata: {annotations: {archipelago.dev/identity: Global}}, spec: {replicas: 3}}"),
                "c1",
                "c2");
        situation.policies =
                List.of(policy("p", "{resourceSelectors: [{apiVersion: apps/v1, kind: StatefulSet}], placement: {}}"));
        assertThat(situation.act()).isEqualTo("c1=2@0 c2=1@2");
    }

    @Test
    void aClusterThatIsNotKnownIsAskedForBeforeAnythingIsTakenFromIt() {
        Situation situation = new Situation(template("v1 ConfigMap", "{}"), "c1", "c2");
        assertThat(situation.act()).isEqualTo("c1 c2");
        situation.clusters.removeLast();
        assertThat(situation.plan().actions().getFirst())
                .isEqualTo(new Action.Confirm(Cluster.KIND, Key.global("c2"), "", Fact.GONE));
        assertThat(situation.act()).isEqualTo("c1");
    }

    @Test
    void whereNoClusterFitsAllStaysAsItWas() {
        String policy = "{resourceSelectors: [{apiVersion: v1, kind: ConfigMap}],"
                + " placement: {clusterAffinity: {clusterNames: [%s]}}}";
        Situation situation = new Situation(template("v1 ConfigMap", "{}"), "c1", "c2");
        situation.policies = List.of(policy("p", policy.formatted("c1")));
        assertThat(situation.act()).isEqualTo("c1");
        situation.policies = List.of(policy("p", policy.formatted("nowhere")));
        assertThat(situation.act()).isEqualTo("c1");
        assertThat(situation.reasons()).contains("\"\":\"no cluster fits\"");
        situation.policies = List.of(policy("p", policy.formatted("c2")));
        assertThat(situation.act()).isEqualTo("c2");
    }

    @Test
    void staysInTheGroupOfClustersThatWasChosenWhenAnEarlierOneRecovers() {
        Situation situation = new Situation(template("v1 ConfigMap", "{}"), "c1", "c2");
        situation.policies = List.of(policy(
                "p",
                "{resourceSelectors: [{apiVersion: v1, kind: ConfigMap}], placement: {clusterAffinities:"
                        + " [{affinityName: first, clusterNames: [c1]}, {affinityName: second, clusterNames:"
                        + " [c2]}]}}"));
        situation.replace(away("c1"));
        assertThat(situation.act()).isEqualTo("c2");
        situation.replace(cluster("c1"));
        assertThat(situation.act()).isEqualTo("c2");
    }

    @Test
    void whatIsSaidOfAClusterCountsBeforeWhatWasFound() {
        assertThat(ClusterTraits.of(cluster(
                        "c1",
                        "{metadata: {labels: {a: b}}, spec: {provider: acme, region: north, zones: [n1]},"
                                + " status: {regions: [south], zones: [s1, s2]}}")))
                .isEqualTo(new ClusterTraits(
                        "c1", Map.of("a", "b", "kubernetes.io/metadata.name", "c1"), "acme", "north", List.of("n1")));
        assertThat(ClusterTraits.of(cluster("c1", "{status: {regions: [south], zones: [s1, s2]}}")))
                .isEqualTo(new ClusterTraits(
                        "c1", Map.of("kubernetes.io/metadata.name", "c1"), "", "south", List.of("s1", "s2")));
    }
}
