package dev.archipelago.controller.runtime;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Failure;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.queue.Timers;
import dev.archipelago.controller.queue.WorkQueue;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Runs one controller. For each key: wait until the caches show its own last writes, plan, act.
public final class Controller implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Controller.class);

    /// Failures that pass sooner, such as a namespace created after its contents, are not logged.
    private static final Duration WORTH_A_LINE = Duration.ofMillis(100);

    private final Reconciler reconciler;
    private final ClusterApi api;
    private final Timers timers;
    private final EventSink events;
    private final Driver driver;
    private final Expectations expectations;
    private final ControllerMetrics.Meter meter;
    private final WorkQueue<Key> queue;

    /// What all controllers of a process share.
    ///
    /// @param threads run planners
    /// @param driver carries plans out
    public record Environment(
            Caches caches,
            Timers timers,
            Executor threads,
            Driver driver,
            EventSink events,
            ControllerMetrics metrics) {}

    /// Decides when each step of an execution runs.
    public interface Driver {

        /// Runs all steps, and then calls back. Returns at once.
        void drive(Execution execution, Runnable finished);
    }

    public Controller(Reconciler reconciler, ClusterApi api, Environment environment) {
        this.reconciler = reconciler;
        this.api = api;
        this.timers = environment.timers();
        this.events = environment.events();
        this.driver = environment.driver();
        this.expectations = new Expectations(environment.caches());
        this.queue = new WorkQueue<>(this::work, environment.threads(), reconciler.parallel(), timers);
        this.meter = environment.metrics().of(reconciler.name(), queue::depth);
        Duration gathering = reconciler.gathering();
        reconciler.connect(
                gathering.isZero()
                        ? queue::add
                        : key -> queue.addAt(key, timers.instant().plus(gathering)));
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
        Execution execution;
        try {
            if (!expectations.areMet(key, () -> queue.add(key))) {
                queue.done(key);
                return;
            }
            Plan plan = reconciler.plan(key, timers.instant());
            execution = new Execution(key, reconciler.name(), api, expectations, events, plan);
        } catch (RuntimeException e) {
            log.error("{} could not plan for {}", reconciler.name(), key, e);
            queue.retry(key);
            queue.done(key);
            return;
        }
        driver.drive(execution, () -> {
            finish(key, execution);
            meter.worked(System.nanoTime() - start);
            queue.done(key);
        });
    }

    private void finish(Key key, Execution execution) {
        Optional<Failure> failure = execution.failure();
        try {
            execution.plan().whenDone().accept(failure);
        } catch (RuntimeException e) {
            log.error("{} failed to record the result of its plan for {}", reconciler.name(), key, e);
        }
        if (failure.isEmpty()) {
            queue.forget(key);
            execution.plan().lookAgain().ifPresent(time -> queue.addAt(key, time));
            return;
        }
        meter.failed();
        Duration pause = queue.retry(key);
        ApiException what = failure.get().reason();
        boolean fleeting = what.reason() == Reason.CONFLICT || what.reason() == Reason.ALREADY_EXISTS;
        log.atLevel(fleeting || pause.compareTo(WORTH_A_LINE) < 0 ? Level.DEBUG : Level.INFO)
                .log("{} retries {} in {} ms: {}", reconciler.name(), key, pause.toMillis(), what.getMessage());
    }

    @Override
    public void close() {
        queue.close();
    }
}
