package dev.archipelago.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.DeleteOptions;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Owner;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.ControllerRevision;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.kinds.Volume;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.simulation.engine.RunResult;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.node.ObjectNode;

/// Sabotages the controllers once for each invariant, and the simulation must find it.
@Execution(ExecutionMode.CONCURRENT)
class SabotageTest {
    private static final long SEEDS_MAX = 300;
    private static final String EVICTION = "taint-eviction-controller";
    private static final String VOLUMES = "persistentvolume-binder";

    /// Pods are deleted without waiting for their end.
    @Test
    void findsTwoPodsOfOneIdentity() {
        assertFound("two pods run as", (action, set) -> List.of(forced(action)));
    }

    /// Pods of a lost node are considered gone.
    @Test
    void findsThatALostPodIsReplaced() {
        assertFound("two pods run as", EVICTION, Saboteur.each((action, set) -> List.of(forced(action))));
    }

    private static Action forced(Action action) {
        return action instanceof Action.Delete delete && delete.kind().equals(Pod.KIND)
                ? new Action.Delete(
                        delete.kind(),
                        delete.key(),
                        new DeleteOptions(
                                false,
                                Optional.of(0L),
                                Optional.empty(),
                                delete.options().uid(),
                                ""))
                : action;
    }

    @Test
    void findsAVolumeOfAnotherIdentity() {
        assertFound("has the claim", (action, set) -> {
            if (action instanceof Action.Create(var kind, ObjectNode object) && kind.equals(Pod.KIND)) {
                object.path("spec").path("volumes").forEach(volume -> {
                    if (volume.get("persistentVolumeClaim") instanceof ObjectNode claim) {
                        claim.put("claimName", "data-set0-0");
                    }
                });
            }
            return List.of(action);
        });
    }

    /// Volumes are deleted as soon as they are bound.
    @Test
    void findsALostVolume() {
        assertFound(
                "the volume of",
                VOLUMES,
                Saboteur.each((action, set) -> action instanceof Action.Update(var kind, ObjectNode object, String sub)
                                && kind.equals(Volume.KIND)
                                && sub.equals("status")
                        ? List.of(
                                action,
                                new Action.Delete(
                                        kind,
                                        Key.global(object.path("metadata")
                                                .path("name")
                                                .asString("")),
                                        DeleteOptions.NONE))
                        : List.of(action)));
    }

    @Test
    void findsAClaimThatGoesWithItsPod() {
        assertFound("the claim default/", (action, set) -> {
            Key claim = action instanceof Action.Delete delete
                    ? new Key(delete.key().namespace(), "data-" + delete.key().name())
                    : Key.global("");
            return claim.namespace().isEmpty()
                    ? List.of(action)
                    : List.of(action, new Action.Delete(Claim.KIND, claim, DeleteOptions.NONE));
        });
    }

    /// Claims are deleted with their set, whatever its policy.
    @Test
    void findsAClaimThatGoesAgainstThePolicy() {
        assertFound("the claim default/", (action, set) -> {
            if (action instanceof Action.Create(var kind, ObjectNode object)
                    && kind.equals(Claim.KIND)
                    && set.isPresent()) {
                object.withObjectProperty("metadata")
                        .putArray("ownerReferences")
                        .add(Owner.controlling(StatefulSet.KIND, set.get()).json());
            }
            boolean correction =
                    action instanceof Action.Update update && update.kind().equals(Claim.KIND);
            return correction ? List.of() : List.of(action);
        });
    }

    @Test
    void findsAMemberMadeTooEarly() {
        assertFound("was made while", (action, set) -> {
            if (action instanceof Action.Create(var kind, ObjectNode object) && kind.equals(Pod.KIND)) {
                ObjectNode next = object.deepCopy();
                ObjectNode metadata = (ObjectNode) next.get("metadata");
                metadata.put("name", other(metadata.path("name").asString(), 1));
                return List.of(action, new Action.Create(kind, next));
            }
            return List.of(action);
        });
    }

    /// The first surplus pod is deleted instead of the last.
    @Test
    void findsAMemberRemovedOutOfOrder() {
        assertFound("was removed before", (action, set) -> {
            boolean scales = set.isPresent()
                    && deletesPod(action)
                    && !Member.ofPod(((Action.Delete) action).key()).isWanted(set.get());
            return List.of(
                    scales
                            ? deletion(set.get().name()
                                    + '-'
                                    + (set.get().start() + set.get().replicas()))
                            : action);
        });
    }

    /// The first pod is deleted whenever there is nothing to do.
    @Test
    void findsAMemberRemovedForNoReason() {
        assertFound("for no reason", Invariants.STATEFULSETS, (plan, set, now) -> {
            boolean idle = set.isPresent()
                    && plan.actions().isEmpty()
                    && now.atOffset(ZoneOffset.UTC).getMinute() > 1;
            return idle
                    ? Plan.builder()
                            .perform(deletion(set.get().name() + '-' + set.get().start()))
                            .build()
                    : plan.withLookAgain(now.plus(1, ChronoUnit.MINUTES));
        });
    }

    /// Revisions are deleted as soon as they exist.
    @Test
    void findsALostRevision() {
        assertFound("has not completed its update", (action, set) -> {
            if (action instanceof Action.Update(var kind, ObjectNode object, String sub)
                    && sub.equals("status")
                    && kind.equals(StatefulSet.KIND)) {
                String revision = object.path("status").path("updateRevision").asString("");
                return List.of(
                        action,
                        new Action.Delete(ControllerRevision.KIND, new Key("default", revision), DeleteOptions.NONE));
            }
            boolean again =
                    action instanceof Action.Create create && create.kind().equals(ControllerRevision.KIND);
            return again
                            && set.filter(found -> found.status().has("updateRevision"))
                                    .isPresent()
                    ? List.of()
                    : List.of(action);
        });
    }

    @Test
    void findsTooManyMembersTakenAway() {
        assertFound(
                "at a time",
                (action, set) -> deletesPod(action)
                        ? List.of(
                                action,
                                deletion(other(((Action.Delete) action).key().name(), -1)))
                        : List.of(action));
    }

    /// The first pod is deleted when there is nothing to do.
    @Test
    void findsAMemberTakenAwayBelowThePartition() {
        assertFound("was taken away although", Invariants.STATEFULSETS, (plan, set, now) -> {
            if (set.flatMap(StatefulSet::partition).orElse(0) == 0
                    || !plan.actions().isEmpty()) {
                return plan;
            }
            boolean late = now.atOffset(ZoneOffset.UTC).getMinute() > 1;
            String first = set.get().name() + '-' + set.get().start();
            return late
                    ? Plan.builder().perform(deletion(first)).build()
                    : Plan.builder().lookAgain(now.plus(1, ChronoUnit.MINUTES)).build();
        });
    }

    @Test
    void findsAMemberUpdatedBelowThePartition() {
        assertFound("was updated although", (action, set) -> {
            if (action instanceof Action.Create(var kind, ObjectNode object)
                    && kind.equals(Pod.KIND)
                    && set.isPresent()) {
                object.withObjectProperty("metadata")
                        .withObjectProperty("labels")
                        .put(
                                "controller-revision-hash",
                                set.get().status().path("updateRevision").asString(""));
            }
            return List.of(action);
        });
    }

    private static boolean deletesPod(Action action) {
        return action instanceof Action.Delete delete && delete.kind().equals(Pod.KIND);
    }

    private static Action deletion(String pod) {
        return new Action.Delete(Pod.KIND, new Key("default", pod), DeleteOptions.NONE);
    }

    private static String other(String name, int step) {
        int dash = name.lastIndexOf('-');
        return name.substring(0, dash + 1) + Math.max(0, Integer.parseInt(name.substring(dash + 1)) + step);
    }

    @Test
    void findsAStatusThatGoesBack() {
        assertFound("has observed generation", (action, set) -> {
            if (action instanceof Action.Update(var kind, ObjectNode object, String sub) && sub.equals("status")) {
                ObjectNode status = (ObjectNode) object.get("status");
                if (status.path("replicas").asInt(0) == 2) {
                    status.put("observedGeneration", 1);
                }
            }
            return List.of(action);
        });
    }

    /// One available pod is not counted.
    @Test
    void findsAStatusThatIsNotTrue() {
        assertFound("says {availableReplicas", (action, set) -> {
            if (action instanceof Action.Update(var kind, ObjectNode object, String sub) && sub.equals("status")) {
                ObjectNode status = (ObjectNode) object.get("status");
                status.put(
                        "availableReplicas",
                        Math.max(0, status.path("availableReplicas").asInt(0) - 1));
            }
            return List.of(action);
        });
    }

    @Test
    void findsAnOscillation() {
        assertFound("does not stay quiet", Invariants.STATEFULSETS, (plan, set, now) -> {
            String minute = now.truncatedTo(ChronoUnit.MINUTES).toString();
            if (set.isEmpty() || minute.equals(set.get().meta().annotations().get("touched"))) {
                return plan.withLookAgain(now.plus(1, ChronoUnit.MINUTES));
            }
            ObjectNode tree = set.get().tree();
            ((ObjectNode) tree.get("metadata"))
                    .withObjectProperty("annotations")
                    .put("touched", minute);
            return Plan.builder().update(StatefulSet.KIND, tree).build();
        });
    }

    @Test
    void findsThatSomebodyNeverStopsTalking() {
        assertFound(
                "there still is something to do",
                Invariants.STATEFULSETS,
                (plan, set, now) -> set.isPresent() && plan.steps().isEmpty()
                        ? Plan.builder()
                                .say(EventNote.normal(StatefulSet.KIND, set.get(), "Bored", "nothing to do"))
                                .build()
                        : plan);
    }

    private static void assertFound(String complaint, Saboteur.Spoiler spoiler) {
        assertFound(complaint, Invariants.STATEFULSETS, Saboteur.each(spoiler));
    }

    /// Some seed must end with this complaint. Others may find other violations first, as one often leads
    /// to the next.
    private static void assertFound(String complaint, String controller, Saboteur.Sabotage sabotage) {
        Set<String> complaints = new TreeSet<>();
        for (long seed = 1; seed <= SEEDS_MAX; seed++) {
            RunResult outcome = Scenario.run(seed, caches -> Saboteur.among(caches, controller, sabotage));
            if (outcome.complaint().contains(complaint)) {
                return;
            }
            complaints.add(outcome.complaint());
        }
        assertThat(complaints).as("complaints of all seeds").anyMatch(text -> text.contains(complaint));
    }
}
