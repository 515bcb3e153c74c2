package dev.archipelago.simulation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Controller;
import dev.archipelago.controller.runtime.ControllerMetrics;
import dev.archipelago.controller.runtime.EventSink;
import dev.archipelago.controller.runtime.Execution;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.simulation.engine.CheckedReconciler;
import dev.archipelago.simulation.engine.FaultyApi;
import dev.archipelago.simulation.engine.Line;
import dev.archipelago.simulation.engine.Noise;
import dev.archipelago.simulation.engine.SimReflector;
import dev.archipelago.simulation.engine.SimServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// A process with controllers, until it is killed and loses its memory.
final class SimProcess implements Line {
    // Nobody reads them, so one will do for all.
    private static final ControllerMetrics METRICS = new ControllerMetrics(new PrometheusRegistry());

    private final String name;
    private final World world;
    private final Environment environment;
    private final List<SimReflector<?>> reflectors = new ArrayList<>();
    private final List<CheckedReconciler> reconcilers = new ArrayList<>();
    private boolean alive = true;

    /// The environment of a process.
    interface Environment {
        /// Whether it cannot reach the API.
        boolean isCutOff();

        /// The process has died.
        void died(SimProcess process);
    }

    private SimProcess(String name, World world, Environment environment) {
        this.name = name;
        this.world = world;
        this.environment = environment;
    }

    static SimProcess start(
            String name, World world, Environment environment, Function<Caches, List<Reconciler>> reconcilers) {
        SimProcess process = new SimProcess(name, world, environment);
        process.trace("starts");
        Caches caches = new Caches();
        Controller.Environment common = new Controller.Environment(
                caches, process, task -> process.onceFilled(caches, task), process::drive, EventSink.SILENT, METRICS);
        for (Reconciler reconciler : reconcilers.apply(caches)) {
            CheckedReconciler checked = new CheckedReconciler(
                    reconciler, world.invariants()::complain, (key, plan) -> isRoutine(reconciler, key, plan));
            process.reconcilers.add(checked);
            var _ = new Controller(checked, new FaultyApi(process, reconciler.name()), common);
        }
        ClusterApi api = new FaultyApi(process, "caches");
        caches.discover(api);
        for (Cache<?> cache : caches.all()) {
            process.startReflector(cache, api);
        }
        return process;
    }

    /// Whether a plan is recurrent: heartbeats of nodes never end, and a waiting claim reports so on each plan.
    private static boolean isRoutine(Reconciler reconciler, Key key, Plan plan) {
        boolean heartbeat = reconciler.name().equals(Machine.HEARTBEATS);
        return heartbeat || (key.name().startsWith("data-") && plan.actions().isEmpty());
    }

    /// Waits for the caches to be synced: planning from partial caches does harm.
    private void onceFilled(Caches caches, Runnable task) {
        later(pause(), () -> {
            if (caches.areFilled()) {
                task.run();
            } else {
                onceFilled(caches, task);
            }
        });
    }

    private <T extends ApiObject> void startReflector(Cache<T> cache, ClusterApi api) {
        SimReflector<T> reflector = new SimReflector<>(cache, this, api);
        reflectors.add(reflector);
        reflector.start();
    }

    /// Runs the steps of a plan one by one, with time between them for other events, such as the death
    /// of the process.
    private void drive(Execution execution, Runnable finished) {
        if (execution.isFinished()) {
            finished.run();
            return;
        }
        later(pause(), () -> {
            if (world.random().nextDouble() < faults().killed()) {
                kill();
                environment.died(this);
                return;
            }
            execution.step(Execution.Parallel.IN_TURN);
            drive(execution, finished);
        });
    }

    private Duration pause() {
        return Duration.ofMillis(1 + world.random().nextLong(Math.max(1, faults().stepMillisMax())));
    }

    /// The plans that its controllers would still make for any key they ever had.
    List<String> intentions() {
        List<String> intentions = new ArrayList<>();
        reconcilers.forEach(reconciler -> intentions.addAll(reconciler.intentions(instant())));
        return intentions;
    }

    @Override
    public SimServer server() {
        return world.server();
    }

    @Override
    public Set<String> kinds() {
        return World.KINDS;
    }

    @Override
    public Noise noise() {
        return faults().noise();
    }

    @Override
    public Optional<ApiException> obstacle() {
        return environment.isCutOff()
                ? Optional.of(new ApiException(Reason.SERVICE_UNAVAILABLE, "simulated refusal"))
                : Optional.empty();
    }

    @Override
    public boolean isSilent() {
        return environment.isCutOff();
    }

    @Override
    public <R> R as(String user, Supplier<R> call) {
        return world.as(user, call);
    }

    @Override
    public RandomGenerator random() {
        return world.random();
    }

    void kill() {
        trace("killed");
        alive = false;
        reflectors.forEach(SimReflector::close);
    }

    Faults faults() {
        return world.faults();
    }

    @Override
    public void trace(String what) {
        world.trace().add(name + ": " + what);
    }

    void later(Duration delay, Runnable action) {
        var _ = at(instant().plus(delay), action);
    }

    @Override
    public Instant instant() {
        return world.time().instant();
    }

    @Override
    public Alarm at(Instant time, Runnable action) {
        return world.time().at(time, () -> {
            if (alive) {
                action.run();
            }
        });
    }
}
