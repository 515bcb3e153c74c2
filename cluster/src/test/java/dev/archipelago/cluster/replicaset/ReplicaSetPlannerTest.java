package dev.archipelago.cluster.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.ApiException.Details;
import dev.archipelago.api.errors.Cause;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.cluster.testing.WillingPods;
import dev.archipelago.cluster.testing.World;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Section 13 of the facts on ReplicaSets.
class ReplicaSetPlannerTest {
    private static final Key WEB = new Key("default", "web");

    private final World world = new World();
    private final ReplicaSetReconciler sets = ReplicaSetReconciler.ofReplicaSets(world.caches());

    private void create(int replicas) {
        world.create(ReplicaSet.KIND, """
                metadata: {name: web}
                spec:
                  replicas: %d
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web, tier: front}}
                    spec: {containers: [{name: c, image: nginx}]}
                """.formatted(replicas));
    }

    private void pod(String name, String metadata, String rest) {
        world.create(Pod.KIND, """
                metadata: {name: %s, %s}
                %s
                """.formatted(name, metadata, rest));
    }

    private void run() {
        world.with(sets, new WillingPods(world.caches()));
    }

    private JsonNode status() {
        return world.get(ReplicaSet.KIND, "web").status();
    }

    private void scale(int replicas) {
        world.edit(
                ReplicaSet.KIND, "web", tree -> tree.withObjectProperty("spec").put("replicas", replicas));
    }

    private Plan plan() {
        return sets.plan(WEB, world.now());
    }

    @Test
    void makesWhatIsMissingAndThenIsQuiet() {
        run();
        create(3);
        world.settle();
        assertThat(world.all(Pod.KIND))
                .hasSize(3)
                .allMatch(Pod::isReady)
                .allMatch(pod -> pod.name().matches("web-[a-z0-9]{5}"))
                .allMatch(pod -> pod.meta()
                        .isControlledBy(world.get(ReplicaSet.KIND, "web").uid()));
        assertThat(status()).isEqualTo(World.yaml("""
                {availableReplicas: 3, fullyLabeledReplicas: 3, observedGeneration: 1, readyReplicas: 3, replicas: 3,
                 terminatingReplicas: 0}"""));
        assertThat(world.events()).hasSize(3).allMatch(text -> text.startsWith("SuccessfulCreate: Created pod: web-"));
        assertThat(plan().steps()).isEmpty();
        assertThat(plan().lookAgain()).isEmpty();
    }

    @Test
    void makesSomeHundredsAtATime() {
        create(1200);
        List<Action> actions = plan().actions();
        assertThat(actions.stream().filter(Action.Create.class::isInstance)).hasSize(500);
        assertThat(new HashSet<>(actions)).hasSize(501);
        for (int expected : new int[] {500, 1000, 1200, 1200}) {
            world.carryOut(plan());
            assertThat(world.all(Pod.KIND)).hasSize(expected);
        }
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void choosesNamesThatFollowFromWhatItSees() {
        create(2);
        Plan one = plan();
        assertThat(plan().actions()).isEqualTo(one.actions());
        world.carryOut(one);
        List<String> before = world.names(Pod.KIND);
        world.remove(Pod.KIND, before.getFirst());
        world.carryOut(plan());
        assertThat(world.names(Pod.KIND)).hasSize(2).doesNotContain(before.getFirst());
    }

    @Test
    void replacesPodsThatEndOrGoAtOnce() {
        create(4);
        world.carryOut(plan());
        List<String> pods = world.names(Pod.KIND);
        world.editStatus(Pod.KIND, pods.get(0), status -> status.put("phase", "Failed"));
        world.editStatus(Pod.KIND, pods.get(1), status -> status.put("phase", "Succeeded"));
        world.edit(
                Pod.KIND,
                pods.get(2),
                tree -> tree.withObjectProperty("metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z"));
        world.carryOut(plan());
        world.carryOut(plan());
        world.carryOut(plan());
        assertThat(world.all(Pod.KIND)).hasSize(7);
        assertThat(status().path("replicas").asInt()).isEqualTo(4);
        assertThat(status().path("terminatingReplicas").asInt()).isEqualTo(1);
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void deletesWhatIsTooMany() {
        run();
        create(5);
        world.settle();
        world.events();
        scale(2);
        world.settle();
        assertThat(world.all(Pod.KIND)).hasSize(2);
        assertThat(status().path("replicas").asInt()).isEqualTo(2);
        assertThat(world.events()).hasSize(3).allMatch(text -> text.startsWith("SuccessfulDelete: Deleted pod: web-"));
        scale(0);
        world.settle();
        assertThat(world.all(Pod.KIND)).isEmpty();
        assertThat(plan().steps()).isEmpty();
    }

    @Test
    void countsOnNoPodThatIsAboutToGo() {
        run();
        create(5);
        world.settle();
        scale(2);
        List<Action> actions = plan().actions();
        assertThat(actions).hasSize(4);
        assertThat(actions.getFirst()).isInstanceOfSatisfying(Action.Update.class, update -> {
            JsonNode events = update.object().path("status");
            assertThat(events.path("availableReplicas").asInt()).isEqualTo(2);
            assertThat(events.path("replicas").asInt()).isEqualTo(2);
            assertThat(events.path("terminatingReplicas").asInt()).isEqualTo(3);
        });
    }

    @Test
    void takesInOrphansAndLetsStrangersGo() {
        create(2);
        pod("orphan", "labels: {app: web}", "status: {phase: Running}");
        pod("stranger", "labels: {app: other}", "");
        run();
        world.edit(
                ReplicaSet.KIND,
                "web",
                tree -> tree.withObjectProperty("metadata").putObject("labels").put("x", "y"));
        world.settle();
        String uid = world.get(ReplicaSet.KIND, "web").uid();
        assertThat(world.get(Pod.KIND, "orphan").meta().isControlledBy(uid)).isTrue();
        assertThat(world.get(Pod.KIND, "stranger").meta().owners()).isEmpty();
        assertThat(world.all(Pod.KIND)).hasSize(3);
        assertThat(status().path("fullyLabeledReplicas").asInt()).isEqualTo(1);

        world.edit(
                Pod.KIND,
                "orphan",
                tree -> tree.withObjectProperty("metadata").putObject("labels").put("app", "other"));
        world.settle();
        assertThat(world.get(Pod.KIND, "orphan").meta().owners()).isEmpty();
        assertThat(world.all(Pod.KIND)).hasSize(4);

        world.edit(
                Pod.KIND,
                "orphan",
                tree -> tree.withObjectProperty("metadata").putObject("labels").put("app", "web"));
        world.settle();
        assertThat(world.all(Pod.KIND).stream().filter(pod -> pod.meta().isControlledBy(uid)))
                .hasSize(2);
    }

    @Test
    void makesSureThatItIsThereBeforeItTakesSomething() {
        create(1);
        pod("orphan", "labels: {app: web}", "");
        assertThat(plan().actions())
                .hasSize(2)
                .first()
                .isEqualTo(new Action.Confirm(
                        ReplicaSet.KIND, WEB, world.get(ReplicaSet.KIND, "web").uid()));
    }

    @Test
    void onlyCountsWhileItIsBeingDeleted() {
        create(2);
        pod("orphan", "labels: {app: web}", "");
        world.edit(
                ReplicaSet.KIND,
                "web",
                tree -> tree.withObjectProperty("metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z"));
        assertThat(plan().actions()).singleElement().isInstanceOf(Action.Update.class);
    }

    @Test
    void saysWhenPodsCannotBeMadeAndWhenTheyCanAgain() {
        create(2);
        ApiException quota = ApiException.forbidden("", "pods", "x", "exceeded quota");
        world.faults(action -> action instanceof Action.Create ? Optional.of(quota) : Optional.empty());
        world.carryOut(plan());
        assertThat(world.events()).containsExactly("FailedCreate: Error creating: " + quota.getMessage());
        JsonNode condition = Conditions.find(status(), "ReplicaFailure");
        assertThat(condition.path("reason").asString()).isEqualTo("FailedCreate");
        assertThat(condition.path("message").asString()).isEqualTo(quota.getMessage());
        ReplicaSet before = world.get(ReplicaSet.KIND, "web");
        world.carryOut(plan());
        assertThat(world.get(ReplicaSet.KIND, "web")).isSameAs(before);
        world.faults(action -> Optional.empty());
        world.carryOut(plan());
        assertThat(status().has("conditions")).isFalse();
    }

    @Test
    void isSilentInANamespaceThatGoes() {
        create(1);
        ApiException going = new ApiException(
                Reason.FORBIDDEN,
                "no",
                Details.NONE.withCauses(List.of(new Cause("NamespaceTerminating", "", "metadata.namespace"))));
        world.faults(action -> action instanceof Action.Create ? Optional.of(going) : Optional.empty());
        world.carryOut(plan());
        assertThat(world.events()).isEmpty();
        assertThat(status().has("conditions")).isFalse();
    }

    @Test
    void looksAgainWhenPodsHaveBeenReadyForLongEnough() {
        run();
        create(1);
        world.edit(
                ReplicaSet.KIND, "web", tree -> tree.withObjectProperty("spec").put("minReadySeconds", 30));
        world.settle();
        assertThat(status().path("readyReplicas").asInt()).isEqualTo(1);
        assertThat(status().path("availableReplicas").asInt(0)).isZero();
        assertThat(world.nextLook()).contains(world.now().plusSeconds(30));
        world.pass(Duration.ofSeconds(30));
        world.settle();
        assertThat(status().path("availableReplicas").asInt()).isEqualTo(1);
        assertThat(world.nextLook()).isEmpty();
    }

    @Test
    void servesReplicationControllersToo() {
        world.with(ReplicaSetReconciler.ofReplicationControllers(world.caches()), new WillingPods(world.caches()));
        world.create(ReplicaSet.REPLICATION_CONTROLLER, """
                metadata: {name: old}
                spec: {replicas: 2, selector: {app: old}, template: {metadata: {labels: {app: old}}}}
                """);
        world.settle();
        assertThat(world.all(Pod.KIND))
                .hasSize(2)
                .allMatch(pod -> pod.meta()
                        .controller()
                        .filter(owner -> owner.kind().equals("ReplicationController")
                                && owner.apiVersion().equals("v1"))
                        .isPresent());
        assertThat(world.get(ReplicaSet.REPLICATION_CONTROLLER, "old").status()).isEqualTo(World.yaml("""
                        {availableReplicas: 2, fullyLabeledReplicas: 2, observedGeneration: 1, readyReplicas: 2,
                         replicas: 2}"""));
    }
}
