package dev.archipelago.apiserver.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.NegotiatingServerConnection;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Closes connections whose client takes too long over shaking hands or over the head of a request. To the idle
/// timeout a client that sends a byte now and then is a busy one.
final class SlowHeads implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SlowHeads.class);

    private final Connector connector;
    private final long patienceNanos;
    private final Map<EndPoint, Progress> progress = new HashMap<>();
    private final ScheduledThreadPoolExecutor sweeper = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("slow-heads").daemon().factory());

    /// What was seen of a connection that is not served.
    ///
    /// @param messages how many requests there were
    /// @param bytes how much had come when the last request was new, or there was none
    /// @param sinceNanos when more than that was first seen; 0 when it has not been
    private record Progress(long messages, long bytes, long sinceNanos) {}

    SlowHeads(Connector connector, Duration patience) {
        this.connector = connector;
        patienceNanos = patience.toNanos();
        long interval = patienceNanos / 4;
        var _ = sweeper.scheduleWithFixedDelay(this::sweep, interval, interval, TimeUnit.NANOSECONDS);
    }

    private void sweep() {
        long now = System.nanoTime();
        progress.keySet().retainAll(connector.getConnectedEndPoints());
        for (EndPoint endPoint : connector.getConnectedEndPoints()) {
            try {
                if (endPoint.getConnection() instanceof SslConnection tls && isLate(endPoint, tls, now)) {
                    endPoint.close();
                }
            } catch (RuntimeException | Error e) {
                // It is changing hands at this moment. The sweeper has others to look after.
                log.debug("a connection could not be looked at", e);
            }
        }
    }

    private boolean isLate(EndPoint endPoint, SslConnection tls, long now) {
        @Nullable Connection inner = tls.getSslEndPoint().getConnection();
        if (inner instanceof NegotiatingServerConnection) {
            long ageMillis = System.currentTimeMillis() - endPoint.getCreatedTimeStamp();
            return TimeUnit.MILLISECONDS.toNanos(ageMillis) > patienceNanos;
        }
        // Only HTTP/1.1: the frames of HTTP/2 have limits of their own.
        return inner instanceof HttpConnection http && isLate(endPoint, http, now);
    }

    private boolean isLate(EndPoint endPoint, HttpConnection http, long now) {
        Progress seen = progress.get(endPoint);
        long messages = http.getMessagesIn();
        boolean serving = http.getHttpChannel().getRequest() != null;
        if (seen == null || seen.messages != messages || serving) {
            progress.put(endPoint, new Progress(messages, http.getBytesIn(), 0));
            return false;
        }
        if (seen.sinceNanos == 0) {
            if (http.getBytesIn() > seen.bytes) {
                progress.put(endPoint, new Progress(messages, seen.bytes, now));
            }
            return false;
        }
        return now - seen.sinceNanos > patienceNanos;
    }

    @Override
    public void close() {
        sweeper.shutdownNow();
    }
}
