package dev.archipelago.simulation.federation;

import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A reconciler with a sabotaged plan.
record Saboteur(World world, Reconciler honest, Sabotage sabotage) implements Reconciler {

    /// Changes plans.
    interface Sabotage {
        /// Changes a plan.
        ///
        /// @param cluster that the plan is for; empty for the federation itself
        Plan spoil(World world, String cluster, Key key, Plan plan, Instant now);
    }

    /// Changes single actions.
    interface Spoiler {
        List<Action> spoil(Action action);
    }

    /// Sabotages all controllers whose names begin so.
    static World.Tampering among(String names, Sabotage sabotage) {
        return (world, reconciler) ->
                reconciler.name().startsWith(names) ? new Saboteur(world, reconciler, sabotage) : reconciler;
    }

    static Sabotage each(Spoiler spoiler) {
        return (world, cluster, key, plan, now) -> {
            List<Step> steps = new ArrayList<>();
            for (Action action : plan.actions()) {
                spoiler.spoil(action).forEach(part -> steps.add(new Step.Do(part, ActionEvents.NONE)));
            }
            return plan.withSteps(steps);
        };
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
        String cluster = name().startsWith("sync-") ? name().substring("sync-".length()) : "";
        return sabotage.spoil(world, cluster, key, honest.plan(key, now), now);
    }

    @Override
    public Duration gathering() {
        return honest.gathering();
    }

    @Override
    public int parallel() {
        return honest.parallel();
    }
}
