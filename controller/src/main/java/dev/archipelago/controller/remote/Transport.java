package dev.archipelago.controller.remote;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// HTTP to one server. Calls share one connection and watches have others, so that neither can hold up the other.
final class Transport implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int ATTEMPTS_MAX = 4;
    /// Fewer than the streams that servers grant a connection: the HTTP client fails what is above, and does not
    /// wait.
    private static final int CALLS_AT_ONCE_MAX = 64;
    private static final int ERROR_BYTES_MAX = 1 << 20;
    /// Servers are asked to end a watch after at most ten minutes.
    private static final Duration WATCH_MAX = Duration.ofMinutes(11);

    private final Access access;
    private final String userAgent;
    private final Limits limits;
    private final AnswerLimits excess;
    private final HttpRequest ping;
    private final Semaphore permits = new Semaphore(CALLS_AT_ONCE_MAX);
    private volatile HttpClient calls;
    private volatile long heardNanos = System.nanoTime();

    // Guarded by this:
    private final List<WatchConnection> lanes = new ArrayList<>();
    private boolean closed;

    /// How long things may take.
    ///
    /// @param call for a whole call, with all that is tried again
    /// @param quiet after which a connection of watches is asked whether it still lives
    /// @param ping for the answer to that
    record Limits(Duration call, Duration quiet, Duration ping) {
        static final Limits USUAL = new Limits(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(15));
    }

    /// A request before it is known who sends it.
    record Call(String method, URI uri, String contentType, byte[] body) {
        private static final byte[] NOTHING = {};

        static Call get(URI uri) {
            return new Call("GET", uri, "", NOTHING);
        }

        static Call json(String method, URI uri, byte[] body) {
            return new Call(method, uri, "application/json", body);
        }
    }

    Transport(Access access, String userAgent, Limits limits, AnswerLimits excess) {
        this.access = access;
        this.userAgent = userAgent;
        this.limits = limits;
        this.excess = excess;
        this.ping = HttpRequest.newBuilder(new Paths(access.server().toString()).version())
                .header("User-Agent", userAgent)
                .build();
        this.calls = client();
    }

    private HttpClient client() {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .sslContext(access.tls());
        access.proxy().ifPresent(proxy -> builder.proxy(ProxySelector.of(proxy)));
        return builder.build();
    }

    /// Makes a call, and returns the body of the answer.
    byte[] call(Call call) {
        return call(call, limits.call);
    }

    /// Makes a call that is not worth to wait for any longer than a while.
    byte[] call(Call call, Duration limit) {
        long deadline = System.nanoTime() + Math.min(limit.toNanos(), limits.call.toNanos());
        try {
            for (int attempt = 1; ; attempt++) {
                HttpResponse<byte[]> answer = attempt(call, deadline);
                if (answer.statusCode() < 300) {
                    return answer.body();
                }
                if (attempt == ATTEMPTS_MAX || !isWorthAnother(answer, attempt, deadline)) {
                    throw Failures.answered(answer.statusCode(), answer.body());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.unavailable(server(), "interrupted");
        }
    }

    private boolean isWorthAnother(HttpResponse<byte[]> answer, int attempt, long deadline)
            throws InterruptedException {
        if (answer.statusCode() == Reason.UNAUTHORIZED.code()) {
            return attempt == 1 && access.credentials().refused();
        }
        if (answer.statusCode() != Reason.TOO_MANY_REQUESTS.code()) {
            return false;
        }
        long wait = retryAfterNanos(answer);
        if (wait < 0 || System.nanoTime() + wait - deadline >= 0) {
            return false;
        }
        TimeUnit.NANOSECONDS.sleep(wait);
        return true;
    }

    private static long retryAfterNanos(HttpResponse<?> answer) {
        try {
            return answer.headers()
                    .firstValue("Retry-After")
                    .map(text -> TimeUnit.SECONDS.toNanos(Long.parseLong(text.strip())))
                    .orElse(-1L);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private HttpResponse<byte[]> attempt(Call call, long deadline) throws InterruptedException {
        HttpRequest request = request(call);
        if (!permits.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            throw Failures.timeout(server());
        }
        try {
            HttpClient client = calls;
            long start = System.nanoTime();
            CompletableFuture<HttpResponse<byte[]>> pending =
                    client.sendAsync(request, BoundedBody.of(excess.limits().answerBytesMax()));
            try {
                HttpResponse<byte[]> answer = await(pending, deadline);
                heardNanos = System.nanoTime();
                return answer;
            } catch (ApiException e) {
                if (e.reason() == Reason.TIMEOUT && heardNanos - start < 0) {
                    replace(client);
                }
                throw e;
            }
        } finally {
            permits.release();
        }
    }

    /// Gives a client up that has heard nothing: its connection may be dead without knowing, and it would use it on.
    private synchronized void replace(HttpClient silent) {
        if (calls.equals(silent) && !closed) {
            calls = client();
            silent.shutdownNow();
        }
    }

    private <T> T await(CompletableFuture<T> pending, long deadline) throws InterruptedException {
        try {
            return pending.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw Failures.timeout(server());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BoundedBody.TooLongException tooLong) {
                throw new ApiException(Reason.REQUEST_ENTITY_TOO_LARGE, String.valueOf(tooLong.getMessage()));
            }
            throw Failures.unanswered(server(), e);
        } finally {
            // Ends the exchange when it was not waited for to its end; otherwise does nothing.
            pending.cancel(true);
        }
    }

    private HttpRequest request(Call call) {
        HttpRequest.Builder request = HttpRequest.newBuilder(call.uri)
                .header("User-Agent", userAgent)
                .header("Accept", "application/json")
                .method(
                        call.method,
                        call.body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(call.body));
        if (!call.contentType.isEmpty()) {
            request.header("Content-Type", call.contentType);
        }
        access.credentials().authorization().ifPresent(value -> request.header("Authorization", value));
        return request.build();
    }

    /// Opens an answer that does not end. What comes is to be read, and the stream to be closed.
    WatchConnection.Stream open(URI uri) {
        for (int attempt = 1; ; attempt++) {
            WatchConnection.Stream stream = openOnce(uri);
            if (stream.statusCode() == 200) {
                return stream;
            }
            byte[] body;
            try (stream) {
                body = stream.readNBytes(ERROR_BYTES_MAX);
            } catch (IOException e) {
                throw Failures.unanswered(server(), e);
            }
            boolean refused = stream.statusCode() == Reason.UNAUTHORIZED.code();
            if (attempt > 1 || !refused || !access.credentials().refused()) {
                throw Failures.answered(stream.statusCode(), body);
            }
        }
    }

    private WatchConnection.Stream openOnce(URI uri) {
        HttpRequest request = request(Call.get(uri));
        WatchConnection lane = lane();
        try {
            return lane.open(await(
                    lane.http().sendAsync(request, BodyHandlers.ofInputStream()),
                    System.nanoTime() + limits.call.toNanos()));
        } catch (InterruptedException e) {
            lane.release();
            Thread.currentThread().interrupt();
            throw Failures.unavailable(server(), "interrupted");
        } catch (ApiException e) {
            lane.release();
            if (e.reason() == Reason.TIMEOUT) {
                lane.giveUp();
            }
            throw e;
        }
    }

    /// A lane with one stream more.
    private synchronized WatchConnection lane() {
        if (closed) {
            throw Failures.unavailable(server(), "this client is closed");
        }
        lanes.removeIf(WatchConnection::isGivenUp);
        for (WatchConnection lane : lanes) {
            if (lane.tryReserve()) {
                return lane;
            }
        }
        WatchConnection fresh = new WatchConnection(client(), ping, limits.quiet, limits.ping, WATCH_MAX);
        lanes.add(fresh);
        fresh.tryReserve();
        return fresh;
    }

    private String server() {
        return access.server().toString();
    }

    @Override
    public synchronized void close() {
        closed = true;
        lanes.forEach(WatchConnection::giveUp);
        calls.shutdownNow();
    }
}
