package dev.archipelago.controller.remote;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.relay.Relay;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Relays requests to one API server and streams its answers back. Each request in progress has a connection of its
/// own: a slow server delays only its own requests, and a slow client delays nobody else and buffers no more than
/// what is on the wire. May be used from any thread.
public final class RemoteRelay implements Relay, AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration HEAD_TIMEOUT = Duration.ofSeconds(30);

    /// As long as API servers let watches live. A longer answer is on a connection that broke unnoticed.
    private static final long ANSWER_MINUTES_MAX = 60;

    private static final int REQUESTS_AT_ONCE_MAX = 100;
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int RETRY_AFTER_SECONDS = 1;

    private final Access access;
    private final boolean impersonates;
    private final Duration headTimeout;
    private final HttpClient http;
    private final Semaphore permits = new Semaphore(REQUESTS_AT_ONCE_MAX);

    private RemoteRelay(Access access, boolean impersonates, Duration headTimeout) {
        this.access = access;
        this.impersonates = impersonates;
        this.headTimeout = headTimeout;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .sslContext(access.tls());
        access.proxy().ifPresent(proxy -> builder.proxy(ProxySelector.of(proxy)));
        this.http = builder.build();
    }

    /// Creates a relay. It sends nothing before the first request.
    ///
    /// @param impersonates whether requests impersonate the user; otherwise the server sees the user
    /// of these credentials
    public static RemoteRelay to(Kubeconfig config, boolean impersonates) {
        return to(config, impersonates, HEAD_TIMEOUT);
    }

    static RemoteRelay to(Kubeconfig config, boolean impersonates, Duration headTimeout) {
        return new RemoteRelay(config.access(), impersonates, headTimeout);
    }

    @Override
    public void pass(Request request, Answer answer) throws IOException {
        HttpRequest outgoing = outgoing(request);
        if (!permits.tryAcquire()) {
            throw new ApiException(
                    Reason.TOO_MANY_REQUESTS,
                    REQUESTS_AT_ONCE_MAX + " requests are being passed on to it, please try again later",
                    new ApiException.Details("", "", "", "", List.of(), RETRY_AFTER_SECONDS));
        }
        try {
            pass(outgoing, answer);
        } finally {
            permits.release();
        }
    }

    private HttpRequest outgoing(Request request) {
        try {
            String query = request.query().isEmpty() ? "" : '?' + request.query();
            HttpRequest.Builder outgoing = HttpRequest.newBuilder(URI.create(access.server() + request.path() + query))
                    .method(
                            request.method(),
                            request.body().length == 0
                                    ? BodyPublishers.noBody()
                                    : BodyPublishers.ofByteArray(request.body()));
            RelayHeaders.forRequest(request.headers())
                    .forEach(header -> outgoing.header(header.name(), header.value()));
            if (impersonates) {
                RelayHeaders.impersonating(request.user())
                        .forEach(header -> outgoing.header(header.name(), header.value()));
            }
            access.credentials().authorization().ifPresent(value -> outgoing.header("Authorization", value));
            return outgoing.build();
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest("the request cannot be passed on: " + e.getMessage());
        }
    }

    private void pass(HttpRequest outgoing, Answer answer) throws IOException {
        CompletableFuture<HttpResponse<InputStream>> pending = http.sendAsync(outgoing, BodyHandlers.ofInputStream());
        answer.whenGone(() -> pending.cancel(true));
        HttpResponse<InputStream> response = head(pending);
        CompletableFuture<Void> finished = new CompletableFuture<>();
        try (InputStream in = response.body()) {
            answer.whenGone(() -> close(in));
            var _ = finished.orTimeout(ANSWER_MINUTES_MAX, TimeUnit.MINUTES).whenComplete((nothing, late) -> close(in));
            check(response.statusCode());
            answer.begin(response.statusCode(), RelayHeaders.ofAnswer(response.headers()));
            copy(in, answer);
        } finally {
            finished.complete(null);
        }
    }

    private HttpResponse<InputStream> head(CompletableFuture<HttpResponse<InputStream>> pending) throws IOException {
        String server = access.server().toString();
        try {
            return pending.get(headTimeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            pending.cancel(true);
            throw Failures.timeout(server);
        } catch (CancellationException | ExecutionException e) {
            throw Failures.unanswered(server, e);
        } catch (InterruptedException e) {
            pending.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /// Hides answers that would mislead the client: 401 refers to the federation's credentials, and a redirection
    /// would lead the client to another server.
    private void check(int status) {
        if (status == Reason.UNAUTHORIZED.code()) {
            throw Failures.unavailable(access.server().toString(), "it does not accept the federation's credentials");
        }
        if (status >= 300 && status < 400 && status != 304) {
            throw Failures.unavailable(access.server().toString(), "it answers with a redirection, " + status);
        }
    }

    private static void copy(InputStream in, Answer answer) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        // Sends the headers alone, which a client expects even while the body is still empty.
        answer.write(buffer, 0);
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            answer.write(buffer, length);
        }
    }

    private static void close(InputStream in) {
        try {
            in.close();
        } catch (IOException e) {
            // Closed either way.
        }
    }

    /// Ends all requests in progress.
    @Override
    public void close() {
        http.shutdownNow();
    }
}
