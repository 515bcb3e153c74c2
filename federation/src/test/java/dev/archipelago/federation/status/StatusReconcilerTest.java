package dev.archipelago.federation.status;

import static dev.archipelago.federation.testing.TestingObjects.away;
import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Bindings;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.kinds.Wait;
import dev.archipelago.federation.match.Templates;
import dev.archipelago.federation.render.Overriding;
import dev.archipelago.federation.render.Renderer;
import dev.archipelago.federation.render.Rendering;
import dev.archipelago.federation.testing.FakeFederation;
import dev.archipelago.federation.testing.FakeMembers;
import dev.archipelago.federation.testing.TestingObjects;
import dev.archipelago.federation.workload.Template;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class StatusReconcilerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Kind<AnyObject> SET = TestingObjects.kind("apps/v1 StatefulSet", true);
    private static final Key BINDING = new Key("shop", "web-statefulset");

    private final FakeFederation federation = new FakeFederation();
    private final FakeMembers members = new FakeMembers();
    private final Renderer renderer = new Renderer("sea");
    private final StatusReconciler reconciler = reconciler();

    private StatusReconciler reconciler() {
        Bindings bindings = new Bindings(federation.caches());
        Templates templates = new Templates(federation.caches());
        Rendering rendering =
                new Rendering(renderer, Overriding.NONE, federation.caches().of(Cluster.KIND));
        return new StatusReconciler(federation.caches(), bindings, templates, members, rendering);
    }

    @BeforeEach
    void begin() {
        federation.serve(List.of(SET));
        federation.put(Cluster.KIND, cluster("c1"));
        federation.put(Cluster.KIND, cluster("c2"));
        Template template =
                template("apps/v1 StatefulSet", "{metadata: {uid: u1}, spec: {replicas: 3, template: {image: a}}}");
        federation.put(SET, template.object().tree());
        federation.put(
                Binding.KIND,
                tree("{metadata: {name: web-statefulset, namespace: shop}, spec: {resource: {apiVersion: apps/v1,"
                        + " kind: StatefulSet, name: web, namespace: shop, uid: u1},"
                        + " clusters: [{name: c1, replicas: 2}, {name: c2, replicas: 1}]}}"));
        give(template, "c1", 2);
        give(template, "c2", 1);
    }

    private void give(Template template, String cluster, int replicas) {
        give(template, cluster, replicas, replicas);
    }

    private void give(Template template, String cluster, int replicas, int updated) {
        ObjectNode made = renderer.render(
                        template, Binding.Target.of(cluster, OptionalInt.of(replicas)), object -> object)
                .object();
        made.set(
                "status",
                tree("{replicas: %1$d, readyReplicas: %1$d, updatedReplicas: %2$d}".formatted(replicas, updated)));
        members.member(cluster).has(read(SET, made));
    }

    /// Carries out the plan.
    private int act() {
        return actAt(NOW);
    }

    private int actAt(Instant now) {
        return carryOut(reconciler.plan(BINDING, now));
    }

    private int carryOut(Plan plan) {
        for (Action action : plan.actions()) {
            Action.Update update = (Action.Update) action;
            assertThat(update.subresource()).isEqualTo("status");
            if (update.kind().equals(SET)) {
                federation.put(SET, update.object());
            } else {
                federation.put(Binding.KIND, update.object());
            }
        }
        return plan.actions().size();
    }

    private ObjectNode set() {
        return federation
                .caches()
                .of(SET)
                .get(new Key("shop", "web"))
                .orElseThrow()
                .tree();
    }

    private ObjectNode binding() {
        return federation.caches().of(Binding.KIND).get(BINDING).orElseThrow().tree();
    }

    @Test
    void writesBothStatusesOnceAndNothingWhenTheyAreTheSame() {
        assertThat(act()).isEqualTo(2);
        assertThat(set().path("status").path("readyReplicas").asInt()).isEqualTo(3);
        assertThat(binding().path("status").path("aggregatedStatus")).hasSize(2);
        assertThat(act()).isZero();
    }

    @Test
    void theOrderOfFieldsDoesNotMatter() {
        act();
        ObjectNode set = set();
        ObjectNode reversed = Json.object();
        List.copyOf(set.path("status").properties())
                .reversed()
                .forEach(field -> reversed.set(field.getKey(), field.getValue()));
        set.set("status", reversed);
        federation.put(SET, set);
        assertThat(act()).isZero();
    }

    @Test
    void aClusterThatGoesAwayIsToldInBoth() {
        act();
        federation.put(Cluster.KIND, away("c2"));
        assertThat(act()).isEqualTo(2);
        assertThat(set().path("status").path("readyReplicas").asInt()).isEqualTo(2);
        assertThat(set().path("status").path("conditions").toString()).contains("cluster c2 cannot be reached");
        assertThat(binding()
                        .path("status")
                        .path("aggregatedStatus")
                        .path(1)
                        .path("appliedMessage")
                        .asString())
                .isEqualTo("cluster c2 cannot be reached");
        assertThat(act()).isZero();
    }

    @Test
    void whatAClusterSaidLastStaysUntilItIsKnownAgain() {
        act();
        members.member("c2").isUnknown();
        act();
        actAt(NOW.plusSeconds(1));
        assertThat(set().path("status").path("readyReplicas").asInt()).isEqualTo(3);
        assertThat(set().path("status").path("updatedReplicas").asInt()).isEqualTo(3);
        assertThat(statusIn("c2").path("applied").asBoolean()).isTrue();
        assertThat(statusIn("c2").path("health").asString()).isEqualTo("Healthy");
        assertThat(statusIn("c2").path("status").path("readyReplicas").asInt()).isEqualTo(1);

        federation.put(Cluster.KIND, away("c2"));
        act();
        assertThat(set().path("status").path("readyReplicas").asInt()).isEqualTo(2);
        assertThat(statusIn("c2").path("status").path("readyReplicas").asInt()).isEqualTo(1);
    }

    private JsonNode statusIn(String cluster) {
        for (JsonNode item : binding().path("status").path("aggregatedStatus")) {
            if (item.path("clusterName").asString().equals(cluster)) {
                return item;
            }
        }
        throw new AssertionError("nothing is said of " + cluster);
    }

    @Test
    void whatWentWrongInAMemberIsTold() {
        act();
        members.member("c1").hasProblem("cluster c1: no room");
        assertThat(act()).isEqualTo(2);
        assertThat(binding().path("status").path("conditions").toString()).contains("cluster c1: no room");
    }

    @Test
    void whatWentWrongIsAnEventOnceAlsoAfterARestart() {
        act();
        members.member("c1").hasProblem("cluster c1: no room");
        assertThat(actAndListen(NOW)).containsExactly("SyncFailed: cluster c1: no room");
        assertThat(nextEvents(NOW)).isEmpty();
        assertThat(reconciler().plan(BINDING, NOW).steps()).isEmpty();
        members.member("c1").hasProblem("cluster c1: no rights");
        assertThat(actAndListen(NOW)).containsExactly("SyncFailed: cluster c1: no rights");
    }

    private static final Wait FOR_C2 = new Wait("ClusterUnreachable", "c2", "c2 cannot be reached");

    private List<EventNote> events(Plan plan) {
        return plan.steps().stream()
                .filter(Step.Say.class::isInstance)
                .map(step -> ((Step.Say) step).note())
                .toList();
    }

    @Test
    void whatAMemberWaitsForIsToldInBothStatusesAndOnceInAnEvent() {
        act();
        members.member("c1").waits(FOR_C2);
        assertThat(events(reconciler.plan(BINDING, NOW))).singleElement().satisfies(note -> {
            assertThat(note.warning()).isTrue();
            assertThat(note.reason()).isEqualTo("Waiting");
            assertThat(note.message()).isEqualTo("c1: c2 cannot be reached");
            assertThat(note.about().name()).isEqualTo("web");
        });
        assertThat(act()).isEqualTo(2);
        assertThat(statusIn("c1").path("waitsFor").path("since").asString()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(set().path("status").path("conditions").toString())
                .contains("\"type\":\"Waiting\"", "c1: c2 cannot be reached (since 2026-01-01T00:00:00Z)");
        assertThat(reconciler.plan(BINDING, NOW.plusSeconds(5)).steps()).isEmpty();
    }

    @Test
    void aNewControlPlaneKeepsWhatIsWaitedForUntilItHasLooked() {
        members.member("c1").waits(FOR_C2);
        act();
        members.member("c1").waits(null);
        assertThat(reconciler.plan(BINDING, NOW.plusSeconds(5)).steps()).isEmpty();
        members.member("c1").waits(FOR_C2);
        assertThat(reconciler.plan(BINDING, NOW.plusSeconds(6)).steps()).isEmpty();
        members.member("c1").waits(Wait.NONE);
        assertThat(actAt(NOW.plusSeconds(7))).isEqualTo(2);
        assertThat(statusIn("c1").has("waitsFor")).isFalse();
        assertThat(set().path("status").path("conditions").toString()).doesNotContain("Waiting");
    }

    @Test
    void aTemplateThatIsMadeAnewIsNotGivenTheStatusOfTheOldOne() {
        ObjectNode another = set();
        Json.child(another, "metadata").put("uid", "u2");
        federation.put(SET, another);
        assertThat(act()).isEqualTo(1);
        assertThat(set().has("status")).isFalse();
    }

    @Test
    void aBindingThatIsGoneIsNoConcern() {
        assertThat(reconciler.plan(new Key("shop", "other-statefulset"), NOW).steps())
                .isEmpty();
    }

    @Test
    void whatIsOnTheWayIsToldOnceASecondAndWhatHasArrivedAtOnce() {
        act();
        starting("c1", 0);
        assertThat(actAt(NOW)).isZero();
        assertThat(reconciler.plan(BINDING, NOW).lookAgain()).contains(NOW.plusSeconds(1));
        starting("c1", 1);
        assertThat(actAt(NOW.plusMillis(999))).isZero();
        assertThat(actAt(NOW.plusSeconds(1))).isEqualTo(2);
        assertThat(set().path("status").path("readyReplicas").asInt()).isEqualTo(2);
        starting("c1", 0);
        assertThat(actAt(NOW.plusMillis(1001))).isZero();
        starting("c1", 2);
        assertThat(actAt(NOW.plusMillis(1002))).isEqualTo(2);
        assertThat(set().path("status").path("readyReplicas").asInt()).isEqualTo(3);
    }

    @Test
    void oldPodsThatAreWellAreStillOnTheWay() {
        act();
        ObjectNode made = found("c1");
        made.set("status", tree("{replicas: 2, readyReplicas: 2, updatedReplicas: 1}"));
        members.member("c1").has(read(SET, made));
        assertThat(actAt(NOW)).isZero();
        starting("c1", 2);
        assertThat(actAt(NOW)).isZero();
        assertThat(reconciler.plan(BINDING, NOW).lookAgain()).isEmpty();
    }

    @Test
    void troubleIsToldAtOnceAlsoWhereAnotherClusterIsOnTheWay() {
        act();
        starting("c1", 0);
        members.member("c2").hasProblem("cluster c2: refused");
        assertThat(actAt(NOW)).isEqualTo(2);
        assertThat(set().path("status").path("conditions").toString()).contains("cluster c2: refused");
    }

    private void starting(String cluster, int ready) {
        ObjectNode made = found(cluster);
        made.set("status", tree("{replicas: 2, readyReplicas: %d, updatedReplicas: 2}".formatted(ready)));
        members.member(cluster).has(read(SET, made));
    }

    private ObjectNode found(String cluster) {
        return members.member(cluster)
                .find(SET, new Key("shop", "web-" + cluster))
                .orElseThrow()
                .tree();
    }

    private List<String> nextEvents(Instant now) {
        return events(reconciler.plan(BINDING, now)).stream()
                .map(note -> note.reason() + ": " + note.message())
                .toList();
    }

    @Test
    void aClusterThatIsLostAndReturnsIsToldOfOnceEach() {
        assertThat(nextEvents(NOW)).isEmpty();
        act();
        federation.put(Cluster.KIND, away("c1"));
        assertThat(nextEvents(NOW)).containsExactly("ClusterNotReady: cluster c1 cannot be reached: it has 2 replicas");
        act();
        assertThat(nextEvents(NOW)).isEmpty();
        assertThat(reconciler().plan(BINDING, NOW).steps()).isEmpty();
        federation.put(Cluster.KIND, cluster("c1"));
        assertThat(nextEvents(NOW)).containsExactly("ClusterReady: cluster c1 is back: it has 2 replicas");
        act();
        assertThat(nextEvents(NOW)).isEmpty();
    }

    @Test
    void aClusterThatHasLeftIsNoLostOne() {
        act();
        federation.remove(Cluster.KIND, cluster("c1"));
        assertThat(nextEvents(NOW)).isEmpty();
    }

    /// Carries out the plan and returns its events.
    private List<String> actAndListen(Instant now) {
        Plan plan = reconciler.plan(BINDING, now);
        carryOut(plan);
        return events(plan).stream()
                .map(note -> note.reason() + ": " + note.message())
                .toList();
    }

    @Test
    void eachStepOfARolloutIsToldOfOnce() {
        assertThat(nextEvents(NOW)).isEmpty();
        act();
        Template next =
                template("apps/v1 StatefulSet", "{metadata: {uid: u1}, spec: {replicas: 3, template: {image: b}}}");
        ObjectNode changed = next.object().tree();
        changed.set("status", set().path("status"));
        federation.put(SET, changed);
        give(next, "c1", 2, 0);
        reconciler.plan(BINDING, NOW.plusSeconds(1));
        Instant later = NOW.plusSeconds(3);
        String revision = renderer.render(next, Binding.Target.of("c1", OptionalInt.of(2)), object -> object)
                .revision();
        assertThat(actAndListen(later))
                .containsExactly("RolloutProgressing: cluster c1 begins with revision " + revision);
        assertThat(statusIn("c1").path("updating").asBoolean()).isTrue();
        give(next, "c1", 2, 2);
        give(next, "c2", 1, 0);
        reconciler.plan(BINDING, NOW.plusSeconds(4));
        later = NOW.plusSeconds(6);
        assertThat(actAndListen(later))
                .containsExactly(
                        "RolloutProgressing: cluster c1 has all of revision " + revision + "; still to come: c2",
                        "RolloutProgressing: cluster c2 begins with revision " + revision);
        give(next, "c2", 1, 1);
        assertThat(actAndListen(later)).containsExactly("RolloutComplete: all clusters have revision " + revision);
        assertThat(statusIn("c2").has("updating")).isFalse();
        // Fewer ready pods are no rollout.
        give(next, "c2", 1, 0);
        reconciler.plan(BINDING, NOW.plusSeconds(7));
        assertThat(nextEvents(NOW.plusSeconds(9))).isEmpty();
    }
}
