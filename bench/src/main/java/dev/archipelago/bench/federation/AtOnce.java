package dev.archipelago.bench.federation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;

/// Work that several do at the same time.
final class AtOnce {
    private static final int WRITERS = 8;

    private AtOnce() {}

    /// Returns when all of it is done.
    ///
    /// @param work is given the numbers from 0 on
    static void run(int count, IntConsumer work) throws InterruptedException {
        Semaphore writers = new Semaphore(WRITERS);
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                int number = i;
                writers.acquire();
                all.add(threads.submit(() -> {
                    try {
                        work.accept(number);
                    } finally {
                        writers.release();
                    }
                }));
            }
        }
        all.forEach(Future::resultNow);
    }
}
