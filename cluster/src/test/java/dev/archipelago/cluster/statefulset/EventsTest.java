package dev.archipelago.cluster.statefulset;

import static dev.archipelago.cluster.statefulset.Example.DATA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.testing.World;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Step;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Section 8 of the facts on StatefulSets: events.
class EventsTest {
    private final ApiException refused = ApiException.badRequest("no");

    @Test
    @DisplayName("§8 what is made, changed and removed is told in the words of Kubernetes")
    void successIsTold() {
        Example example = Example.of(1, DATA);
        example.roll();
        assertThat(example.world.events())
                .containsExactly(
                        "SuccessfulCreate: Create Claim data-web-0 Pod web-0 in StatefulSet web success",
                        "SuccessfulCreate: Create Pod web-0 in StatefulSet web successful");
        example.label(Pod.KIND, "web-0", PodIdentity.POD_NAME_LABEL, "other");
        example.roll();
        assertThat(example.world.events())
                .containsExactly("SuccessfulUpdate: Update Pod web-0 in StatefulSet web successful");
        example.scale(0);
        example.roll();
        assertThat(example.world.events())
                .containsExactly("SuccessfulDelete: Delete Pod web-0 in StatefulSet web successful");
        example.roll();
        assertThat(example.world.events()).isEmpty();
    }

    @ParameterizedTest(name = "§8 {0} {1} fails: {2}: {3} in StatefulSet web failed error: no")
    @CsvSource({
        "create, claim, FailedCreate, Create Claim data-web-0 for Pod web-0",
        "create, pod, FailedCreate, Create Pod web-0",
        "update, pod, FailedUpdate, Update Pod web-0",
        "delete, pod, FailedDelete, Delete Pod web-0",
    })
    void failureIsTold(String verb, String what, String reason, String message) {
        Example example = verb.equals("create") ? Example.of(1, DATA) : Example.settled(1, DATA);
        switch (verb) {
            case "update" -> example.label(Pod.KIND, "web-0", PodIdentity.POD_NAME_LABEL, "other");
            case "delete" -> example.scale(0);
            default -> {}
        }
        Kind<?> kind = what.equals("pod") ? Pod.KIND : Claim.KIND;
        example.world.faults(action -> concerns(action, kind) ? Optional.of(refused) : Optional.empty());
        example.work();
        assertThat(example.world.events())
                .last()
                .isEqualTo(reason + ": " + message + " in StatefulSet web failed error: no");
        // The status has the failure, too; Kubernetes only has the event.
        assertThat(Conditions.find(example.status(), "ReplicaFailure")
                        .path("reason")
                        .asString())
                .isEqualTo(reason);
        assertThat(example.status().path("observedGeneration").asLong())
                .isEqualTo(example.set().meta().generation());
        example.world.faults(action -> Optional.empty());
        example.roll();
        assertThat(example.status().has("conditions")).isFalse();
        example.assertQuiet();
    }

    private static boolean concerns(Action action, Kind<?> kind) {
        return switch (action) {
            case Action.Create create -> create.kind().equals(kind);
            case Action.Update update ->
                update.kind().equals(kind) && update.subresource().isEmpty();
            case Action.Delete delete -> delete.kind().equals(kind);
            case Action.Patch patch -> false;
            case Action.Bind bind -> false;
            case Action.Perform _ -> false;
            case Action.Confirm _, Action.ConfirmNone _ -> false;
        };
    }

    @Test
    @DisplayName("§8 that a pod exists already is not told")
    void existingPodIsNotTold() {
        Example example = Example.of(1);
        example.world.create(Pod.KIND, "metadata: {name: web-0}");
        assertThat(example.work()).last().isEqualTo("create Pod web-0");
        assertThat(example.world.events()).isEmpty();
        assertThat(example.status().has("conditions")).isFalse();
    }

    @Test
    @DisplayName("§8 that a claim exists already is told only as what it means to the pod")
    void existingClaimIsToldOfThePod() {
        Example example = Example.of(1, DATA);
        example.world.faults(action -> concerns(action, Claim.KIND)
                ? Optional.of(ApiException.alreadyExists("", "persistentvolumeclaims", "data-web-0"))
                : Optional.empty());
        example.work();
        assertThat(example.world.events())
                .containsExactly("FailedCreate: Create Pod web-0 in StatefulSet web failed error:"
                        + " failed to create PVC data-web-0: persistentvolumeclaims \"data-web-0\" already exists");
    }

    @Test
    @DisplayName("§8 success is normal, failure a warning, and both are about the set")
    void failureIsAWarning() {
        Example example = Example.of(1);
        example.world.carryOut(example.plan());
        ActionEvents events = ((Step.Do) example.plan().steps().getFirst()).events();
        EventNote success = events.success().orElseThrow();
        EventNote failure = events.failure().apply(refused).orElseThrow();
        assertThat(success.warning()).isFalse();
        assertThat(failure.warning()).isTrue();
        assertThat(success.about().key()).isEqualTo(example.set().key());
        assertThat(failure.kind().name()).isEqualTo("StatefulSet");
    }

    @Test
    @DisplayName("§8 the source of events is the statefulset-controller")
    void sourceIsTheController() {
        assertThat(new StatefulSetReconciler(new World().caches()).name()).isEqualTo("statefulset-controller");
    }
}
