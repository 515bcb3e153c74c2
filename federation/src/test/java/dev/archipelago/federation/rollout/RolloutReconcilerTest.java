package dev.archipelago.federation.rollout;

import static dev.archipelago.federation.testing.TestingObjects.away;
import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.RolloutRecord;
import dev.archipelago.federation.kinds.RolloutRecord.Pointer;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.render.Overriding;
import dev.archipelago.federation.render.Pods;
import dev.archipelago.federation.render.Rendered;
import dev.archipelago.federation.render.Renderer;
import dev.archipelago.federation.render.Rendering;
import dev.archipelago.federation.testing.FakeFederation;
import dev.archipelago.federation.testing.FakeMembers;
import dev.archipelago.federation.testing.TestingObjects;
import dev.archipelago.federation.workload.Template;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// A Deployment with one replica in each of c1 and c2.
class RolloutReconcilerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Kind<AnyObject> DEPLOYMENT = TestingObjects.kind("apps/v1 Deployment", true);
    private static final Key BINDING = new Key("shop", "web-deployment");

    private final FakeFederation federation = new FakeFederation();
    private final FakeMembers members = new FakeMembers();
    private final Bindings bindings = new Bindings(federation.caches());
    private final Templates templates = new Templates(federation.caches());
    private final Cache<Cluster> clusters = federation.caches().of(Cluster.KIND);
    private final ImageOverride override = new ImageOverride();
    private final Rendering rendering = new Rendering(new Renderer("sea"), override, clusters);
    private final RevisionHistory history = new RevisionHistory(federation.caches());
    private final Rollouts rollouts = new Rollouts(rendering, clusters, members, history);
    private final RolloutReconciler reconciler =
            new RolloutReconciler(federation.caches(), bindings, templates, members, rendering, history, rollouts);

    /// Overrides the image in c2, once it is set.
    private static final class ImageOverride implements Overriding {
        private String image = "";
        private long version;

        void set(String other) {
            image = other;
            version++;
        }

        @Override
        public UnaryOperator<ObjectNode> of(Template template, String cluster) {
            return image.isEmpty() || !cluster.equals("c2")
                    ? NOTHING
                    : object -> {
                        if (image.equals("refused")) {
                            throw ApiException.badRequest("the policy cannot be applied");
                        }
                        ((ObjectNode) object.at("/spec/template/spec")).put("image", image);
                        return object;
                    };
        }

        @Override
        public long version() {
            return version;
        }
    }

    @BeforeEach
    void begin() {
        federation.serve(List.of(DEPLOYMENT));
        federation.put(Cluster.KIND, cluster("c1"));
        federation.put(Cluster.KIND, cluster("c2"));
        members.member("c1");
        members.member("c2");
        apply("a", "");
        federation.put(
                Binding.KIND,
                tree("{metadata: {name: web-deployment, namespace: shop}, spec: {resource: {apiVersion: apps/v1, kind:"
                        + " Deployment, name: web, namespace: shop, uid: u1},"
                        + " clusters: [{name: c1, replicas: 1}, {name: c2, replicas: 1}]}}"));
    }

    /// @param further fields of the spec
    private void apply(String image, String further) {
        Template wanted = template(
                "apps/v1 Deployment",
                ("{metadata: {uid: u1}, spec: {replicas: 2, selector: {matchLabels: {app: web}},%s template: {metadata:"
                                + " {labels: {app: web}}, spec: {image: %s}}}}")
                        .formatted(further, image));
        federation.put(DEPLOYMENT, wanted.object().tree());
    }

    private List<Action> plan() {
        Plan plan = reconciler.plan(BINDING, NOW);
        plan.actions().stream()
                .filter(action -> !(action instanceof Action.Patch))
                .forEach(action ->
                        federation.carryOut(Plan.builder().perform(action).build()));
        return plan.actions();
    }

    private RolloutRecord record() {
        return bindings.find(BINDING).orElseThrow().rollout();
    }

    private Pointer told(String cluster) {
        return record().of(cluster).orElseThrow();
    }

    /// The cluster does what it is told.
    private void obey(String cluster) {
        Binding binding = bindings.find(BINDING).orElseThrow();
        Template template = templates.find(BINDING).orElseThrow();
        Rendered rendered = rollouts.object(
                        template, binding, binding.target(cluster).orElseThrow())
                .orElseThrow();
        ObjectNode object = rendered.object().deepCopy();
        Json.child(object, "metadata").put("generation", 1);
        object.set(
                "status",
                tree("{observedGeneration: 1, replicas: 1, readyReplicas: 1, updatedReplicas: 1,"
                        + " availableReplicas: 1}"));
        members.member(cluster).has(read(DEPLOYMENT, object));
    }

    private String imageIn(String cluster) {
        Binding binding = bindings.find(BINDING).orElseThrow();
        Binding.Target target = Binding.Target.of(cluster, OptionalInt.of(1));
        return rollouts.object(templates.find(BINDING).orElseThrow(), binding, target)
                .map(rendered ->
                        rendered.object().at("/spec/template/spec/image").asString())
                .orElse("");
    }

    private void rollOut() {
        plan();
        obey("c1");
        plan();
        obey("c2");
        plan();
        plan();
    }

    private List<String> numbers() {
        return federation.caches().of(ControllerRevision.KIND).all().stream()
                .filter(revision -> revision.meta().controller().isPresent())
                .map(revision -> Long.toString(revision.number()))
                .sorted()
                .toList();
    }

    @Test
    void storesARevisionBeforeAnyClusterIsToldOfIt() {
        List<Action> first = plan();
        assertThat(first.get(0))
                .isInstanceOfSatisfying(
                        Action.Create.class, made -> assertThat(made.kind()).isEqualTo(ControllerRevision.KIND));
        assertThat(first.get(1))
                .isInstanceOfSatisfying(
                        Action.Update.class, made -> assertThat(made.kind()).isEqualTo(Binding.KIND));
        assertThat(first.get(2).toString()).contains("\"deployment.kubernetes.io/revision\":\"1\"");
        assertThat(record().newest().number()).isEqualTo(1);
        assertThat(told("c1").isNewest()).isTrue();
    }

    @Test
    void movesOneClusterAfterTheOther() {
        rollOut();
        assertThat(record().stable().number()).isEqualTo(1);
        apply("b", "");
        plan();
        assertThat(record().newest().number()).isEqualTo(2);
        assertThat(imageIn("c1")).isEqualTo("b");
        assertThat(imageIn("c2")).isEqualTo("a");
        assertThat(plan()).allMatch(action -> action instanceof Action.Patch);
        obey("c1");
        plan();
        assertThat(imageIn("c2")).isEqualTo("b");
        obey("c2");
        plan();
        assertThat(record().stable().number()).isEqualTo(2);
        assertThat(numbers()).containsExactly("1", "2");
    }

    @Test
    void aClusterKeepsItsRevisionWhateverBecomesOfItsObject() {
        rollOut();
        apply("b", "");
        plan();
        members.member("c2").isUnknown();
        assertThat(imageIn("c2")).isEqualTo("a");
    }

    @Test
    void anUndoIsARevisionWithANumberOfItsOwn() {
        rollOut();
        apply("b", "");
        rollOut();
        apply("a", "");
        rollOut();
        assertThat(record().newest().number()).isEqualTo(3);
        assertThat(numbers()).containsExactly("2", "3");
        assertThat(imageIn("c2")).isEqualTo("a");
    }

    @Test
    void anOverrideMakesARevisionAndIsKept() {
        rollOut();
        override.set("mine");
        plan();
        assertThat(record().newest().number()).isEqualTo(2);
        assertThat(numbers()).containsExactly("2");
        assertThat(imageIn("c1")).isEqualTo("a");
        assertThat(imageIn("c2")).isEqualTo("mine");
        obey("c2");
        plan();
        plan();
        apply("b", "");
        plan();
        // While c1 gets the new pods, the override changes: c2 goes on with what it has.
        override.set("other");
        plan();
        assertThat(imageIn("c2")).isEqualTo("mine");
        obey("c1");
        plan();
        assertThat(imageIn("c2")).isEqualTo("other");
    }

    @Test
    void aClusterThatIsToldToRunEarlierPodsGetsNoLaterOverride() {
        rollOut();
        apply("b", "");
        plan();
        override.set("mine");
        plan();
        assertThat(imageIn("c1")).isEqualTo("b");
        assertThat(imageIn("c2")).isEqualTo("a");
    }

    @Test
    void anOverrideThatCannotBeAppliedHoldsUpWhatIsNew() {
        rollOut();
        override.set("refused");
        plan();
        assertThat(record().newest().number()).isEqualTo(1);
        apply("b", "");
        plan();
        assertThat(imageIn("c1")).isEqualTo("a");
        override.set("mine");
        plan();
        assertThat(imageIn("c1")).isEqualTo("b");
    }

    @Test
    void aPausedRolloutMakesNoRevision() {
        rollOut();
        apply("b", " paused: true,");
        plan();
        assertThat(record().newest().number()).isEqualTo(1);
        assertThat(imageIn("c1")).isEqualTo("a");
        apply("b", "");
        plan();
        assertThat(record().newest().number()).isEqualTo(2);
        assertThat(imageIn("c1")).isEqualTo("b");
    }

    @Test
    void forgetsOldRevisionsWhileNoClusterIsAway() {
        for (String image : List.of("a", "b", "c", "d")) {
            apply(image, " revisionHistoryLimit: 1,");
            rollOut();
        }
        assertThat(numbers()).containsExactly("3", "4");
        federation.put(Cluster.KIND, away("c2"));
        apply("e", " revisionHistoryLimit: 0,");
        rollOut();
        assertThat(numbers()).containsExactly("3", "4", "5");
        federation.put(Cluster.KIND, cluster("c2"));
        rollOut();
        assertThat(numbers()).containsExactly("5");
    }

    @Test
    void aLimitBelowNothingForgetsNothing() {
        for (String image : List.of("a", "b", "c")) {
            apply(image, " revisionHistoryLimit: -1,");
            rollOut();
        }
        assertThat(numbers()).containsExactly("1", "2", "3");
    }

    @Test
    void goesOnWithPodsFromBeforeAnyRecord() {
        Template template = templates.find(BINDING).orElseThrow();
        ObjectNode earlier = rendering
                .render(template, Binding.Target.of("c1", OptionalInt.of(1)), Pods.NEWEST)
                .object()
                .deepCopy();
        earlier.withObject("/metadata/annotations").put(Names.REVISION, "earlier");
        earlier.withObject("/metadata").put("generation", 1);
        earlier.set("status", tree("{observedGeneration: 1, replicas: 1, readyReplicas: 1, updatedReplicas: 1}"));
        members.member("c1").has(read(DEPLOYMENT, earlier));
        plan();
        assertThat(told("c1").template()).isEqualTo("earlier");
        assertThat(imageIn("c1")).isEmpty();
        assertThat(Optional.of(told("c2")).filter(Pointer::isNewest)).isPresent();
    }
}
