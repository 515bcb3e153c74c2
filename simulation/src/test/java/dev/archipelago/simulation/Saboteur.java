package dev.archipelago.simulation;

import dev.archipelago.api.objects.Key;
import dev.archipelago.cluster.kinds.StatefulSet;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Action;
import dev.archipelago.controller.plan.ActionEvents;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.plan.Step;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A reconciler with a sabotaged plan.
final class Saboteur implements Reconciler {
    private final Reconciler honest;
    private final Caches caches;
    private final Sabotage sabotage;

    /// Changes plans.
    interface Sabotage {
        /// Changes a plan.
        ///
        /// @param set that the plan is for, if it is for one
        Plan spoil(Plan plan, Optional<StatefulSet> set, Instant now);
    }

    /// Changes single actions.
    interface Spoiler {
        List<Action> spoil(Action action, Optional<StatefulSet> set);
    }

    private Saboteur(Reconciler honest, Caches caches, Sabotage sabotage) {
        this.honest = honest;
        this.caches = caches;
        this.sabotage = sabotage;
    }

    /// All controllers, one of them sabotaged.
    static List<Reconciler> among(Caches caches, String name, Sabotage sabotage) {
        List<Reconciler> all = new ArrayList<>();
        for (Reconciler reconciler : TestingControllers.all(caches)) {
            all.add(reconciler.name().equals(name) ? new Saboteur(reconciler, caches, sabotage) : reconciler);
        }
        return all;
    }

    static Sabotage each(Spoiler spoiler) {
        return (plan, set, now) -> {
            List<Step> steps = new ArrayList<>();
            for (Action action : plan.actions()) {
                spoiler.spoil(action, set).forEach(part -> steps.add(new Step.Do(part, ActionEvents.NONE)));
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
        return sabotage.spoil(honest.plan(key, now), caches.of(StatefulSet.KIND).get(key), now);
    }

    @Override
    public int parallel() {
        return honest.parallel();
    }
}
