package dev.archipelago.bench.store;

import dev.archipelago.bench.report.Latencies;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// Workers that share a number of tasks. Virtual threads, as the API server's requests are.
final class Workers {
    private Workers() {}

    interface Task {
        void run(int index) throws Exception;
    }

    record Result(double seconds, Latencies latencies) {}

    static Result run(int workers, int total, Task task) throws InterruptedException, ExecutionException {
        var latencies = new Latencies(total);
        var next = new AtomicInteger();
        long start = System.nanoTime();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < workers; i++) {
                running.add(executor.submit(() -> {
                    for (int index = next.getAndIncrement(); index < total; index = next.getAndIncrement()) {
                        long begun = System.nanoTime();
                        task.run(index);
                        latencies.add(System.nanoTime() - begun);
                    }
                    return null;
                }));
            }
            for (Future<?> worker : running) {
                worker.get();
            }
        }
        return new Result((System.nanoTime() - start) / 1e9, latencies);
    }
}
