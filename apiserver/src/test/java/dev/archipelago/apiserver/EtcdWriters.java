package dev.archipelago.apiserver;

import dev.archipelago.apiserver.testing.TestingClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Clients that create objects and never stop, and what became of each create.
final class EtcdWriters implements AutoCloseable {
    private static final int WRITERS_PER_SERVER = 4;

    private final String path;
    private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger relapses = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    EtcdWriters(String path, TestingClient... servers) {
        this.path = path;
        for (TestingClient server : servers) {
            for (int i = 0; i < WRITERS_PER_SERVER; i++) {
                String writer = "w" + threads.size();
                threads.add(Thread.startVirtualThread(() -> write(server, writer)));
            }
        }
    }

    private void write(TestingClient server, String writer) {
        boolean failing = false;
        boolean recovered = false;
        for (int i = 0; !stopped; i++) {
            String name = writer + '-' + i;
            int code = server.post(path, "{\"metadata\":{\"name\":\"" + name + "\"}}")
                    .code();
            if (code == 201) {
                acknowledged.add(name);
                recovered |= failing;
                failing = false;
            } else {
                failures.incrementAndGet();
                if (recovered) {
                    relapses.incrementAndGet();
                }
                failing = true;
            }
        }
    }

    void awaitAcknowledged(int count) throws InterruptedException {
        while (acknowledged.size() < count) {
            Thread.sleep(10);
        }
    }

    Queue<String> acknowledged() {
        return acknowledged;
    }

    int failures() {
        return failures.get();
    }

    int relapses() {
        return relapses.get();
    }

    void stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Override
    public void close() {
        stopped = true;
    }
}
