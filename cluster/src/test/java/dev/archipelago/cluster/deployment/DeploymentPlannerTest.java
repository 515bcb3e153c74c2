package dev.archipelago.cluster.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Deployment;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.ReplicaSet;
import dev.archipelago.controller.plan.Action;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Section 12 of the facts on Deployments: whole rollouts.
class DeploymentPlannerTest {
    private final Example web = new Example();

    private void settled() {
        web.world.settle();
        assertThat(web.plan().steps()).isEmpty();
    }

    @Test
    void makesASetWithItsHashAndNotes() {
        web.create(3, "{minReadySeconds: 5}").act();
        ReplicaSet set = web.set("nginx:1");
        String hash = set.labels().get("pod-template-hash");
        assertThat(set.name()).isEqualTo("web-" + hash);
        assertThat(set.templateLabels())
                .containsEntry("pod-template-hash", hash)
                .containsEntry("app", "web");
        assertThat(set.selector()).hasToString("app=web,pod-template-hash=" + hash);
        assertThat(set.replicas()).isEqualTo(3);
        assertThat(set.minReadySeconds()).isEqualTo(5);
        assertThat(set.meta().annotations())
                .containsEntry("deployment.kubernetes.io/revision", "1")
                .containsEntry("deployment.kubernetes.io/desired-replicas", "3")
                .containsEntry("deployment.kubernetes.io/max-replicas", "4")
                .containsEntry("note", "hello");
        assertThat(set.meta().isControlledBy(web.deployment().uid())).isTrue();
        assertThat(web.deployment().meta().annotations()).containsEntry("deployment.kubernetes.io/revision", "1");
        assertThat(web.progress()).isEqualTo("NewReplicaSetCreated");
        assertThat(web.world.events())
                .containsExactly("ScalingReplicaSet: Scaled up replica set " + set.name() + " from 0 to 3");
    }

    @Test
    void getsReadyAndThenIsQuiet() {
        web.running().create(4, "{}");
        settled();
        JsonNode status = web.status();
        for (String count : List.of("replicas", "updatedReplicas", "readyReplicas", "availableReplicas")) {
            assertThat(status.path(count).asInt()).as(count).isEqualTo(4);
        }
        assertThat(status.has("unavailableReplicas")).isFalse();
        assertThat(status.path("terminatingReplicas").asInt(-1)).isZero();
        assertThat(status.path("observedGeneration").asLong()).isEqualTo(1);
        assertThat(web.progress()).isEqualTo("NewReplicaSetAvailable");
        assertThat(Conditions.isTrue(status, "Available")).isTrue();
        assertThat(web.plan().lookAgain()).isEmpty();
    }

    @Test
    void rollsANewTemplateOutStepByStep() {
        web.create(4, "{}").act();
        web.count("nginx:1", 4);
        web.act();
        web.world.events();
        web.image("nginx:2");
        web.act();
        // Surge 1 and 1 unavailable: the new set starts with one, and one old pod is deleted at once.
        String fresh = web.set("nginx:2").name();
        String old = web.set("nginx:1").name();
        assertThat(web.world.events())
                .containsExactly(
                        "ScalingReplicaSet: Scaled up replica set " + fresh + " from 0 to 1",
                        "ScalingReplicaSet: Scaled down replica set " + old + " from 4 to 3",
                        "ScalingReplicaSet: Scaled up replica set " + fresh + " from 1 to 2");
        assertThat(Conditions.isTrue(web.status(), "Available")).isTrue();
        web.count("nginx:1", 3);
        web.count("nginx:2", 2);
        web.act();
        assertThat(web.set("nginx:1").replicas()).isEqualTo(1);
        assertThat(web.set("nginx:2").replicas()).isEqualTo(4);
        assertThat(web.progress()).isEqualTo("ReplicaSetUpdated");
        web.count("nginx:1", 1);
        web.count("nginx:2", 4);
        web.act();
        assertThat(web.set("nginx:1").replicas()).isZero();
        web.count("nginx:1", 0);
        web.act();
        assertThat(web.progress()).isEqualTo("NewReplicaSetAvailable");
        assertThat(web.deployment().meta().annotations()).containsEntry("deployment.kubernetes.io/revision", "2");
    }

    @Test
    void takesUnhealthyOldPodsAwayFirst() {
        web.create(4, "{}").act();
        web.count("nginx:1", 4);
        web.image("nginx:2");
        web.act();
        web.count("nginx:1", 3);
        web.count("nginx:2", 0);
        web.act();
        web.image("nginx:3");
        web.act();
        // Those of the second template never became available and are replaced first.
        assertThat(web.set("nginx:2").replicas()).isZero();
        assertThat(web.set("nginx:1").replicas()).isEqualTo(3);
        assertThat(web.set("nginx:3").replicas()).isEqualTo(2);
    }

    @Test
    void comesBackToAnOldSetWithANewNumber() {
        web.running().create(2, "{}");
        settled();
        for (String image : List.of("nginx:2", "nginx:1", "nginx:2", "nginx:1")) {
            web.image(image);
            settled();
        }
        assertThat(web.world.all(ReplicaSet.KIND)).hasSize(2);
        assertThat(web.set("nginx:1").meta().annotations())
                .containsEntry("deployment.kubernetes.io/revision", "5")
                .containsEntry("deployment.kubernetes.io/revision-history", "1,3");
        assertThat(web.deployment().meta().annotations()).containsEntry("deployment.kubernetes.io/revision", "5");
    }

    @Test
    void recreatesOnlyWhenTheLastOldPodHasGone() {
        web.create(2, "{strategy: {type: Recreate}}").running();
        web.annotate("x", "y");
        settled();
        Pod held = web.pods().getFirst();
        web.image("nginx:2");
        web.world.watch(() -> {
            boolean old = web.pods().stream().anyMatch(pod -> isOf(pod, "nginx:1"));
            boolean fresh = web.pods().stream().anyMatch(pod -> isOf(pod, "nginx:2"));
            assertThat(old && fresh).isFalse();
        });
        settled();
        assertThat(web.pods()).hasSize(2).allMatch(pod -> isOf(pod, "nginx:2")).doesNotContain(held);
        assertThat(web.progress()).isEqualTo("NewReplicaSetAvailable");
    }

    private static boolean isOf(Pod pod, String image) {
        return pod.tree()
                .path("spec")
                .path("containers")
                .path(0)
                .path("image")
                .asString()
                .equals(image);
    }

    @Test
    void scalesButDoesNotRollWhilePaused() {
        web.running().create(2, "{}");
        settled();
        web.edit(spec -> spec.put("paused", true));
        settled();
        assertThat(web.progress()).isEqualTo("DeploymentPaused");
        web.image("nginx:2");
        web.scale(5);
        settled();
        assertThat(web.pods()).hasSize(5).allMatch(pod -> isOf(pod, "nginx:1"));
        assertThat(web.world.all(ReplicaSet.KIND)).hasSize(1);
        assertThat(web.plan().lookAgain()).isEmpty();
        web.edit(spec -> spec.remove("paused"));
        web.world.carryOut(web.plan());
        assertThat(web.progress()).isEqualTo("DeploymentResumed");
        settled();
        assertThat(web.pods()).hasSize(5).allMatch(pod -> isOf(pod, "nginx:2"));
    }

    @Test
    void saysWhenItTakesTooLong() {
        web.running().create(2, "{progressDeadlineSeconds: 60}");
        settled();
        web.image("nginx:broken");
        settled();
        assertThat(web.progress()).isEqualTo("ReplicaSetUpdated");
        assertThat(web.plan().lookAgain()).contains(web.world.now().plusSeconds(61));
        web.world.pass(Duration.ofSeconds(60));
        settled();
        assertThat(web.progress()).isEqualTo("ReplicaSetUpdated");
        web.world.pass(Duration.ofSeconds(1));
        settled();
        assertThat(web.progress()).isEqualTo("ProgressDeadlineExceeded");
        assertThat(Conditions.find(web.status(), "Progressing").path("status").asString())
                .isEqualTo("False");
        assertThat(web.plan().lookAgain()).isEmpty();
        web.image("nginx:3");
        settled();
        assertThat(web.progress()).isEqualTo("NewReplicaSetAvailable");
    }

    @Test
    void hasNothingToSayOfProgressWithoutADeadline() {
        web.running().create(2, "{progressDeadlineSeconds: 2147483647}");
        settled();
        assertThat(Conditions.find(web.status(), "Progressing").isMissingNode()).isTrue();
    }

    @Test
    void keepsAsManyOldSetsAsItIsTold() {
        web.running().create(1, "{revisionHistoryLimit: 2}");
        for (int i = 1; i <= 5; i++) {
            web.image("nginx:" + i);
            settled();
        }
        assertThat(web.world.all(ReplicaSet.KIND))
                .extracting(DeploymentAnnotations::revision)
                .containsExactlyInAnyOrder(3L, 4L, 5L);
    }

    @Test
    void takesTheNextNameWhenOneIsTaken() {
        web.create(1, "{}");
        Action.Create create = (Action.Create) web.plan().actions().getFirst();
        ObjectNode other = create.object().deepCopy();
        ((ObjectNode) other.get("metadata")).remove("ownerReferences");
        ((ObjectNode) other.get("metadata")).putObject("labels").put("app", "other");
        web.world.create(ReplicaSet.KIND, other.toString());
        web.act();
        assertThat(web.status().path("collisionCount").asInt()).isEqualTo(1);
        assertThat(web.world.all(ReplicaSet.KIND)).hasSize(2);
    }

    @Test
    void saysWhyASetCannotBeMade() {
        web.create(1, "{}");
        ApiException quota = ApiException.forbidden("apps", "replicasets", "x", "exceeded quota");
        web.world.faults(action -> action instanceof Action.Create ? Optional.of(quota) : Optional.empty());
        web.world.carryOut(web.plan());
        JsonNode condition = Conditions.find(web.status(), "Progressing");
        assertThat(condition.path("reason").asString()).isEqualTo("ReplicaSetCreateError");
        assertThat(condition.path("message").asString()).contains("Failed to create new replica set \"web-");
        assertThat(web.world.events()).singleElement().asString().startsWith("ReplicaSetCreateError: Failed to create");
        web.world.faults(action -> Optional.empty());
        web.act();
        assertThat(web.progress()).isEqualTo("NewReplicaSetCreated");
    }

    @Test
    void passesTheTroubleOfItsSetsOn() {
        web.create(1, "{}").act();
        String set = web.set("nginx:1").name();
        web.world.editStatus(
                ReplicaSet.KIND,
                set,
                status -> Conditions.set(
                        status,
                        new Conditions.Condition("ReplicaFailure", "True", "FailedCreate", "no"),
                        web.world.now()));
        web.act();
        JsonNode failure = Conditions.find(web.status(), "ReplicaFailure");
        assertThat(failure.path("reason").asString()).isEqualTo("FailedCreate");
        assertThat(failure.path("message").asString()).isEqualTo("no");
        web.world.editStatus(ReplicaSet.KIND, set, status -> Conditions.remove(status, "ReplicaFailure"));
        web.act();
        assertThat(Conditions.find(web.status(), "ReplicaFailure").isMissingNode())
                .isTrue();
    }

    @Test
    void rollsBackWhenAnAnnotationAsksForIt() {
        web.running().create(1, "{}");
        settled();
        web.image("nginx:2");
        settled();
        web.world.events();
        web.annotate("deprecated.deployment.rollback.to", "0");
        settled();
        assertThat(web.world.events())
                .first()
                .isEqualTo("DeploymentRollback: Rolled back deployment \"web\" to revision 1");
        assertThat(web.pods()).singleElement().matches(pod -> isOf(pod, "nginx:1"));
        assertThat(web.deployment().meta().annotations())
                .containsEntry("deployment.kubernetes.io/revision", "3")
                .containsEntry("note", "hello")
                .doesNotContainKey("deprecated.deployment.rollback.to");
        web.annotate("deprecated.deployment.rollback.to", "3");
        settled();
        web.annotate("deprecated.deployment.rollback.to", "77");
        settled();
        assertThat(web.world.events())
                .contains(
                        "DeploymentRollbackTemplateUnchanged: The rollback revision contains the same template as"
                                + " current deployment \"web\"",
                        "DeploymentRollbackRevisionNotFound: Unable to find the revision to rollback to.");
        assertThat(web.deployment().meta().annotations()).doesNotContainKey("deprecated.deployment.rollback.to");
    }

    @Test
    void handsNotesAndReadinessDownToTheLatestSet() {
        web.running().create(1, "{}");
        settled();
        web.annotate("note", "changed");
        web.annotate("kubectl.kubernetes.io/last-applied-configuration", "{}");
        web.edit(spec -> spec.put("minReadySeconds", 7));
        web.world.pass(Duration.ofSeconds(10));
        settled();
        ReplicaSet set = web.set("nginx:1");
        assertThat(set.minReadySeconds()).isEqualTo(7);
        assertThat(set.meta().annotations())
                .containsEntry("note", "changed")
                .doesNotContainKey("kubectl.kubernetes.io/last-applied-configuration");
    }

    @Test
    void takesInSetsThatNobodyHas() {
        web.create(1, "{}").act();
        String set = web.set("nginx:1").name();
        web.world.edit(
                ReplicaSet.KIND,
                set,
                tree -> tree.withObjectProperty("metadata").remove("ownerReferences"));
        assertThat(web.plan().actions())
                .first()
                .isEqualTo(new Action.Confirm(
                        Deployment.KIND, Example.WEB, web.deployment().uid()));
        web.act();
        assertThat(web.set("nginx:1").meta().isControlledBy(web.deployment().uid()))
                .isTrue();
        assertThat(web.world.all(ReplicaSet.KIND)).hasSize(1);
    }

    @Test
    void onlyCountsWhileItIsBeingDeleted() {
        web.create(1, "{}");
        web.world.edit(
                Deployment.KIND,
                "web",
                tree -> tree.withObjectProperty("metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z"));
        web.act();
        assertThat(web.world.all(ReplicaSet.KIND)).isEmpty();
        assertThat(web.status().path("observedGeneration").asLong()).isEqualTo(1);
    }

    @Test
    void refusesToSelectEverythingAndSaysSoOnce() {
        web.create(1, "{selector: {}}").act();
        assertThat(web.world.all(ReplicaSet.KIND)).isEmpty();
        assertThat(web.world.events()).singleElement().asString().startsWith("SelectingAll: ");
    }
}
