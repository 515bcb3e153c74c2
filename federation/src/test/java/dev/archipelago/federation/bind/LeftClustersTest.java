package dev.archipelago.federation.bind;

import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.policy;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Step;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.workload.Template;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// Replicas in a cluster that leaves the federation and joins again.
class LeftClustersTest {
    private static final Cluster LEAVING = cluster(
            "c2",
            "{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'},"
                    + " status: {conditions: [{type: Ready, status: 'True'}]}}");
    private static final String ABOUT = "resourceSelectors: [{apiVersion: apps/v1, kind: StatefulSet}]";

    private static Template set(int replicas, String annotations) {
        return template(
                "apps/v1 StatefulSet",
                "{metadata: {annotations: %s}, spec: {replicas: %d}}".formatted(annotations, replicas));
    }

    private static Situation placed(int replicas, String annotations) {
        Situation situation = new Situation(set(replicas, annotations), "c1", "c2");
        situation.act();
        return situation;
    }

    private static void leave(Situation situation, String name) {
        situation.clusters.removeIf(cluster -> cluster.name().equals(name));
    }

    private static void release(Situation situation, String clusters) {
        ObjectNode tree = situation.bound().tree();
        Json.child(tree, "spec").putArray("released").add(clusters);
        situation.binding = read(Binding.KIND, tree);
    }

    private static List<String> events(Situation situation) {
        return situation.plan().steps().stream()
                .filter(Step.Say.class::isInstance)
                .map(step -> ((Step.Say) step).note())
                .map(note -> note.reason() + ": " + note.message())
                .toList();
    }

    @Test
    void aClusterThatLeavesKeepsItsReplicasAndNoneIsPlacedElsewhereForThem() {
        Situation situation = placed(8, "{}");
        leave(situation, "c2");
        assertThat(situation.act()).isEqualTo("c1=4 c2=4");
        assertThat(situation.reasons()).contains("\"c2\":\"has left the federation, keeps what it has\"");
        assertThat(situation.bound().left()).containsExactly("c2");
        assertThat(situation.bound().departing()).isEmpty();
    }

    @Test
    void theSameWhileItIsLeaving() {
        Situation situation = placed(8, "{}");
        situation.replace(LEAVING);
        assertThat(situation.act()).isEqualTo("c1=4 c2=4");
        assertThat(situation.bound().departing()).isEmpty();
        leave(situation, "c2");
        assertThat(situation.act()).isEqualTo("c1=4 c2=4");
    }

    @Test
    void whatALeavingClusterHasOfOtherKindsIsNotTakenFromIt() {
        Situation situation = new Situation(template("apps/v1 Deployment", "{spec: {replicas: 4}}"), "c1", "c2");
        situation.act();
        situation.replace(LEAVING);
        assertThat(situation.act()).isEqualTo("c1=4");
        assertThat(situation.bound().departing()).isEmpty();
    }

    @Test
    void isToldOnceWhenItLeavesAndWhenItIsBack() {
        Situation situation = placed(8, "{}");
        leave(situation, "c2");
        assertThat(events(situation))
                .containsExactly(
                        "ClusterLeft: cluster c2 has left the federation; 4 replicas stay there and are not moved");
        situation.act();
        assertThat(events(situation)).isEmpty();
        situation.clusters.add(cluster("c2"));
        assertThat(events(situation))
                .containsExactly("ClusterReturned: cluster c2 has joined the federation again, and its 4 replicas are"
                        + " taken back");
        assertThat(situation.act()).isEqualTo("c1=4 c2=4");
        assertThat(situation.bound().left()).isEmpty();
    }

    @Test
    void newReplicasGoToThoseThatAreMembers() {
        Situation situation = placed(4, "{}");
        leave(situation, "c2");
        situation.act();
        situation.template = set(6, "{}");
        assertThat(situation.act()).isEqualTo("c1=4 c2=2");
        situation.template = set(2, "{}");
        assertThat(situation.act()).isEqualTo("c1=1 c2=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Divided", "Duplicated"})
    void keepsThemAlsoWhereAPolicyPlacedThem(String type) {
        Situation situation = new Situation(set(4, "{}"), "c1", "c2");
        situation.policies = List.of(policy(
                "p",
                "{%s, placement: {replicaScheduling: {replicaSchedulingType: %s, replicaDivisionPreference: Weighted}}}"
                        .formatted(ABOUT, type)));
        String before = situation.act();
        leave(situation, "c2");
        assertThat(situation.act()).isEqualTo(before);
        situation.clusters.add(cluster("c2"));
        assertThat(situation.act()).isEqualTo(before);
        assertThat(situation.bound().left()).isEmpty();
    }

    @Test
    void isTakenBackThoughItsLabelsAreNotThereAgainYet() {
        String annotations = "{federation.alpha.kubernetes.io/cluster-selector:"
                + " '[{\"key\":\"site\",\"operator\":\"in\",\"values\":[\"north\"]}]'}";
        Situation situation = new Situation(set(4, annotations), "c1", "c2");
        situation.replace(cluster("c1", "{metadata: {labels: {site: north}}}"));
        situation.replace(cluster("c2", "{metadata: {labels: {site: north}}}"));
        assertThat(situation.act()).isEqualTo("c1=2 c2=2");
        leave(situation, "c2");
        assertThat(situation.act()).isEqualTo("c1=2 c2=2");
        situation.clusters.add(cluster("c2"));
        assertThat(situation.act()).isEqualTo("c1=2 c2=2");
        assertThat(situation.bound().departing()).isEmpty();
        // After it has matched again, a removed label is a user's decision.
        situation.replace(cluster("c2", "{metadata: {labels: {site: north}}}"));
        situation.act();
        situation.replace(cluster("c2"));
        assertThat(situation.act()).isEqualTo("c1=4");
        assertThat(situation.bound().departing()).containsExactly("c2");
    }

    @Test
    void replicasThatAreGivenUpArePlacedElsewhere() {
        Situation situation = placed(8, "{}");
        leave(situation, "c2");
        situation.act();
        release(situation, "c2");
        assertThat(situation.act()).isEqualTo("c1=8");
        assertThat(situation.bound().left()).isEmpty();
        assertThat(situation.bound().released()).containsExactly("c2");
    }

    @Test
    void aClusterWhoseReplicasWereGivenUpGetsNoneUntilItIsKnownToHaveNone() {
        Situation situation = placed(8, "{}");
        leave(situation, "c2");
        release(situation, "c2");
        situation.act();
        situation.clusters.add(cluster("c2"));
        situation.template = set(10, "{}");
        assertThat(situation.act()).isEqualTo("c1=10");
        assertThat(situation.reasons()).contains("delete StatefulSet web-c2 in it");
        situation.haveNothing = List.of("c2");
        situation.act();
        assertThat(situation.bound().released()).isEmpty();
        situation.template = set(12, "{}");
        assertThat(situation.act()).isEqualTo("c1=10 c2=2");
    }

    @Test
    void aMembersReplicasCannotBeGivenUp() {
        Situation situation = placed(8, "{}");
        release(situation, "c2");
        // It may have left just now: it is forgotten only for members.
        assertThat(situation.plan().actions()).first().isInstanceOfSatisfying(Action.Confirm.class, confirm -> {
            assertThat(confirm.key()).isEqualTo(Key.global("c2"));
            assertThat(confirm.fact()).isEqualTo(Fact.ALIVE);
        });
        assertThat(situation.act()).isEqualTo("c1=4 c2=4");
        assertThat(situation.bound().released()).isEmpty();
    }

    @Test
    void globalOrdinalsAreNeverGivenUp() {
        Situation situation = placed(4, "{archipelago.dev/identity: Global}");
        leave(situation, "c2");
        release(situation, "c2");
        assertThat(situation.act()).isEqualTo("c1=2@0 c2=2@2");
    }
}
