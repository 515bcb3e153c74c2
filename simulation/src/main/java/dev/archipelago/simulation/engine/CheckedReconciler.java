package dev.archipelago.simulation.engine;

import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// A reconciler that records its keys, and checks that every plan is bounded and does not throw.
public final class CheckedReconciler implements Reconciler {
    /// The longest valid plan: all load balancers of a set are replaced, with events.
    private static final int STEPS_MAX = 2500;

    private final Reconciler reconciler;
    private final Consumer<String> complaints;
    private final Routine routine;
    private final Set<Key> keys = new TreeSet<>();

    /// Recognises recurrent plans, which do not mean that the system is still changing.
    public interface Routine {
        boolean includes(Key key, Plan plan);
    }

    public CheckedReconciler(Reconciler reconciler, Consumer<String> complaints, Routine routine) {
        this.reconciler = reconciler;
        this.complaints = complaints;
        this.routine = routine;
    }

    @Override
    public String name() {
        return reconciler.name();
    }

    @Override
    public void connect(Consumer<Key> again) {
        reconciler.connect(key -> {
            keys.add(key);
            again.accept(key);
        });
    }

    @Override
    public Plan plan(Key key, Instant now) {
        try {
            Plan plan = reconciler.plan(key, now);
            if (plan.steps().size() > STEPS_MAX) {
                complaints.accept(name() + " has a plan of " + plan.steps().size() + " steps for " + key);
            }
            return plan;
        } catch (RuntimeException e) {
            complaints.accept(name() + " has no plan for " + key + ": " + e);
            throw e;
        }
    }

    @Override
    public Duration gathering() {
        return reconciler.gathering();
    }

    @Override
    public int parallel() {
        return reconciler.parallel();
    }

    /// The plans that it would make now for all its keys.
    public List<String> intentions(Instant now) {
        List<String> intentions = new ArrayList<>();
        for (Key key : keys) {
            Plan plan = reconciler.plan(key, now);
            if (!plan.steps().isEmpty() && !routine.includes(key, plan)) {
                intentions.add(name() + " for " + key + ": " + plan.steps());
            }
        }
        return intentions;
    }
}
