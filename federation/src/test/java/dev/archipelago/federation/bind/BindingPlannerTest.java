package dev.archipelago.federation.bind;

import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static dev.archipelago.federation.testing.TestingObjects.globalPolicy;
import static dev.archipelago.federation.testing.TestingObjects.globalTemplate;
import static dev.archipelago.federation.testing.TestingObjects.policy;
import static dev.archipelago.federation.testing.TestingObjects.read;
import static dev.archipelago.federation.testing.TestingObjects.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Fact;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import dev.archipelago.federation.kinds.Binding;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.federation.kinds.Policy;
import dev.archipelago.federation.workload.Template;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class BindingPlannerTest {
    private static final String ABOUT = "resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]";
    private static final String GONE = "2026-01-01T00:00:00Z";

    private static Template web(String uid, String more) {
        return template("apps/v1 Deployment", "{metadata: {uid: %s%s}, spec: {replicas: 2}}".formatted(uid, more));
    }

    private final Situation situation = new Situation(web("u1", ""), "c1", "c2");

    private Binding changed(Consumer<ObjectNode> change) {
        ObjectNode tree = situation.bound().tree();
        change.accept(tree);
        return read(Binding.KIND, tree);
    }

    private Binding deleted() {
        return changed(tree -> Json.child(tree, "metadata").put("deletionTimestamp", GONE));
    }

    @Test
    void recordsWhatGoesWhereForWhomAndKeepsTheBindingUntilItIsGoneEverywhere() {
        assertThat(situation.act()).isEqualTo("c1=1 c2=1");
        Binding binding = situation.bound();
        assertThat(binding.key()).hasToString("shop/web-deployment");
        assertThat(binding.resource())
                .hasToString("{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"web\",\"uid\":\"u1\","
                        + "\"namespace\":\"shop\"}");
        assertThat(binding.spec().path("replicas").asInt()).isEqualTo(2);
        assertThat(binding.meta().finalizers()).containsExactly(Names.BINDING_FINALIZER);
        assertThat(binding.meta().isControlledBy("u1")).isTrue();
    }

    @Test
    void isMadeOfWhatIsStillThereOnly() {
        assertThat(situation.plan().actions()).first().isInstanceOfSatisfying(Action.Confirm.class, confirm -> {
            assertThat(confirm.key()).hasToString("shop/web");
            assertThat(confirm.uid()).isEqualTo("u1");
            assertThat(confirm.fact()).isEqualTo(Fact.ALIVE);
        });
    }

    @Test
    void objectsInNoNamespaceHaveBindingsInNone() {
        Situation global = new Situation(globalTemplate("v1 Namespace", "{metadata: {name: shop}}"), "c1");
        assertThat(global.plan().actions())
                .last()
                .isInstanceOfSatisfying(
                        Action.Create.class, create -> assertThat(create.kind()).isEqualTo(Binding.GLOBAL_KIND));
        assertThat(global.act()).isEqualTo("c1");
        assertThat(global.bound().key()).hasToString("shop-namespace");
    }

    @Test
    void withoutDefaultPropagationOnlyNamespacesAndWhatPoliciesAreAboutIsBound() {
        situation.byDefault = false;
        assertThat(situation.act()).isEqualTo("-");
        situation.globalPolicies = List.of(globalPolicy("g", "{%s, placement: {}}".formatted(ABOUT)));
        assertThat(situation.act()).isEqualTo("c1=2 c2=2");
        Situation namespace = new Situation(globalTemplate("v1 Namespace", "{metadata: {name: shop}}"), "c1");
        namespace.byDefault = false;
        assertThat(namespace.act()).isEqualTo("c1");
    }

    @Test
    void whatIsNotExpectedEverywhereNeedsAPolicy() {
        assertThat(new Situation(template("v1 PersistentVolumeClaim", "{}"), "c1").act())
                .isEqualTo("-");
    }

    @Test
    void namespacesGoEverywhereWhateverPoliciesSay() {
        Situation namespace = new Situation(globalTemplate("v1 Namespace", "{metadata: {name: shop}}"), "c1", "c2");
        namespace.globalPolicies = List.of(globalPolicy(
                "g",
                "{resourceSelectors: [{apiVersion: v1, kind: Namespace}],"
                        + " placement: {clusterAffinity: {clusterNames: [c1]}}}"));
        assertThat(namespace.act()).isEqualTo("c1 c2");
    }

    @Test
    void isClaimedByItsPolicyAndTakesOverWhatThatSays() {
        situation.policies = List.of(policy(
                "p",
                "{%s, placement: {clusterAffinity: {clusterNames: [c2]}}, conflictResolution: Overwrite,"
                                .formatted(ABOUT)
                        + " preserveResourcesOnDeletion: true}"));
        assertThat(situation.act()).isEqualTo("c2=2");
        assertThat(situation.bound().meta().annotations())
                .containsEntry(Names.POLICY_NAMESPACE, "shop")
                .containsEntry(Names.POLICY_NAME, "p");
        assertThat(situation.bound().preservesOnDeletion()).isTrue();
        assertThat(situation.bound().spec().path("conflictResolution").asString())
                .isEqualTo("Overwrite");
    }

    @Test
    void remembersWhoMayStillHaveTheObjectThoughTheyAreNotTo() {
        situation.clusters.add(cluster("c3"));
        situation.policies = List.of(placed("c1, c2"));
        situation.act();
        assertThat(situation.bound().departing()).isEmpty();
        situation.policies = List.of(placed("c2"));
        situation.act();
        assertThat(situation.bound().departing()).containsExactly("c1");

        situation.policies = List.of(placed("c3"));
        situation.act();
        assertThat(situation.bound().departing()).containsExactly("c1", "c2");
        situation.policies = List.of(placed("c1, c2"));
        situation.act();
        assertThat(situation.bound().departing()).containsExactly("c3");
    }

    @Test
    void forgetsThemAsSoonAsTheyAreKnownToHaveNothing() {
        situation.policies = List.of(placed("c1, c2"));
        situation.act();
        situation.policies = List.of(placed("c2"));
        situation.act();
        assertThat(situation.bound().departing()).containsExactly("c1");
        situation.haveNothing = List.of("c1");
        situation.act();
        assertThat(situation.bound().departing()).isEmpty();
    }

    @Test
    void anObjectMadeAnewDoesNotWaitForAClusterThatTheOldOneWasMovedOff() {
        situation.act();
        situation.binding = changed(tree -> {
            Json.child(tree, "metadata").put("deletionTimestamp", GONE);
            Json.child(tree, "spec").putArray("clusters").addObject().put("name", "c2");
        });
        situation.waitingFor = List.of("c1");
        assertThat(situation.plan().steps()).isEmpty();
        situation.template = template("apps/v1 Deployment", "{metadata: {uid: u2}, spec: {replicas: 2}}");
        assertThat(situation.plan().steps()).isNotEmpty();
        situation.waitingFor = List.of("c1", "c2");
        assertThat(situation.plan().steps()).isEmpty();
    }

    @Test
    void aClusterThatHasLeftIsNoConcern() {
        situation.act();
        situation.clusters.removeFirst();
        situation.act();
        assertThat(situation.bound().departing()).isEmpty();
    }

    private static Policy placed(String clusters) {
        return policy("p", "{%s, placement: {clusterAffinity: {clusterNames: [%s]}}}".formatted(ABOUT, clusters));
    }

    @Test
    void whatAPolicyNoLongerSaysIsNoLongerSo() {
        String plain = "{%s, placement: {}%s}";
        situation.policies = List.of(policy("p", plain.formatted(ABOUT, ", preserveResourcesOnDeletion: true")));
        situation.act();
        situation.policies = List.of(policy("p", plain.formatted(ABOUT, "")));
        situation.act();
        assertThat(situation.bound().preservesOnDeletion()).isFalse();
    }

    @Test
    void aDefaultThatTheServerPutInIsLeftAlone() {
        situation.act();
        situation.binding = changed(tree ->
                Json.child(tree, "spec").put("conflictResolution", "Abort").put("schedulerName", "x"));
        assertThat(situation.plan().steps()).isEmpty();
    }

    @Test
    void aPolicyThatIsGoneLeavesWhatItPlacedUnlessTheDefaultApplies() {
        situation.byDefault = false;
        situation.policies =
                List.of(policy("p", "{%s, placement: {clusterAffinity: {clusterNames: [c2]}}}".formatted(ABOUT)));
        situation.act();
        situation.policies = List.of();
        assertThat(situation.act()).isEqualTo("c2=2");
        situation.byDefault = true;
        assertThat(situation.act()).isEqualTo("c1=0 c2=2");
        assertThat(situation.bound().meta().annotations())
                .doesNotContainKeys(Names.POLICY_NAME, Names.POLICY_NAMESPACE);
    }

    @Test
    void anUnreadableAnnotationChangesNothingAndIsTold() {
        String before = situation.act();
        situation.template = web("u1", ", annotations: {%s: nonsense}".formatted(Names.CLUSTER_SELECTOR));
        Plan plan = situation.plan();
        assertThat(plan.actions()).singleElement().isInstanceOfSatisfying(Action.Update.class, update -> {
            situation.binding = read(Binding.KIND, update.object());
            assertThat(situation.targets()).isEqualTo(before);
            assertThat(situation.reasons()).contains(Names.CLUSTER_SELECTOR);
        });
        assertThat(situation.plan().actions()).isEmpty();
        assertThat(situation.plan().steps()).singleElement().isInstanceOfSatisfying(Step.Say.class, say -> {
            assertThat(say.note().warning()).isTrue();
            assertThat(say.note().reason()).isEqualTo("ScheduleBindingFailed");
            assertThat(say.note().message()).contains(Names.CLUSTER_SELECTOR);
        });
    }

    @Test
    void keepsWhatOthersPutIntoABinding() {
        situation.act();
        situation.binding = changed(tree -> {
            Json.child(Json.child(tree, "metadata"), "annotations").put("theirs", "x");
            Json.child(tree, "status").put("a", "b");
        });
        situation.clusters.add(cluster("c3"));
        situation.act();
        assertThat(situation.bound().meta().annotations()).containsEntry("theirs", "x");
        assertThat(situation.targets()).isEqualTo("c1=1 c2=1 c3=0");
    }

    @Test
    void aBindingWhoseTemplateIsBeingDeletedIsLeftToTheGarbageCollector() {
        situation.act();
        situation.template = web("u1", ", deletionTimestamp: '%s'".formatted(GONE));
        assertThat(situation.plan().steps()).isEmpty();
        situation.template = null;
        assertThat(situation.plan().steps()).isEmpty();
    }

    @Test
    void anOrphanedBindingLetsGoOfItsObjects() {
        situation.act();
        situation.template = null;
        situation.binding = changed(tree -> Json.child(tree, "metadata").remove("ownerReferences"));
        Binding orphan = situation.bound();
        List<Action> actions = situation.plan().actions();
        assertThat(actions).hasSize(2);
        assertThat(actions.getFirst())
                .isInstanceOfSatisfying(
                        Action.Patch.class,
                        patch -> assertThat(patch.body())
                                .isInstanceOfSatisfying(
                                        PatchBody.Merge.class,
                                        merge -> assertThat(merge.patch())
                                                .hasToString("{\"metadata\":{\"uid\":\"web-deployment\"},"
                                                        + "\"spec\":{\"preserveResourcesOnDeletion\":true}}")));
        assertThat(actions.getLast()).isEqualTo(Plan.deletion(Binding.KIND, orphan));
    }

    @Test
    void anOrphanedBindingLetsGoAlsoWhenItsObjectWasMadeAnewAlready() {
        situation.act();
        situation.binding = changed(tree -> {
            Json.child(tree, "metadata").remove("ownerReferences");
            Json.child(Json.child(tree, "spec"), "resource").put("uid", "an earlier one");
        });
        assertThat(situation.plan().actions().getLast()).isEqualTo(Plan.deletion(Binding.KIND, situation.bound()));
    }

    @Test
    void aBindingGoesOnceNoClusterHasAnythingLeft() {
        situation.act();
        situation.binding = deleted();
        situation.template = null;
        situation.waitingFor = List.of("c1");
        assertThat(situation.plan().steps()).isEmpty();
        situation.waitingFor = List.of();
        assertThat(situation.plan().actions())
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.Update.class,
                        update -> assertThat(update.object().path("metadata").path("finalizers"))
                                .isEmpty());
        situation.binding = changed(tree -> Json.child(tree, "metadata").remove("finalizers"));
        assertThat(situation.plan().steps()).isEmpty();
    }

    @Test
    void finalizersOfOthersStay() {
        situation.act();
        situation.binding = changed(tree -> Json.child(tree, "metadata")
                .put("deletionTimestamp", GONE)
                .withArrayProperty("finalizers")
                .add("theirs"));
        assertThat(situation.plan().actions())
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.Update.class,
                        update -> assertThat(update.object().path("metadata").path("finalizers"))
                                .hasToString("[\"theirs\"]"));
    }

    @Test
    void aTemplateThatIsMadeAnewWaitsUntilTheBindingOfTheOldOneIsGone() {
        situation.act();
        situation.template = web("u2", "");
        assertThat(situation.plan().steps()).isEmpty();
        situation.binding = deleted();
        situation.waitingFor = List.of("c1");
        assertThat(situation.plan().steps()).isEmpty();
        situation.binding = null;
        situation.act();
        assertThat(situation.bound().templateUid()).isEqualTo("u2");
    }

    private List<String> events() {
        return situation.plan().steps().stream()
                .filter(Step.Say.class::isInstance)
                .map(step -> ((Step.Say) step).note())
                .map(note -> note.reason() + ": " + note.message())
                .toList();
    }

    @Test
    void tellsWhereTheObjectGoesOnceThatIsWritten() {
        assertThat(situation.plan().steps()).last().isInstanceOf(Step.Say.class);
        assertThat(events()).containsExactly("ScheduleBindingSucceed: placed as c1 1, c2 1");
        situation.act();
        situation.clusters.add(cluster("c3"));
        situation.template = template("apps/v1 Deployment", "{metadata: {uid: u1}, spec: {replicas: 6}}");
        assertThat(events())
                .containsExactly("ScheduleBindingSucceed: placement changed: c1 1 to 2, c2 1 to 2, c3 added with 2");
        situation.act();
        assertThat(events()).isEmpty();
    }

    @Test
    void whatAnEarlierVersionWroteInAnnotationsBecomesFields() {
        Situation situation = new Situation(template("v1 ConfigMap", "{}"), "c1");
        situation.act();
        ObjectNode tree = situation.bound().tree();
        Json.child(tree, "spec").remove("scheduling");
        Json.child(Json.child(tree, "metadata"), "annotations")
                .put("archipelago.dev/placement-reasons", "{\"c1\":\"chosen\"}");
        situation.binding = read(Binding.KIND, tree);
        situation.act();
        assertThat(situation.bound().meta().annotations()).isEmpty();
        assertThat(situation.bound().spec().path("scheduling").toString())
                .isEqualTo("{\"clusters\":[{\"name\":\"c1\",\"reason\":\"chosen\"}]}");
    }
}
