package dev.archipelago.federation.sync;

import static dev.archipelago.federation.testing.TestingObjects.away;
import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Failure;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.SyncResult;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.membership.BindingChanges;
import dev.archipelago.federation.membership.SyncResults;
import dev.archipelago.federation.render.Overriding;
import dev.archipelago.federation.render.Pods;
import dev.archipelago.federation.render.Renderer;
import dev.archipelago.federation.render.Rendering;
import dev.archipelago.federation.rollout.RevisionHistory;
import dev.archipelago.federation.rollout.RolloutReconciler;
import dev.archipelago.federation.rollout.Rollouts;
import dev.archipelago.federation.testing.FakeFederation;
import dev.archipelago.federation.testing.FakeMembers;
import dev.archipelago.federation.testing.TestingObjects;
import dev.archipelago.federation.workload.Template;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// The reconciler of c2, whose pods change after those of c1.
class SyncReconcilerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Kind<AnyObject> SET = TestingObjects.kind("apps/v1 StatefulSet", true);
    private static final Key BINDING = new Key("shop", "web-statefulset");

    private final FakeFederation federation = new FakeFederation();
    private final FakeMembers members = new FakeMembers();
    private final Renderer renderer = new Renderer("sea");
    private final BindingChanges changes = new BindingChanges();
    private final List<Key> again = new ArrayList<>();
    private final Bindings bindings = new Bindings(federation.caches());
    private final Templates templates = new Templates(federation.caches());
    private final Cache<Cluster> clusters = federation.caches().of(Cluster.KIND);
    private final Rendering rendering = new Rendering(renderer, Overriding.NONE, clusters);
    private final RevisionHistory history = new RevisionHistory(federation.caches());
    private final Rollouts rollouts = new Rollouts(rendering, clusters, members, history);
    private final RolloutReconciler rolling =
            new RolloutReconciler(federation.caches(), bindings, templates, members, rendering, history, rollouts);
    private final SyncReconciler reconciler = reconciler();
    private Template template = of("a");
    private SyncResult result = SyncResult.DONE;

    private SyncReconciler reconciler() {
        var world = new SyncReconciler.Environment("sea", clusters, bindings, templates, rendering, rollouts);
        return new SyncReconciler("c2", world, members.member("c2"), changes::listen, new SyncResults() {
            @Override
            public void record(Key binding, SyncResult latest, SyncResult written) {
                result = latest;
            }

            @Override
            public void clear(Key binding, String bindingUid) {}
        });
    }

    private static Template of(String image) {
        return template(
                "apps/v1 StatefulSet",
                "{metadata: {uid: u1}, spec: {replicas: 2, template: {image: %s}}}".formatted(image));
    }

    @BeforeEach
    void begin() {
        reconciler.connect(again::add);
        federation.serve(List.of(SET));
        federation.put(Cluster.KIND, cluster("c1"));
        federation.put(Cluster.KIND, cluster("c2"));
        federation.put(SET, template.object().tree());
        bind(1);
        give("c1", 1);
        give("c2", 1);
    }

    private void bind(int replicasInC1) {
        federation.put(
                Binding.KIND,
                tree("{metadata: {name: web-statefulset, namespace: shop, generation: 1}, spec: {resource: {apiVersion:"
                        + " apps/v1, kind: StatefulSet, name: web, namespace: shop, uid: u1},"
                        + " clusters: [{name: c1, replicas: %d}, {name: c2, replicas: 1}]}}".formatted(replicasInC1)));
    }

    private void change(String image) {
        template = of(image);
        federation.put(SET, template.object().tree());
    }

    private ObjectNode made(String cluster, int ready) {
        return made(Binding.Target.of(cluster, OptionalInt.of(1)), ready);
    }

    private ObjectNode made(Binding.Target target, int ready) {
        ObjectNode made = renderer.render(template, target, target.cluster(), object -> object, Pods.NEWEST)
                .object();
        ((ObjectNode) made.path("metadata")).put("generation", 1);
        made.set(
                "status",
                tree("{observedGeneration: 1, replicas: 1, readyReplicas: %d, updatedReplicas: 1}".formatted(ready)));
        return made;
    }

    private static Binding.Target sliced(String cluster, int start) {
        return new Binding.Target(cluster, OptionalInt.of(1), OptionalInt.of(start), OptionalInt.of(1));
    }

    private void give(String cluster, int ready) {
        members.member(cluster).has(read(SET, made(cluster, ready)));
    }

    /// After the rollout controller has decided.
    private List<Action> planned() {
        federation.carryOut(rolling.plan(BINDING, NOW));
        Plan plan = reconciler.plan(BINDING, NOW);
        plan.whenDone().accept(Optional.empty());
        return plan.actions();
    }

    @Test
    void whatIsInLineStaysWhateverBecomesOfItsStatus() {
        assertThat(planned()).isEmpty();
        give("c2", 0);
        assertThat(planned()).isEmpty();
    }

    @Test
    void whatWasInLineAndWasChangedByHandIsBroughtBack() {
        assertThat(planned()).isEmpty();
        ObjectNode drifted = made("c2", 1);
        drifted.withObject("/spec/template").put("image", "mine");
        drifted.withObject("/metadata").put("generation", 2);
        members.member("c2").has(read(SET, drifted));
        assertThat(planned()).hasSize(1);
    }

    @Test
    void aMarkThatSomebodyTookAwayIsNoticedThoughNoGenerationTellsOfIt() {
        assertThat(planned()).isEmpty();
        ObjectNode drifted = made("c2", 1);
        drifted.withObject("/metadata/labels").removeAll();
        members.member("c2").has(read(SET, drifted));
        assertThat(planned()).hasSize(1);
    }

    @Test
    void whatIsLeftOfAnEarlierMembershipIsLeftAloneAndTold() {
        federation.put(
                Binding.KIND,
                tree("{metadata: {name: web-statefulset, namespace: shop, generation: 2}, spec: {resource: {apiVersion:"
                        + " apps/v1, kind: StatefulSet, name: web, namespace: shop, uid: u1},"
                        + " clusters: [{name: c1, replicas: 2}]}}"));
        ObjectNode earlier = made("c2", 1);
        earlier.withObject("/metadata/annotations").put(Names.MEMBERSHIP, "earlier");
        members.member("c2").has(read(SET, earlier));
        assertThat(planned()).isEmpty();
        assertThat(result.problem())
                .startsWith("cluster c2: StatefulSet shop/web-c2 is from before the cluster joined");
    }

    @Test
    void whatFitsIsTakenBackWithoutATouchToItsPods() {
        ObjectNode earlier = made("c2", 1);
        earlier.withObject("/metadata/annotations").put(Names.MEMBERSHIP, "earlier");
        members.member("c2").has(read(SET, earlier));
        assertThat(planned()).singleElement().isInstanceOfSatisfying(Action.Patch.class, patch -> {
            assertThat(patch.body().toString()).contains("\"archipelago.dev/membership\":\"c2\"");
            assertThat(patch.body().toString()).contains("\"replicas\":1").contains("\"image\":\"a\"");
        });
    }

    /// Another control plane may have made the set just now.
    @Test
    void nothingIsLeftOfASetOnlyOnceALiveReadSaysSo() {
        members.member("c2").isUnknown();
        members.member("c2").isKnown();
        ObjectNode binding = bindings.find(BINDING).orElseThrow().tree();
        binding.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
        federation.put(Binding.KIND, binding);
        federation.remove(SET, template.object());
        assertThat(reconciler.plan(BINDING, NOW).actions())
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.Confirm.class,
                        confirm -> assertThat(confirm.key()).isEqualTo(new Key("shop", "web-c2")));
    }

    @Test
    void whatWasInLineFollowsItsTemplate() {
        assertThat(planned()).isEmpty();
        change("b");
        assertThat(planned()).isEmpty();
        give("c1", 1);
        assertThat(planned()).hasSize(1);
    }

    @Test
    void newsOfAnotherClusterMatterWhileItIsWaitedForAndNoLonger() {
        assertThat(planned()).isEmpty();
        changes.tellOf("c1", BINDING);
        assertThat(again).isEmpty();

        change("b");
        assertThat(planned()).isEmpty();
        changes.tellOf("c1", BINDING);
        assertThat(again).containsExactly(BINDING);

        give("c1", 1);
        assertThat(planned()).hasSize(1);
        give("c2", 1);
        assertThat(planned()).isEmpty();
        changes.tellOf("c1", BINDING);
        assertThat(again).containsExactly(BINDING);
    }

    @Test
    void saysWhatItWaitsForAndWhatToDoAboutIt() {
        planned();
        assertThat(result.waitsFor()).isEqualTo(Wait.NONE);
        change("b");
        planned();
        assertThat(result.waitsFor()).isEqualTo(new Wait("ClusterProgressing", "c1", "c1 gets the new pods first"));
        federation.put(Cluster.KIND, away("c1"));
        planned();
        assertThat(result.waitsFor().reason()).isEqualTo("ClusterUnreachable");
        assertThat(result.waitsFor().message())
                .isEqualTo("the new pods wait: c1 cannot be reached; annotate with"
                        + " archipelago.dev/rollout-skip=c1 to let them pass it");
    }

    @Test
    void newPodsPassAClusterThatIsAwayWhenSomebodySaysSo() {
        change("b");
        skip("c3,c1");
        assertThat(planned()).isEmpty();
        federation.put(Cluster.KIND, away("c1"));
        assertThat(planned()).hasSize(1);
        assertThat(result.waitsFor()).isEqualTo(Wait.NONE);
        // It is waited for again as soon as it is back.
        federation.put(Cluster.KIND, cluster("c1"));
        assertThat(planned()).isEmpty();
        assertThat(result.waitsFor().cluster()).isEqualTo("c1");
    }

    private void skip(String clusters) {
        ObjectNode tree = template.object().tree();
        tree.withObject("/metadata/annotations").put(Names.ROLLOUT_SKIP, clusters);
        federation.put(SET, tree);
    }

    @Test
    void whatIsSuspendedSaysSo() {
        ObjectNode binding =
                federation.caches().of(Binding.KIND).get(BINDING).orElseThrow().tree();
        binding.withObject("/spec/suspension").put("dispatching", true);
        federation.put(Binding.KIND, binding);
        assertThat(planned()).isEmpty();
        assertThat(result.waitsFor().reason()).isEqualTo("Suspended");
    }

    @Test
    void newsOfItsOwnClusterAndOfAllAlwaysMatter() {
        changes.tellOf("c2", BINDING);
        changes.tell(BINDING);
        assertThat(again).containsExactly(BINDING, BINDING);
    }

    @Test
    void nothingIsDoneInAClusterThatCannotBeReached() {
        change("b");
        give("c1", 1);
        federation.put(Cluster.KIND, away("c2"));
        assertThat(planned()).isEmpty();
        federation.put(Cluster.KIND, cluster("c2"));
        assertThat(planned()).hasSize(1);
    }

    @Test
    void aClusterOfWhichNothingIsKnownYetIsWaitedForThoughItIsToHaveNone() {
        bind(0);
        members.member("c1").isUnknown();
        change("b");
        assertThat(planned()).isEmpty();
    }

    @Test
    void ordinalsOfAnotherClusterAreTakenBackAtOnceThoughReplicasGoOneAtATime() {
        federation.put(
                Binding.KIND,
                tree("{metadata: {name: web-statefulset, namespace: shop, generation: 2}, spec: {resource:"
                        + " {apiVersion: apps/v1, kind: StatefulSet, name: web, namespace: shop, uid: u1}, clusters:"
                        + " [{name: c1, replicas: 1, ordinals: {start: 0, claimed: 1}}, {name: c2, replicas: 1, ordinals:"
                        + " {start: 1, claimed: 1}}]}}"));
        template = template(
                "apps/v1 StatefulSet",
                "{metadata: {uid: u1, annotations: {archipelago.dev/identity: Global, archipelago.dev/scaling:"
                        + " OneAtATime}}, spec: {replicas: 2, template: {image: a}}}");
        federation.put(SET, template.object().tree());
        members.member("c1").has(read(SET, made(sliced("c1", 0), 1)));
        ObjectNode grown = made(sliced("c2", 1), 1);
        grown.withObject("/spec").put("replicas", 5);
        members.member("c2").has(read(SET, grown));
        assertThat(planned().getLast())
                .isInstanceOfSatisfying(
                        Action.Patch.class,
                        patch -> assertThat(patch.body().toString()).contains("\"replicas\":1"));
    }

    /// As an object that was written past admission.
    @Test
    void aSetThatAsksForAnotherIdentityThanItsReplicasHaveIsLeftAsItIsAndSaysSo() {
        assertThat(planned()).isEmpty();
        federation.put(
                SET,
                template(
                                "apps/v1 StatefulSet",
                                "{metadata: {uid: u1, annotations: {archipelago.dev/identity: Global}}, spec:"
                                        + " {replicas: 2, template: {image: b}}}")
                        .object()
                        .tree());
        assertThat(planned()).isEmpty();
        assertThat(result.problem()).startsWith("cluster c2: ").contains("identity");
    }

    private static Optional<Failure> failure(ApiException reason) {
        return Optional.of(new Failure(new Action.ConfirmNone(SET, ""), reason));
    }

    @Test
    void whatFailedIsToldUntilItSucceeds() {
        planned();
        change("b");
        planned();
        give("c1", 1);
        federation.carryOut(rolling.plan(BINDING, NOW));
        Plan plan = reconciler.plan(BINDING, NOW);
        plan.whenDone().accept(failure(ApiException.badRequest("no room")));
        assertThat(result.problem()).isEqualTo("cluster c2: no room");
        planned();
        assertThat(result).isEqualTo(SyncResult.DONE);
    }

    @Test
    void whoCameTooLateHasFailedInNothing() {
        change("b");
        give("c1", 1);
        members.member("c2").hasProblem("cluster c2: no room");
        reconciler.plan(BINDING, NOW).whenDone().accept(failure(ApiException.conflict("apps", "sets", "web", "late")));
        assertThat(result.problem()).isEqualTo("cluster c2: no room");
    }

    /// Adds an object that another control plane made during the deletion of the binding.
    private void leaveOver() {
        federation.remove(
                Binding.KIND, federation.caches().of(Binding.KIND).get(BINDING).orElseThrow());
        ObjectNode left = made("c2", 1);
        left.withObject("/metadata").put("uid", "left");
        members.member("c2").has(read(SET, left));
        federation.remove(SET, template.object());
    }

    @Test
    void whatIsLeftOfABindingThatIsGoneIsTakenAway() {
        leaveOver();
        members.member("c2").seesDepart("u1");
        assertThat(planned())
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.Delete.class,
                        delete -> assertThat(delete.options().uid()).isEqualTo("left"));
    }

    @Test
    void whatIsOfABindingThatNobodyHereHasSeenStays() {
        leaveOver();
        assertThat(planned()).isEmpty();
    }

    @Test
    void whatIsOfAnotherTemplateThanTheOneThatWentStays() {
        leaveOver();
        members.member("c2").seesDepart("u0");
        assertThat(planned()).isEmpty();
    }

    @Test
    void whatIsOfATemplateThatIsStillThereWaitsForItsBinding() {
        leaveOver();
        members.member("c2").seesDepart("u1");
        federation.put(SET, template.object().tree());
        assertThat(planned()).isEmpty();
    }
}
