package dev.archipelago.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.pki.CertificateAuthority;
import dev.archipelago.apiserver.pki.CertificateSpec;
import dev.archipelago.apiserver.pki.ServerTls;
import dev.archipelago.apiserver.testing.TestingClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowHeadsIT {
    private static final Duration PATIENCE = Duration.ofMillis(800);
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @TempDir
    Path directory;

    private JettyServer server;
    private SSLContext client;

    @BeforeEach
    void start() throws Exception {
        CertificateAuthority authority = CertificateAuthority.open(directory, InstantSource.system());
        CertificateSpec spec =
                CertificateSpec.server("s", List.of("localhost"), List.of(InetAddress.ofLiteral("127.0.0.1")));
        client = TestingClient.trusting(directory.resolve("ca.crt"));
        Handler handler = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.setStatus(204);
                if (request.getMethod().equals("POST")) {
                    Content.Source.consumeAll(request, callback);
                } else {
                    callback.succeeded();
                }
                return true;
            }
        };
        server = new JettyServer(
                ServerTls.contexts(authority, "apiserver", spec, InstantSource.system()),
                "127.0.0.1",
                0,
                handler,
                PATIENCE);
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aHeadThatComesDropByDropIsNotWaitedFor() throws Exception {
        try (SSLSocket socket = connect()) {
            ask(socket);
            socket.getOutputStream().write(text("GET / HTTP/1.1\r\nX-Slow: "));
            assertThat(drip(socket)).isTrue();
        }
    }

    @Test
    void aHandshakeThatComesDropByDropIsNotWaitedFor() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(new byte[] {22, 3, 1, 64, 0});
            assertThat(drip(socket)).isTrue();
        }
    }

    @Test
    void aClientThatRestsBetweenRequestsIsLeftAlone() throws Exception {
        try (SSLSocket socket = connect()) {
            for (int i = 0; i < 3; i++) {
                ask(socket);
                Thread.sleep(2 * PATIENCE.toMillis());
            }
            ask(socket);
        }
    }

    @Test
    void aBodyHasMoreTime() throws Exception {
        try (SSLSocket socket = connect()) {
            socket.getOutputStream().write(text("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60\r\n\r\n"));
            for (int i = 0; i < 60; i++) {
                socket.getOutputStream().write('x');
                Thread.sleep(PATIENCE.toMillis() / 20);
            }
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
    }

    /// Sends byte after byte until the server closes the connection, or for much longer than it should.
    private static boolean drip(Socket socket) throws InterruptedException {
        try {
            for (int i = 0; i < 400; i++) {
                socket.getOutputStream().write('x');
                socket.getOutputStream().flush();
                Thread.sleep(50);
            }
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private SSLSocket connect() throws IOException {
        return (SSLSocket) client.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port());
    }

    private static void ask(SSLSocket socket) throws IOException {
        socket.getOutputStream().write(text(REQUEST));
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int b = in.read();
            assertThat(b).as("the connection is still there").isNotNegative();
            head.append((char) b);
        }
        assertThat(head.toString()).startsWith("HTTP/1.1 204");
    }
}
