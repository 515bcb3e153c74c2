package dev.archipelago.simulation.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.federation.kinds.Names;
import dev.archipelago.simulation.engine.RunResult;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// Runs simulations with sabotage, and checks that it is found.
final class Sabotages {
    /// The controllers that write to members.
    static final String SYNC = "sync-";

    private static final int SEEDS_MAX = 200;

    private Sabotages() {}

    /// The federation's set of a binding in a cluster.
    static Optional<StatefulSet> marked(World world, String cluster, Key binding) {
        return world.cluster(cluster).api("test").list(StatefulSet.KIND).objects().stream()
                .filter(World::isMarked)
                .filter(set -> binding.name().equals(set.meta().annotations().get(Names.BINDING_NAME)))
                .findFirst();
    }

    static boolean isLate(World world) {
        return world.time().instant().isAfter(Instant.parse("2030-01-01T00:04:00Z"));
    }

    static Plan lookAgain(Plan plan, Instant now) {
        return plan.withLookAgain(now.plus(1, ChronoUnit.MINUTES));
    }

    static Optional<Key> template(Key binding) {
        String suffix = "-statefulset";
        return binding.name().endsWith(suffix)
                ? Optional.of(new Key(
                        binding.namespace(),
                        binding.name().substring(0, binding.name().length() - suffix.length())))
                : Optional.empty();
    }

    static Plan merge(Key set, String patch) {
        return Plan.builder()
                .patch(StatefulSet.KIND, set, new PatchBody.Merge(Json.parse(patch.getBytes(StandardCharsets.UTF_8))))
                .build();
    }

    /// Changes the StatefulSets that are applied to members.
    static Saboteur.Sabotage applied(Consumer<ObjectNode> spoiler) {
        return Saboteur.each(action -> {
            if (action instanceof Action.Patch(var kind, Key key, String sub, PatchBody.Apply body, boolean force)
                    && kind.equals(StatefulSet.KIND)) {
                ObjectNode spoiled = body.configuration().deepCopy();
                spoiler.accept(spoiled);
                return List.of(new Action.Patch(kind, key, sub, new PatchBody.Apply(spoiled), force));
            }
            return List.of(action);
        });
    }

    /// Changes the status of StatefulSets in the federation.
    static Saboteur.Sabotage status(Consumer<ObjectNode> spoiler) {
        return Saboteur.each(action -> {
            if (action instanceof Action.Update(var kind, ObjectNode object, String sub)
                    && kind.equals(StatefulSet.KIND)
                    && sub.equals("status")) {
                spoiler.accept(Json.child(object, "status"));
            }
            return List.of(action);
        });
    }

    /// Some seed must end with this complaint. Others may find other violations first, as one often leads
    /// to the next.
    static void assertFound(String complaint, String controllers, Saboteur.Sabotage sabotage) {
        assertFoundFrom(1, complaint, controllers, sabotage);
    }

    /// The same, with seeds from one on: a violation that needs a rare run is searched near one.
    static void assertFoundFrom(long first, String complaint, String controllers, Saboteur.Sabotage sabotage) {
        Set<String> complaints = new TreeSet<>();
        for (long seed = first; seed < first + SEEDS_MAX; seed++) {
            RunResult outcome = Scenario.run(seed, Saboteur.among(controllers, sabotage));
            if (outcome.complaint().contains(complaint)) {
                return;
            }
            complaints.add(outcome.complaint());
        }
        assertThat(complaints).as("complaints of all seeds").anyMatch(text -> text.contains(complaint));
    }
}
