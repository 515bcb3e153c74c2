package dev.archipelago.controller.runtime;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.queue.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Runs several controllers on one cluster, on virtual threads and with common caches.
public final class Controllers implements Launcher.Running {
    private final Caches caches;
    private final List<Controller> controllers;
    private final ExecutorService threads;

    private Controllers(Caches caches, List<Controller> controllers, ExecutorService threads) {
        this.caches = caches;
        this.controllers = controllers;
        this.threads = threads;
    }

    /// Starts controllers. On return, each has been called with every existing object.
    ///
    /// @param cluster part of thread names, so that log lines show the cluster
    /// @param apis returns the API with the identity of the named controller
    /// @param caches those of the reconcilers, not yet synced
    public static Controllers start(
            String cluster,
            Function<String, ClusterApi> apis,
            Caches caches,
            List<Reconciler> reconcilers,
            Timers timers,
            EventSink events,
            ControllerMetrics metrics) {
        ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(cluster).factory());
        // Planning from partial caches does harm.
        CountDownLatch filled = new CountDownLatch(1);
        Executor afterFilling = task -> threads.execute(() -> {
            if (awaits(filled)) {
                task.run();
            }
        });
        Controller.Environment environment = new Controller.Environment(
                caches,
                timers,
                afterFilling,
                (execution, finished) -> start(execution, finished, threads),
                events,
                metrics);
        List<Controller> controllers = new ArrayList<>();
        for (Reconciler reconciler : reconcilers) {
            controllers.add(new Controller(reconciler, apis.apply(reconciler.name()), environment));
        }
        caches.start(apis.apply("caches"), threads);
        filled.countDown();
        return new Controllers(caches, controllers, threads);
    }

    private static void start(Execution execution, Runnable finished, ExecutorService threads) {
        if (execution.isFinished()) {
            finished.run();
        } else {
            threads.execute(() -> drive(execution, finished, threads));
        }
    }

    private static void drive(Execution execution, Runnable finished, ExecutorService threads) {
        try {
            while (!execution.isFinished()) {
                execution.step(tasks -> runTogether(tasks, threads));
            }
        } finally {
            // In every case: a key that is never finished would never be planned again.
            finished.run();
        }
    }

    private static boolean awaits(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void runTogether(List<Runnable> tasks, ExecutorService threads) {
        Phaser ended = new Phaser(1);
        for (Runnable task : tasks) {
            ended.register();
            threads.execute(() -> {
                try {
                    task.run();
                } finally {
                    ended.arriveAndDeregister();
                }
            });
        }
        ended.arriveAndAwaitAdvance();
    }

    /// Whether no controller has work now.
    public boolean areIdle() {
        return controllers.stream().allMatch(Controller::isIdle);
    }

    @Override
    public void close() {
        caches.close();
        controllers.forEach(Controller::close);
        threads.shutdownNow();
        try {
            // Running work finishes while there still is a cluster to finish it on.
            threads.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
