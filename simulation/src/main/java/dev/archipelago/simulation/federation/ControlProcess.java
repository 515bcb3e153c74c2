package dev.archipelago.simulation.federation;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.queue.Timers;
import dev.archipelago.controller.runtime.Controller;
import dev.archipelago.controller.runtime.ControllerMetrics;
import dev.archipelago.controller.runtime.EventSink;
import dev.archipelago.controller.runtime.Execution;
import dev.archipelago.controller.runtime.Launcher;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.federation.ControlPlane;
import dev.archipelago.simulation.engine.CheckedReconciler;
import dev.archipelago.simulation.engine.FaultyApi;
import dev.archipelago.simulation.engine.SimReflector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/// A control plane process of the federation, until it is killed and loses its memory.
final class ControlProcess implements Timers {
    // Nobody reads them, so one will do for all.
    private static final ControllerMetrics METRICS = new ControllerMetrics(new PrometheusRegistry());

    private final String name;
    private final World world;
    private final Duration skew;
    private final List<RunningControllers> launched = new ArrayList<>();
    private boolean alive = true;

    ControlProcess(String name, World world, Duration skew) {
        this.name = name;
        this.world = world;
        this.skew = skew;
    }

    void start() {
        trace("starts");
        ProcessLine line = new ProcessLine(this, world, null, "");
        Caches caches = new Caches();
        ControlPlane plane = new ControlPlane(
                caches,
                World.SETTINGS,
                new SimConnector(this, world),
                new FaultyApi(line, "membership"),
                task -> later(pause(0), () -> survive(task)));
        RunningControllers running =
                new RunningControllers(line, caches, user -> new FaultyApi(line, user), this::onceFilled);
        launched.add(running);
        running.start(plane.reconcilers(), EventSink.SILENT);
        begin(caches, plane);
    }

    private void begin(Caches caches, ControlPlane plane) {
        later(pause(0), () -> {
            if (caches.areFilled()) {
                plane.begin(this, this::launch, EventSink.SILENT);
            } else {
                begin(caches, plane);
            }
        });
    }

    private Launcher.Running launch(
            String cluster,
            Function<String, ClusterApi> apis,
            Caches caches,
            List<Reconciler> reconcilers,
            EventSink events) {
        if (!(apis.apply("caches") instanceof FaultyApi api) || !(api.line() instanceof ProcessLine line)) {
            throw new IllegalStateException("no line of this process");
        }
        RunningControllers running =
                new RunningControllers(line, caches, apis, (all, task) -> later(pause(line.delayMillisMax()), task));
        launched.add(running);
        running.start(reconcilers, events);
        return running;
    }

    /// Waits for the caches to be synced: planning from partial caches does harm.
    private void onceFilled(Caches caches, Runnable task) {
        later(pause(0), () -> {
            if (caches.areFilled()) {
                task.run();
            } else {
                onceFilled(caches, task);
            }
        });
    }

    /// An exception ends a thread, not the process.
    private void survive(Runnable task) {
        try {
            task.run();
        } catch (ApiException e) {
            trace("a thread dies of " + e.getMessage());
        }
    }

    /// Running controllers with their caches, on one API.
    private final class RunningControllers implements Launcher.Running {
        private final ProcessLine line;
        private final Caches caches;
        private final Function<String, ClusterApi> apis;
        private final Gate gate;
        private final List<SimReflector<?>> reflectors = new ArrayList<>();
        private final List<CheckedReconciler> reconcilers = new ArrayList<>();
        private final List<Controller> controllers = new ArrayList<>();

        RunningControllers(ProcessLine line, Caches caches, Function<String, ClusterApi> apis, Gate gate) {
            this.line = line;
            this.caches = caches;
            this.apis = apis;
            this.gate = gate;
        }

        void start(List<Reconciler> all, EventSink events) {
            Executor threads = task -> gate.pass(caches, task);
            Controller.Environment common =
                    new Controller.Environment(caches, ControlProcess.this, threads, this::drive, events, METRICS);
            for (Reconciler reconciler : all) {
                Consumer<String> complaints = world.invariants()::complain;
                CheckedReconciler checked = new CheckedReconciler(
                        world.tamper(reconciler),
                        complaints,
                        (key, plan) -> plan.actions().isEmpty());
                reconcilers.add(checked);
                controllers.add(new Controller(checked, apis.apply(reconciler.name()), common));
            }
            ClusterApi api = apis.apply("caches");
            caches.discover(api);
            caches.startLaterWith(cache -> {
                SimReflector<?> reflector = reflector(cache, api);
                later(pause(line.delayMillisMax()), reflector::start);
                return () -> {
                    reflectors.remove(reflector);
                    reflector.close();
                };
            });
            for (Cache<?> cache : caches.all()) {
                reflector(cache, api).start();
            }
        }

        private <T extends ApiObject> SimReflector<T> reflector(Cache<T> cache, ClusterApi api) {
            SimReflector<T> reflector = new SimReflector<>(cache, line, api);
            reflectors.add(reflector);
            return reflector;
        }

        /// Runs the steps of a plan one by one, with time between them for other events, such as the death
        /// of the process.
        private void drive(Execution execution, Runnable finished) {
            if (execution.isFinished()) {
                finished.run();
                return;
            }
            later(pause(line.delayMillisMax()), () -> {
                if (world.random().nextDouble() < world.faults().killed()) {
                    kill();
                    world.died(ControlProcess.this);
                    return;
                }
                execution.step(Execution.Parallel.IN_TURN);
                drive(execution, finished);
            });
        }

        void stop() {
            reflectors.forEach(SimReflector::close);
        }

        @Override
        public void close() {
            stop();
            controllers.forEach(Controller::close);
            launched.remove(this);
        }
    }

    /// Decides when planning may begin.
    private interface Gate {
        void pass(Caches caches, Runnable task);
    }

    private Duration pause(long delayMillisMax) {
        long most = Math.max(1, world.faults().stepMillisMax()) + delayMillisMax;
        return Duration.ofMillis(1 + world.random().nextLong(most));
    }

    /// The plans that its controllers would still make for any key they ever had.
    List<String> intentions() {
        List<String> intentions = new ArrayList<>();
        for (RunningControllers running : launched) {
            running.reconcilers.forEach(reconciler -> intentions.addAll(reconciler.intentions(instant())));
        }
        return intentions;
    }

    void kill() {
        trace("killed");
        alive = false;
        launched.forEach(RunningControllers::stop);
    }

    void trace(String what) {
        world.trace().add(name + ": " + what);
    }

    private void later(Duration delay, Runnable action) {
        var _ = at(instant().plus(delay), action);
    }

    @Override
    public Instant instant() {
        return world.time().instant().plus(skew);
    }

    @Override
    public Alarm at(Instant time, Runnable action) {
        return world.time().at(time.minus(skew), () -> {
            if (alive) {
                action.run();
            }
        });
    }
}
