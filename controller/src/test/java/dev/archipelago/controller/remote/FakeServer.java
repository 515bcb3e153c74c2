package dev.archipelago.controller.remote;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A server that sends prepared answers in turn and records the requests.
final class FakeServer implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
    private volatile boolean mute;

    interface Answer {
        void give(HttpExchange exchange) throws IOException, InterruptedException;
    }

    /// A recorded request.
    record Asked(String line, String authorization, String userAgent, String contentType, String body) {}

    FakeServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.createContext("/", this::handle);
        http.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try {
            if (exchange.getRequestURI().getPath().equals("/prefix/version")) {
                if (mute) {
                    Thread.sleep(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
                }
                text(404, "no version").give(exchange);
                return;
            }
            mute = false;
            asked.add(new Asked(
                    exchange.getRequestMethod() + ' ' + exchange.getRequestURI(),
                    header(exchange, "Authorization"),
                    header(exchange, "User-Agent"),
                    header(exchange, "Content-Type"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            answers.take().give(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    private static String header(HttpExchange exchange, String name) {
        @Nullable String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    /// Does not say that it is there until it is asked something else.
    void becomeMute() {
        mute = true;
    }

    FakeServer answer(Answer answer) {
        answers.add(answer);
        return this;
    }

    FakeServer answer(int code, String json) {
        return answer(text(code, json.replace('\'', '"')));
    }

    /// Answers with events. The stream then ends or stays open.
    FakeServer events(boolean ends, String... events) {
        return answer(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            for (String event : events) {
                exchange.getResponseBody().write((event.replace('\'', '"') + '\n').getBytes(StandardCharsets.UTF_8));
            }
            exchange.getResponseBody().flush();
            if (!ends) {
                Thread.sleep(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            }
        });
    }

    static Answer text(int code, String text) {
        return exchange -> {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(code, bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    Asked asked() {
        try {
            Asked next = asked.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("nothing was asked");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    boolean isAsked() {
        return !asked.isEmpty();
    }

    int port() {
        return http.getAddress().getPort();
    }

    /// @param user the fields of the kubeconfig user, in JSON
    Kubeconfig kubeconfig(Path directory, String user) throws IOException {
        Path file = directory.resolve("kubeconfig");
        Files.writeString(file, """
                current-context: test
                contexts: [{name: test, context: {cluster: fake, user: me}}]
                clusters: [{name: fake, cluster: {server: "http://127.0.0.1:%d/prefix/"}}]
                users: [{name: me, user: %s}]
                """.formatted(port(), user));
        return Kubeconfig.read(file);
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}
