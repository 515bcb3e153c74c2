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

/// A connection that several watches share, and that is looked after: one that died without a sign would otherwise
/// leave its watches waiting for many minutes.
final class WatchConnection {
    private static final int STREAMS_MAX = 64;

    private final HttpClient http;
    private final HttpRequest ping;
    private final Duration quiet;
    private final Duration patience;
    private final Duration longest;
    private volatile long heardNanos = System.nanoTime();

    // Guarded by this:
    private final Set<Stream> streams = new HashSet<>();
    private int reserved;
    private boolean lookedAfter;
    private boolean givenUp;

    /// @param quiet after how long without a word the server is asked whether it is there
    /// @param patience how long it may take to answer that
    /// @param longest how long a stream may last: one that sends a byte now and then tells nothing, and never ends
    WatchConnection(HttpClient http, HttpRequest ping, Duration quiet, Duration patience, Duration longest) {
        this.http = http;
        this.ping = ping;
        this.quiet = quiet;
        this.patience = patience;
        this.longest = longest;
    }

    HttpClient http() {
        return http;
    }

    synchronized boolean isGivenUp() {
        return givenUp;
    }

    /// Makes room for a stream, if there is some.
    synchronized boolean tryReserve() {
        if (givenUp || reserved == STREAMS_MAX) {
            return false;
        }
        reserved++;
        return true;
    }

    /// Takes a reservation back that did not become a stream, or a stream that has ended.
    synchronized void release() {
        reserved--;
    }

    Stream open(HttpResponse<InputStream> answer) {
        heardNanos = System.nanoTime();
        Stream stream = new Stream(answer);
        synchronized (this) {
            if (!givenUp) {
                streams.add(stream);
                if (!lookedAfter) {
                    lookedAfter = true;
                    Thread.ofVirtual().name("watch-lane").start(this::lookAfter);
                }
                return stream;
            }
        }
        stream.close();
        return stream;
    }

    private void lookAfter() {
        while (!isGivenUp()) {
            try {
                Thread.sleep(quiet);
            } catch (InterruptedException e) {
                return;
            }
            synchronized (this) {
                if (streams.isEmpty()) {
                    lookedAfter = false;
                    return;
                }
            }
            endOverdue();
            if (System.nanoTime() - heardNanos >= quiet.toNanos() && !answers()) {
                giveUp();
            }
        }
    }

    private void endOverdue() {
        long now = System.nanoTime();
        List<Stream> overdue;
        synchronized (this) {
            overdue = streams.stream()
                    .filter(stream -> now - stream.openedNanos >= longest.toNanos())
                    .toList();
        }
        overdue.forEach(Stream::close);
    }

    /// Any answer is a sign of life, even a refusal. The client's own time-out ends with the headers of an answer, so
    /// it is not used.
    private boolean answers() {
        CompletableFuture<?> pending = http.sendAsync(ping, HttpResponse.BodyHandlers.discarding());
        try {
            pending.get(patience.toNanos(), TimeUnit.NANOSECONDS);
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

    /// Ends all streams and takes no more.
    void giveUp() {
        List<Stream> rest;
        synchronized (this) {
            givenUp = true;
            rest = List.copyOf(streams);
        }
        rest.forEach(Stream::close);
        http.shutdownNow();
    }

    /// The body of one answer.
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
            heardNanos = System.nanoTime();
            return count;
        }

        /// Ends the stream, whoever is reading it.
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
                // It is of no use any more either way.
            }
        }
    }
}
