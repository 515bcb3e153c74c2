package dev.archipelago.simulation;

import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.cache.Cache;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.queue.Timers;
import dev.archipelago.controller.runtime.Controller;
import dev.archipelago.controller.runtime.ControllerMetrics;
import dev.archipelago.controller.runtime.Execution;
import dev.archipelago.controller.runtime.Narrator;
import dev.archipelago.controller.runtime.Reconciler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// A process that runs controllers, until it is killed. What it had in memory is lost then.
final class SimProcess implements Timers {
    private final String name;
    private final World world;
    private final List<SimFeed<?>> feeds = new ArrayList<>();
    private boolean alive = true;

    private SimProcess(String name, World world) {
        this.name = name;
        this.world = world;
    }

    static SimProcess start(String name, World world, Function<Caches, List<Reconciler>> reconcilers) {
        SimProcess process = new SimProcess(name, world);
        ClusterApi api = new FaultyApi(world.server().api(name), name, world::faults, world.random(), world.trace());
        Caches caches = new Caches();
        Controller.Surroundings surroundings = new Controller.Surroundings(
                caches,
                process,
                task -> process.later(process.pause(), task),
                process::drive,
                Narrator.SILENT,
                new ControllerMetrics(new PrometheusRegistry()));
        for (Reconciler reconciler : reconcilers.apply(caches)) {
            var _ = new Controller(reconciler, api, surroundings);
        }
        caches.discover(api);
        for (Cache<?> cache : caches.all()) {
            process.feed(cache, api);
        }
        return process;
    }

    private <T extends ApiObject> void feed(Cache<T> cache, ClusterApi api) {
        SimFeed<T> feed = new SimFeed<>(cache, this, api, world.random());
        feeds.add(feed);
        feed.start();
    }

    /// Takes the steps of a plan one by one, with time between them for anything to happen, death included.
    private void drive(Execution execution, Runnable finished) {
        if (execution.isFinished()) {
            finished.run();
            return;
        }
        later(pause(), () -> {
            if (world.random().nextDouble() < faults().killed()) {
                world.kill(this);
                return;
            }
            execution.step(Execution.Parallel.IN_TURN);
            drive(execution, finished);
        });
    }

    private Duration pause() {
        return Duration.ofMillis(world.random().nextLong(faults().stepMillisMax() + 1));
    }

    String name() {
        return name;
    }

    void kill() {
        trace("killed");
        alive = false;
        feeds.forEach(SimFeed::stop);
    }

    Faults faults() {
        return world.faults();
    }

    void trace(String what) {
        world.trace().add(name + ": " + what);
    }

    Instant now() {
        return world.time().instant();
    }

    void later(Duration delay, Runnable action) {
        at(now().plus(delay), action);
    }

    @Override
    public Instant instant() {
        return now();
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
