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

/// The HTTP connections to one server. Calls share one connection and watches have others, so that they do not delay
/// each other. May be used from any thread.
final class Transport implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int ATTEMPTS_MAX = 4;
    /// Fewer than the HTTP/2 streams that servers allow per connection: the HTTP client fails requests beyond
    /// them instead of waiting.
    private static final int CALLS_AT_ONCE_MAX = 64;
    private static final int ERROR_BYTES_MAX = 1 << 20;
    /// Watch requests ask the server to end them after at most ten minutes.
    private static final Duration WATCH_MAX = Duration.ofMinutes(11);

    private final Access access;
    private final String userAgent;
    private final Limits limits;
    private final AnswerLimits answerLimits;
    private final HttpRequest ping;
    private final Semaphore permits = new Semaphore(CALLS_AT_ONCE_MAX);
    private volatile HttpClient calls;
    private volatile long receivedNanos = System.nanoTime();

    // Guarded by this:
    private final List<WatchConnection> connections = new ArrayList<>();
    private boolean closed;

    /// The timeouts of requests.
    ///
    /// @param call for a whole call, including retries
    /// @param idle after which the server is pinged on a connection of watches
    /// @param ping for the answer to a ping
    record Limits(Duration call, Duration idle, Duration ping) {
        static final Limits USUAL = new Limits(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(15));
    }

    /// A request without the headers that identify the client.
    record Call(String method, URI uri, String contentType, byte[] body) {
        private static final byte[] NOTHING = {};

        static Call get(URI uri) {
            return new Call("GET", uri, "", NOTHING);
        }

        static Call json(String method, URI uri, byte[] body) {
            return new Call(method, uri, "application/json", body);
        }
    }

    Transport(Access access, String userAgent, Limits limits, AnswerLimits answerLimits) {
        this.access = access;
        this.userAgent = userAgent;
        this.limits = limits;
        this.answerLimits = answerLimits;
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

    /// Sends a request, and returns the body of the answer.
    byte[] call(Call call) {
        return call(call, limits.call);
    }

    /// Sends a request with a shorter timeout than usual.
    byte[] call(Call call, Duration limit) {
        long deadline = System.nanoTime() + Math.min(limit.toNanos(), limits.call.toNanos());
        try {
            for (int attempt = 1; ; attempt++) {
                HttpResponse<byte[]> answer = attempt(call, deadline);
                if (answer.statusCode() < 300) {
                    return answer.body();
                }
                if (attempt == ATTEMPTS_MAX || !shouldRetry(answer, attempt, deadline)) {
                    throw Failures.answered(answer.statusCode(), answer.body());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.unavailable(server(), "interrupted");
        }
    }

    private boolean shouldRetry(HttpResponse<byte[]> answer, int attempt, long deadline) throws InterruptedException {
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
            CompletableFuture<HttpResponse<byte[]>> pending = client.sendAsync(
                    request, BoundedBody.of(answerLimits.limits().answerBytesMax()));
            try {
                HttpResponse<byte[]> answer = await(pending, deadline);
                receivedNanos = System.nanoTime();
                return answer;
            } catch (ApiException e) {
                if (e.reason() == Reason.TIMEOUT && receivedNanos - start < 0) {
                    replace(client);
                }
                throw e;
            }
        } finally {
            permits.release();
        }
    }

    /// Replaces a client that has received nothing since the call started: its connection may be broken, and it
    /// would keep using it.
    private synchronized void replace(HttpClient broken) {
        if (calls.equals(broken) && !closed) {
            calls = client();
            broken.shutdownNow();
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
            // Ends an exchange that has timed out; otherwise does nothing.
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

    /// Opens an answer that is read as a stream, such as a watch. The caller closes it.
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
        WatchConnection connection = reserveConnection();
        try {
            return connection.open(await(
                    connection.http().sendAsync(request, BodyHandlers.ofInputStream()),
                    System.nanoTime() + limits.call.toNanos()));
        } catch (InterruptedException e) {
            connection.release();
            Thread.currentThread().interrupt();
            throw Failures.unavailable(server(), "interrupted");
        } catch (ApiException e) {
            connection.release();
            if (e.reason() == Reason.TIMEOUT) {
                connection.shutDown();
            }
            throw e;
        }
    }

    /// A watch connection with a reserved stream.
    private synchronized WatchConnection reserveConnection() {
        if (closed) {
            throw Failures.unavailable(server(), "this client is closed");
        }
        connections.removeIf(WatchConnection::isShutDown);
        for (WatchConnection connection : connections) {
            if (connection.tryReserve()) {
                return connection;
            }
        }
        WatchConnection fresh = new WatchConnection(client(), ping, limits.idle, limits.ping, WATCH_MAX);
        connections.add(fresh);
        fresh.tryReserve();
        return fresh;
    }

    private String server() {
        return access.server().toString();
    }

    @Override
    public synchronized void close() {
        closed = true;
        connections.forEach(WatchConnection::shutDown);
        calls.shutdownNow();
    }
}
