package dev.archipelago.controller.runtime;

import dev.archipelago.apiserver.errors.Reason;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.objects.Key;
import dev.archipelago.controller.plan.Failure;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.queue.Timers;
import dev.archipelago.controller.queue.WorkQueue;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One controller at work. For each key: wait until the caches show its own last writes, plan, act.
public final class Controller implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Controller.class);

    private final Reconciler reconciler;
    private final ClusterApi api;
    private final Timers timers;
    private final Narrator narrator;
    private final Execution.Parallel parallel;
    private final Expectations expectations;
    private final ControllerMetrics.Meter meter;
    private final WorkQueue<Key> queue;

    /// What all controllers of a process share.
    ///
    /// @param threads run the work of one key each
    public record Surroundings(
            Caches caches,
            Timers timers,
            Executor threads,
            Execution.Parallel parallel,
            Narrator narrator,
            ControllerMetrics metrics) {}

    public Controller(Reconciler reconciler, ClusterApi api, Surroundings surroundings) {
        this.reconciler = reconciler;
        this.api = api;
        this.timers = surroundings.timers();
        this.narrator = surroundings.narrator();
        this.parallel = surroundings.parallel();
        this.expectations = new Expectations(surroundings.caches());
        this.queue = new WorkQueue<>(this::work, surroundings.threads(), reconciler.parallel(), timers);
        this.meter = surroundings.metrics().of(reconciler.name(), queue::depth);
        reconciler.connect(queue::add);
    }

    public String name() {
        return reconciler.name();
    }

    public boolean isIdle() {
        return queue.isIdle();
    }

    private void work(Key key, long waitedNanos) {
        meter.waited(waitedNanos);
        long start = System.nanoTime();
        try {
            Optional<Execution> begun = begin(key);
            if (begun.isPresent()) {
                Execution execution = begun.get();
                while (!execution.isFinished()) {
                    execution.step(parallel);
                }
                finish(key, execution);
            }
        } catch (RuntimeException e) {
            log.error("{} could not work on {}", reconciler.name(), key, e);
            queue.retry(key);
        } finally {
            meter.worked(System.nanoTime() - start);
            queue.done(key);
        }
    }

    /// Plans, unless that has to wait.
    Optional<Execution> begin(Key key) {
        if (!expectations.areMet(key, () -> queue.add(key))) {
            return Optional.empty();
        }
        Plan plan = reconciler.plan(key, timers.instant());
        return Optional.of(new Execution(key, reconciler.name(), api, expectations, narrator, plan));
    }

    void finish(Key key, Execution execution) {
        Optional<Failure> failure = execution.failure();
        if (failure.isEmpty()) {
            queue.forget(key);
            execution.plan().lookAgain().ifPresent(time -> queue.addAt(key, time));
            return;
        }
        meter.failed();
        Failure what = failure.get();
        if (what.reason().reason() == Reason.CONFLICT || what.reason().reason() == Reason.ALREADY_EXISTS) {
            log.debug(
                    "{} plans again for {}: {}",
                    reconciler.name(),
                    key,
                    what.reason().getMessage());
        } else {
            log.info(
                    "{} tries again for {}: {}",
                    reconciler.name(),
                    key,
                    what.reason().getMessage());
        }
        queue.retry(key);
    }

    @Override
    public void close() {
        queue.close();
    }
}
