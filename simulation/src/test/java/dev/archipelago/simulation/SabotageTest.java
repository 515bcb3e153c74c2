package dev.archipelago.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.request.DeleteOptions;
import dev.archipelago.cluster.kinds.Claim;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.cluster.statefulset.StatefulSetReconciler;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Narration;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// Each invariant is broken on purpose, and the simulation must find it.
class SabotageTest {
    private static final long SEEDS_MAX = 300;

    @Test
    void findsTwoPodsOfOneIdentity() {
        assertFound(
                "two pods run as",
                each(action ->
                        action instanceof Action.Delete delete && delete.kind().equals(Pod.KIND)
                                ? List.of(new Action.Delete(
                                        delete.kind(),
                                        delete.key(),
                                        new DeleteOptions(
                                                false,
                                                Optional.of(0L),
                                                Optional.empty(),
                                                delete.options().uid(),
                                                "")))
                                : List.of(action)));
    }

    @Test
    void findsAVolumeOfAnotherIdentity() {
        assertFound("has the claim", each(action -> {
            if (action instanceof Action.Create(var kind, ObjectNode object) && kind.equals(Pod.KIND)) {
                object.path("spec").path("volumes").forEach(volume -> {
                    if (volume.get("persistentVolumeClaim") instanceof ObjectNode claim) {
                        claim.put("claimName", "data-set0-0");
                    }
                });
            }
            return List.of(action);
        }));
    }

    @Test
    void findsALostVolume() {
        assertFound(
                "is lost",
                each(action ->
                        action instanceof Action.Delete delete && delete.kind().equals(Pod.KIND)
                                ? List.of(
                                        action,
                                        new Action.Delete(
                                                Claim.KIND,
                                                new Key(
                                                        delete.key().namespace(),
                                                        "data-" + delete.key().name()),
                                                DeleteOptions.NONE))
                                : List.of(action)));
    }

    @Test
    void findsAMemberMadeTooEarly() {
        assertFound("was made while", each(action -> {
            if (action instanceof Action.Create(var kind, ObjectNode object) && kind.equals(Pod.KIND)) {
                ObjectNode next = object.deepCopy();
                ObjectNode metadata = (ObjectNode) next.get("metadata");
                String name = metadata.path("name").asString();
                int dash = name.lastIndexOf('-');
                metadata.put("name", name.substring(0, dash + 1) + (Integer.parseInt(name.substring(dash + 1)) + 1));
                return List.of(action, new Action.Create(kind, next));
            }
            return List.of(action);
        }));
    }

    @Test
    void findsAStatusThatGoesBack() {
        assertFound("has observed generation", each(action -> {
            if (action instanceof Action.Update(var kind, ObjectNode object, String subresource)
                    && subresource.equals("status")) {
                ObjectNode status = (ObjectNode) object.get("status");
                if (status.path("replicas").asInt(0) == 2) {
                    status.put("observedGeneration", 1);
                }
            }
            return List.of(action);
        }));
    }

    @Test
    void findsAnOscillation() {
        assertFound("does not stay quiet", (plan, set, now) -> {
            String minute = now.truncatedTo(ChronoUnit.MINUTES).toString();
            if (set.isEmpty() || minute.equals(set.get().meta().annotations().get("touched"))) {
                return new Plan(plan.steps(), Optional.of(now.plus(1, ChronoUnit.MINUTES)), plan.afterFailure());
            }
            ObjectNode tree = set.get().tree();
            ((ObjectNode) tree.get("metadata"))
                    .withObjectProperty("annotations")
                    .put("touched", minute);
            return Plan.builder().update(StatefulSet.KIND, tree).build();
        });
    }

    private interface Sabotage {
        Plan spoil(Plan plan, Optional<StatefulSet> set, Instant now);
    }

    private static Function<Plan, Plan> each(Function<Action, List<Action>> spoil) {
        return plan -> {
            List<Step> steps = new ArrayList<>();
            for (Action action : plan.actions()) {
                spoil.apply(action).forEach(part -> steps.add(new Step.Do(part, Narration.NONE)));
            }
            return new Plan(steps, plan.lookAgain(), plan.afterFailure());
        };
    }

    private static void assertFound(String complaint, Function<Plan, Plan> spoil) {
        assertFound(complaint, (plan, set, now) -> spoil.apply(plan));
    }

    /// Some seed must end with this complaint. Others may find other faults first: one often leads to the next.
    private static void assertFound(String complaint, Sabotage sabotage) {
        Set<String> complaints = new TreeSet<>();
        for (long seed = 1; seed <= SEEDS_MAX; seed++) {
            Scenario.Outcome outcome = Scenario.run(seed, caches -> List.of(new Saboteur(caches, sabotage)));
            if (outcome.complaint().contains(complaint)) {
                return;
            }
            complaints.add(outcome.complaint());
        }
        assertThat(complaints).as("complaints of all seeds").anyMatch(said -> said.contains(complaint));
    }

    private static final class Saboteur implements Reconciler {
        private final Reconciler honest;
        private final Caches caches;
        private final Sabotage sabotage;

        Saboteur(Caches caches, Sabotage sabotage) {
            this.honest = new StatefulSetReconciler(caches);
            this.caches = caches;
            this.sabotage = sabotage;
        }

        @Override
        public String name() {
            return honest.name();
        }

        @Override
        public void connect(Consumer<Key> again) {
            honest.connect(again);
        }

        @Override
        public Plan plan(Key key, Instant now) {
            return sabotage.spoil(
                    honest.plan(key, now), caches.of(StatefulSet.KIND).get(key), now);
        }
    }
}
