package dev.archipelago.bench.http;

import dev.archipelago.bench.report.Latencies;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/// Many calls made by a number of clients, each of which sends its next when the last is answered. The clients are
/// not threads: the thread that reads the end of an answer sends the next request.
public final class CallBatch {
    private static final int COMPLAINTS_MAX = 3;

    private final Connections connections;
    private final int total;
    private final IntFunction<Call> calls;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
    private final CountDownLatch left;
    private final Latencies latencies;

    private CallBatch(Connections connections, int total, IntFunction<Call> calls) {
        this.connections = connections;
        this.total = total;
        this.calls = calls;
        this.left = new CountDownLatch(total);
        this.latencies = new Latencies(total);
    }

    /// What became of them.
    ///
    /// @param bytes of all bodies of answers
    /// @param complaints what the first failures were
    public record Result(
            int total, double seconds, Latencies latencies, int failed, long bytes, Iterable<String> complaints) {
        public double perSecond() {
            return total / seconds;
        }
    }

    /// Makes all the calls and waits for the last answer.
    public static Result run(Connections connections, int clients, int total, IntFunction<Call> calls)
            throws InterruptedException {
        var volley = new CallBatch(connections, total, calls);
        long start = System.nanoTime();
        for (int client = 0; client < clients; client++) {
            volley.sendNext(client);
        }
        volley.left.await();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Result(total, seconds, volley.latencies, volley.failed.get(), volley.bytes.get(), volley.complaints);
    }

    private void sendNext(int client) {
        int index = next.getAndIncrement();
        if (index < total) {
            connections.send(client, calls.apply(index), new Timed(client));
        }
    }

    private final class Timed extends Exchange {
        private final int client;
        private final long start = System.nanoTime();

        private Timed(int client) {
            this.client = client;
        }

        @Override
        protected void done(Answer answer) {
            latencies.add(System.nanoTime() - start);
            bytes.addAndGet(answer.bytes());
            if (!answer.success() && failed.incrementAndGet() <= COMPLAINTS_MAX) {
                complaints.add(answer.toString());
            }
            sendNext(client);
            left.countDown();
        }
    }
}
