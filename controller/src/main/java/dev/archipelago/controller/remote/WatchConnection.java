package dev.archipelago.controller.remote;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A connection that several watches share. A thread pings the server while nothing arrives: without that, watches
/// on a broken connection would wait for many minutes.
final class WatchConnection {
    private static final int STREAMS_MAX = 64;

    private final HttpClient http;
    private final HttpRequest ping;
    private final Duration idle;
    private final Duration pingTimeout;
    private final Duration streamMax;
    private volatile long receivedNanos = System.nanoTime();

    // Guarded by this:
    private final Set<Stream> streams = new HashSet<>();
    private int reserved;
    private boolean monitored;
    private boolean shutDown;

    /// @param idle how long nothing may arrive before the server is pinged
    /// @param pingTimeout how long the answer to a ping may take
    /// @param streamMax how long a stream may last: one that sends a byte now and then, but no events,
    /// would never end
    WatchConnection(HttpClient http, HttpRequest ping, Duration idle, Duration pingTimeout, Duration streamMax) {
        this.http = http;
        this.ping = ping;
        this.idle = idle;
        this.pingTimeout = pingTimeout;
        this.streamMax = streamMax;
    }

    HttpClient http() {
        return http;
    }

    synchronized boolean isShutDown() {
        return shutDown;
    }

    /// Reserves a stream, unless the connection is full or shut down.
    synchronized boolean tryReserve() {
        if (shutDown || reserved == STREAMS_MAX) {
            return false;
        }
        reserved++;
        return true;
    }

    /// Releases a reservation that did not become a stream.
    synchronized void release() {
        reserved--;
    }

    Stream open(HttpResponse<InputStream> answer) {
        receivedNanos = System.nanoTime();
        Stream stream = new Stream(answer);
        synchronized (this) {
            if (!shutDown) {
                streams.add(stream);
                if (!monitored) {
                    monitored = true;
                    Thread.ofVirtual().name("watch-connection").start(this::monitor);
                }
                return stream;
            }
        }
        stream.close();
        return stream;
    }

    private void monitor() {
        while (!isShutDown()) {
            try {
                Thread.sleep(idle);
            } catch (InterruptedException e) {
                return;
            }
            synchronized (this) {
                if (streams.isEmpty()) {
                    monitored = false;
                    return;
                }
            }
            closeOverdue();
            if (System.nanoTime() - receivedNanos >= idle.toNanos() && !answers()) {
                shutDown();
            }
        }
    }

    private void closeOverdue() {
        long now = System.nanoTime();
        List<Stream> overdue;
        synchronized (this) {
            overdue = streams.stream()
                    .filter(stream -> now - stream.openedNanos >= streamMax.toNanos())
                    .toList();
        }
        overdue.forEach(Stream::close);
    }

    /// Any answer shows that the connection works, even a refusal. The timeout of the HTTP client is not used, as
    /// it ends with the headers of an answer.
    private boolean answers() {
        CompletableFuture<?> pending = http.sendAsync(ping, HttpResponse.BodyHandlers.discarding());
        try {
            pending.get(pingTimeout.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            pending.cancel(true);
        }
    }

    /// Closes all streams and the client. No stream can be reserved any more.
    void shutDown() {
        List<Stream> rest;
        synchronized (this) {
            shutDown = true;
            rest = List.copyOf(streams);
        }
        rest.forEach(Stream::close);
        http.shutdownNow();
    }

    /// The body of one answer, read by one thread.
    final class Stream extends FilterInputStream {
        private final int statusCode;
        private final long openedNanos = System.nanoTime();
        private boolean closed;

        private Stream(HttpResponse<InputStream> answer) {
            super(answer.body());
            this.statusCode = answer.statusCode();
        }

        int statusCode() {
            return statusCode;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = super.read(target, offset, length);
            receivedNanos = System.nanoTime();
            return count;
        }

        /// Ends the stream, from any thread.
        @Override
        public void close() {
            synchronized (WatchConnection.this) {
                if (closed) {
                    return;
                }
                closed = true;
                streams.remove(this);
                reserved--;
            }
            try {
                super.close();
            } catch (IOException e) {
                // Closed either way.
            }
        }
    }
}
