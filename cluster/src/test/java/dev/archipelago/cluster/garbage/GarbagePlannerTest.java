package dev.archipelago.cluster.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.DeleteOptions.Propagation;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.testing.TestingWorld;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GarbagePlannerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Kind<AnyObject> SET =
            AnyObject.kind(new GroupVersionKind("apps", "v1", "ReplicaSet"), "replicasets", true);
    private static final Kind<AnyObject> POD = AnyObject.kind(new GroupVersionKind("", "v1", "Pod"), "pods", true);
    private static final Kind<AnyObject> NODE = AnyObject.kind(new GroupVersionKind("", "v1", "Node"), "nodes", false);

    private static final String DYING = "deletionTimestamp: '2026-01-01T00:00:00Z'";

    private final TestingWorld world = new TestingWorld();
    private final Graph graph = new Graph();

    @BeforeEach
    void fill() {
        for (Kind<AnyObject> kind : List.of(SET, POD, NODE)) {
            graph.add(world.caches().of(kind));
            world.fill(kind);
        }
    }

    private Plan plan(Kind<?> kind, String namespace, String name) {
        return graph.find(Node.id(kind, new Key(namespace, name)))
                .map(node -> new GarbagePlanner(graph, true).plan(node, NOW))
                .orElse(Plan.NOTHING);
    }

    private Plan plan(String pod) {
        return plan(POD, "ns", pod);
    }

    private void set(String name, String more) {
        world.put(SET, "metadata: {name: %s, namespace: ns%s}".formatted(name, more.isEmpty() ? "" : ", " + more));
    }

    private void pod(String name, String... owners) {
        StringBuilder references = new StringBuilder();
        for (String owner : owners) {
            references
                    .append(references.isEmpty() ? "" : ", ")
                    .append("{apiVersion: apps/v1, kind: ReplicaSet, name: %s, uid: %s, blockOwnerDeletion: true}"
                            .formatted(owner, owner));
        }
        world.put(POD, "metadata: {name: %s, namespace: ns, ownerReferences: [%s]}".formatted(name, references));
    }

    private static Action.Delete deletion(Plan plan) {
        return (Action.Delete) plan.actions().getLast();
    }

    @Test
    void leavesAlone() {
        set("a", "");
        pod("free");
        pod("owned", "a");
        assertThat(plan("free").steps()).isEmpty();
        assertThat(plan("owned").steps()).isEmpty();
        assertThat(plan("absent").steps()).isEmpty();
    }

    @Test
    void deletesWhatLostItsOwnerOnceThatIsConfirmed() {
        pod("p", "a");
        Plan plan = plan("p");
        assertThat(plan.actions().getFirst()).isEqualTo(new Action.Confirm(SET, new Key("ns", "a"), "a", Fact.GONE));
        assertThat(deletion(plan).options().uid()).isEqualTo("p");
        assertThat(deletion(plan).options().resourceVersion()).isNotEmpty();
        assertThat(deletion(plan).options().propagation()).contains(Propagation.BACKGROUND);
        world.carryOut(plan);
        assertThat(plan("p").steps()).isEmpty();
    }

    @Test
    void anotherObjectOfTheSameNameIsNotTheOwner() {
        set("a", "uid: other");
        pod("p", "a");
        assertThat(plan("p").actions()).hasSize(2);
    }

    @Test
    void anOwnerInAnotherNamespaceCountsAsAbsent() {
        world.put(SET, "metadata: {name: a, namespace: elsewhere}");
        pod("p", "a");
        assertThat(deletion(plan("p")).key()).isEqualTo(new Key("ns", "p"));
    }

    @Test
    void anOwnerMayBeInNoNamespace() {
        world.put(NODE, "metadata: {name: node-a}");
        world.put(
                POD,
                "metadata: {name: p, namespace: ns, ownerReferences: [{apiVersion: v1, kind: Node, name: node-a, uid: node-a}]}");
        assertThat(plan("p").steps()).isEmpty();
    }

    @Test
    void neverDeletesAnObjectInNoNamespaceForAnOwnerThatIsInOne() {
        world.put(
                NODE,
                "metadata: {name: node-a, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: a, uid: a}]}");
        Plan plan = plan(NODE, "", "node-a");
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.steps()).hasSize(1);
    }

    @Test
    void anyVersionOfTheOwnersKindWillDo() {
        set("a", "");
        world.put(POD, """
                metadata: {name: p, namespace: ns,
                  ownerReferences: [{apiVersion: apps/v1beta2, kind: ReplicaSet, name: a, uid: a}]}
                """);
        assertThat(plan("p").steps()).isEmpty();
    }

    @Test
    void waitsWithAnOwnerOfAKindThatIsNotServed() {
        world.put(POD, """
                metadata: {name: p, namespace: ns,
                  ownerReferences: [{apiVersion: example.com/v1, kind: Thing, name: a, uid: a}]}
                """);
        assertThat(plan("p").actions()).isEmpty();
        assertThat(plan("p").lookAgain()).isPresent();
    }

    @Test
    void knowsThatAnOwnerWentWithItsKind() {
        world.put(POD, """
                metadata: {name: p, namespace: ns,
                  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: a, uid: a}]}
                """);
        graph.left(SET.read(world.put(SET, "metadata: {name: a, namespace: ns}").stored()));
        graph.remove(world.caches().of(SET));
        assertThat(plan("p").actions()).hasSize(1);
    }

    @Test
    void doesNothingBeforeAllIsKnown() {
        pod("p", "a");
        Node node = graph.find(Node.id(POD, new Key("ns", "p"))).orElseThrow();
        Plan plan = new GarbagePlanner(graph, false).plan(node, NOW);
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.lookAgain()).isPresent();
    }

    @Test
    void keepsWhatHasOneOwnerLeftAndTakesTheOthersOff() {
        set("a", "");
        set("waits", "finalizers: [foregroundDeletion], " + DYING);
        pod("p", "a", "gone", "waits");
        Plan plan = plan("p");
        assertThat(plan.actions()).hasSize(3);
        world.carryOut(plan);
        assertThat(world.get(POD, new Key("ns", "p")).orElseThrow().meta().owners())
                .extracting(owner -> owner.uid())
                .containsExactly("a");
        assertThat(plan("p").steps()).isEmpty();
        assertThat(plan(SET, "ns", "waits").actions()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "finalizers: [foregroundDeletion], " + DYING + " | true",
                "finalizers: [foregroundDeletion] | false",
                "finalizers: [orphan], " + DYING + " | false",
            })
    void isConfirmedToWaitForItsDependentsWhenItIsDeletedInTheForeground(String metadata, boolean waits) {
        set("a", metadata);
        assertThat(GarbagePlanner.WAITS_FOR_DEPENDENTS
                        .holds()
                        .test(world.get(SET, new Key("ns", "a")).map(object -> object)))
                .isEqualTo(waits);
        assertThat(GarbagePlanner.WAITS_FOR_DEPENDENTS.holds().test(Optional.empty()))
                .isFalse();
    }

    @Test
    void theForegroundGoesLast() {
        set("a", "finalizers: [foregroundDeletion], " + DYING);
        pod("p", "a");
        assertThat(plan(SET, "ns", "a").steps()).isEmpty();
        Plan plan = plan("p");
        assertThat(plan.actions().getFirst())
                .isEqualTo(new Action.Confirm(SET, new Key("ns", "a"), "a", GarbagePlanner.WAITS_FOR_DEPENDENTS));
        assertThat(deletion(plan).options().propagation()).contains(Propagation.BACKGROUND);
        world.carryOut(plan);
        world.carryOut(plan(SET, "ns", "a"));
        assertThat(world.get(SET, new Key("ns", "a"))).isEmpty();
    }

    @Test
    void theForegroundDoesNotWaitForThoseThatDoNotBlock() {
        set("a", "finalizers: [foregroundDeletion], " + DYING);
        world.put(
                POD,
                "metadata: {name: p, namespace: ns, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: a, uid: a}]}");
        world.carryOut(plan(SET, "ns", "a"));
        assertThat(world.get(SET, new Key("ns", "a"))).isEmpty();
    }

    @Test
    void theForegroundReachesDependentsOfDependents() {
        set("a", "finalizers: [foregroundDeletion], " + DYING);
        set(
                "b",
                "ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: a, uid: a, blockOwnerDeletion: true}]");
        pod("p", "b");
        assertThat(deletion(plan(SET, "ns", "b")).options().propagation()).contains(Propagation.FOREGROUND);
    }

    @Test
    void aCircleOfWaitingIsBroken() {
        String owned = "finalizers: [foregroundDeletion], " + DYING
                + ", ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: b, uid: b, blockOwnerDeletion: true}]";
        set("a", owned);
        set(
                "b",
                "ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: a, uid: a, blockOwnerDeletion: true}]");
        for (int i = 0; i < 5; i++) {
            world.carryOut(plan(SET, "ns", "b"));
            world.carryOut(plan(SET, "ns", "a"));
        }
        assertThat(world.caches().of(SET).all()).isEmpty();
    }

    @Test
    void orphansAreSetFreeFirst() {
        set("a", "finalizers: [orphan], " + DYING);
        pod("p", "a");
        pod("q", "a", "b");
        set("b", "");
        Plan plan = plan(SET, "ns", "a");
        assertThat(plan.actions())
                .hasSize(3)
                .allSatisfy(action -> assertThat(((Action.Patch) action).body()).isInstanceOf(PatchBody.Merge.class));
        world.carryOut(plan);
        assertThat(world.get(SET, new Key("ns", "a"))).isEmpty();
        assertThat(world.get(POD, new Key("ns", "p")).orElseThrow().meta().owners())
                .isEmpty();
        assertThat(world.get(POD, new Key("ns", "q")).orElseThrow().meta().owners())
                .hasSize(1);
        assertThat(plan("p").steps()).isEmpty();
    }

    @Test
    void aDependentThatIsGoingIsLeftToGo() {
        world.put(
                POD,
                "metadata: {name: p, namespace: ns, " + DYING
                        + ", finalizers: [x], ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: a, uid: a}]}");
        assertThat(plan("p").steps()).isEmpty();
    }
}
