package dev.archipelago.apiserver.http;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Callback;

/// Runs the writing of all watches on one connection, so that their events leave together: an event that a hundred
/// watches are told of is encrypted and given to the kernel in a few large pieces instead of a hundred small ones.
///
/// The first watch writes alone. While the connection says that it has taken that, it takes whatever is added without
/// writing it at once, so that is when all others write.
final class WatchConnection implements Executor {
    private static final String ATTRIBUTE = WatchConnection.class.getName();

    private final Executor writers;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean working = new AtomicBoolean();

    WatchConnection(Executor writers) {
        this.writers = writers;
    }

    /// Threads that write for connections. Writing does not wait for clients, so a few of the platform's will do: to
    /// start a virtual one for each event cost more than to write it. They leave half of the processors to others.
    static ExecutorService writers() {
        int count = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        return Executors.newFixedThreadPool(
                count, Thread.ofPlatform().daemon().name("watch-", 0).factory());
    }

    /// That of a request. Two that come at the same moment may get one each, which is no harm.
    static WatchConnection of(Request request, Executor writers) {
        Attributes connection = request.getConnectionMetaData();
        if (connection.getAttribute(ATTRIBUTE) instanceof WatchConnection known) {
            return known;
        }
        WatchConnection fresh = new WatchConnection(writers);
        connection.setAttribute(ATTRIBUTE, fresh);
        return fresh;
    }

    @Override
    public void execute(Runnable task) {
        waiting.add(task);
        start();
    }

    private void start() {
        if (working.compareAndSet(false, true)) {
            writers.execute(this::work);
        }
    }

    private void work() {
        try {
            runWaiting();
        } finally {
            // Whatever happened to one of them: the others go on.
            working.set(false);
            if (!waiting.isEmpty()) {
                start();
            }
        }
    }

    private void runWaiting() {
        for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
            task.run();
        }
    }

    /// A callback of a write after whose success others write.
    Callback thenOthers(Callback callback) {
        return new Callback.Nested(callback) {
            @Override
            public void succeeded() {
                try {
                    runWaiting();
                } finally {
                    super.succeeded();
                }
            }
        };
    }
}
