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

/// Passes requests on to one API server, and what it answers back as it comes. It has connections of its own, one
/// for each request under way: a server that answers slowly is slow for who asked it, and a client that reads
/// slowly holds up nobody else and no more than the bytes on the wire.
public final class RemoteRelay implements Relay, AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration HEAD_TIMEOUT = Duration.ofSeconds(30);

    /// As long as API servers let watches live. What goes on beyond is a connection that died unnoticed.
    private static final long ANSWER_MINUTES_MAX = 60;

    private static final int REQUESTS_AT_ONCE_MAX = 100;
    private static final int PIECE_BYTES = 16 * 1024;
    private static final int RETRY_AFTER_SECONDS = 1;

    private final Access access;
    private final boolean impersonates;
    private final Duration headTimeout;
    private final HttpClient http;
    private final Semaphore places = new Semaphore(REQUESTS_AT_ONCE_MAX);

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

    /// Nothing is sent before the first request.
    ///
    /// @param impersonates whether the server is asked to act for who asks; otherwise it sees whose credentials
    /// these are
    public static RemoteRelay to(Kubeconfig config, boolean impersonates) {
        return to(config, impersonates, HEAD_TIMEOUT);
    }

    static RemoteRelay to(Kubeconfig config, boolean impersonates, Duration headTimeout) {
        return new RemoteRelay(config.access(), impersonates, headTimeout);
    }

    @Override
    public void pass(Request request, Answer answer) throws IOException {
        HttpRequest outgoing = outgoing(request);
        if (!places.tryAcquire()) {
            throw new ApiException(
                    Reason.TOO_MANY_REQUESTS,
                    REQUESTS_AT_ONCE_MAX + " requests are being passed on to it, please try again later",
                    new ApiException.Details("", "", "", "", List.of(), RETRY_AFTER_SECONDS));
        }
        try {
            pass(outgoing, answer);
        } finally {
            places.release();
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
        CompletableFuture<Void> over = new CompletableFuture<>();
        try (InputStream in = response.body()) {
            answer.whenGone(() -> close(in));
            var _ = over.orTimeout(ANSWER_MINUTES_MAX, TimeUnit.MINUTES).whenComplete((nothing, late) -> close(in));
            check(response.statusCode());
            answer.begin(response.statusCode(), RelayHeaders.ofAnswer(response.headers()));
            copy(in, answer);
        } finally {
            over.complete(null);
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

    /// Holds back what would mislead who asked: it is not them who was not known there, and where they may be sent
    /// is no business of that server's.
    private void check(int status) {
        if (status == Reason.UNAUTHORIZED.code()) {
            throw Failures.unavailable(access.server().toString(), "it does not accept the federation's credentials");
        }
        if (status >= 300 && status < 400 && status != 304) {
            throw Failures.unavailable(access.server().toString(), "it answers with a redirection, " + status);
        }
    }

    private static void copy(InputStream in, Answer answer) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        // The head alone, which a client waits for even when there is nothing to tell yet.
        answer.write(piece, 0);
        for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
            answer.write(piece, length);
        }
    }

    private static void close(InputStream in) {
        try {
            in.close();
        } catch (IOException e) {
            // It is to be over, and that it is.
        }
    }

    /// Ends all that is under way.
    @Override
    public void close() {
        http.shutdownNow();
    }
}
