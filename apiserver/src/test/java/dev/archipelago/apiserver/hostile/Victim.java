package dev.archipelago.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.slf4j.LoggerFactory;

/// A live server, what it complains of in its log, and a client that means well.
final class Victim implements Closeable {
    private final TestingApiServer server;
    private final SSLContext tls;
    private final Complaints complaints = new Complaints();
    private final AtomicInteger probes = new AtomicInteger();

    private Victim(TestingApiServer server, SSLContext tls) {
        this.server = server;
        this.tls = tls;
        complaints.start();
        root().addAppender(complaints);
    }

    static Victim start(Path directory) throws IOException, GeneralSecurityException {
        TestingApiServer server = TestingApiServer.start(directory);
        return new Victim(server, server.tls());
    }

    TestingApiServer server() {
        return server;
    }

    TestingClient client() {
        return server.admin();
    }

    /// The header line, without its end, that makes a request the administrator's.
    String authorization() {
        return "Authorization: Bearer " + server.adminToken();
    }

    Wire connect() throws IOException {
        return Wire.open(tls, server.port(), "http/1.1", 0);
    }

    Wire connect(String protocol, int receiveBytes) throws IOException {
        return Wire.open(tls, server.port(), protocol, receiveBytes);
    }

    /// Sends one request on a connection of its own.
    ///
    /// @param head request line and headers, without authorization, each line with its end, but not the last empty
    /// one
    Reply ask(String head, byte[] body) throws IOException {
        try (Wire wire = connect()) {
            wire.send(head + "Host: localhost\r\n" + authorization() + "\r\n\r\n");
            wire.send(body);
            return wire.reply(head.startsWith("HEAD "));
        }
    }

    Reply ask(String method, String target, String contentType, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return ask(
                method + ' ' + target + " HTTP/1.1\r\n"
                        + (contentType.isEmpty() ? "" : "Content-Type: " + contentType + "\r\n")
                        + "Content-Length: " + bytes.length + "\r\n",
                bytes);
    }

    /// How many watches are open, by the server's own count.
    int watches() {
        return server.watches();
    }

    /// Serves a well-behaved client as ever, and has logged no fault of its own.
    void assertUnharmed() {
        String path = "/api/v1/namespaces/default/configmaps";
        String name = "probe-" + probes.incrementAndGet();
        assertThat(client().post(path, "{\"metadata\":{\"name\":\"" + name + "\"}}")
                        .code())
                .isEqualTo(201);
        assertThat(client().get(path + '/' + name).code()).isEqualTo(200);
        assertThat(client().delete(path + '/' + name).code()).isEqualTo(200);
        assertThat(client().get("/readyz").code()).isEqualTo(200);
        assertThat(complaints.seen).isEmpty();
    }

    @Override
    public void close() {
        root().detachAppender(complaints);
        server.close();
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    /// Log lines that no request may cause: errors, and stack traces of any level.
    private static final class Complaints extends AppenderBase<ILoggingEvent> {
        final Queue<String> seen = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.ERROR) || event.getThrowableProxy() != null) {
                seen.add(event.toString());
            }
        }
    }
}
