package dev.archipelago.apiserver.http;

import dev.archipelago.apiserver.pki.TlsContexts;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/// A server that is closed leaves no client waiting.
class ClosingIT {
    private static final int CONNECTIONS_BEFORE_CLOSING = 10;
    private static final int PATIENCE_MILLIS = 10_000;

    // A connection that comes just as the listening ends is what this is about; in every other round there is one.
    @RepeatedTest(20)
    void noConnectionOutlivesTheServer() throws Exception {
        JettyServer server = start();
        int port = server.port();
        Queue<Socket> connections = new ConcurrentLinkedQueue<>();
        CountDownLatch busy = new CountDownLatch(CONNECTIONS_BEFORE_CLOSING);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<?>> connecting = List.of(
                    threads.submit(() -> connectUntilRefused(port, connections, busy)),
                    threads.submit(() -> connectUntilRefused(port, connections, busy)));
            busy.await();
            Future<?> closing = threads.submit(server::close);
            for (Future<?> client : connecting) {
                client.get();
            }
            for (Socket connection : connections) {
                awaitEnd(connection);
            }
            closing.get();
        }
    }

    @Test
    void aClientThatDoesNotLeaveIsCutOff() throws Exception {
        JettyServer server = start();
        try (ExecutorService threads = Executors.newCachedThreadPool();
                Socket connection = connect(server.port())) {
            OutputStream out = connection.getOutputStream();
            // The head of a TLS record, of which the rest comes drop by drop.
            out.write(new byte[] {22, 3, 1, 64, 0});

            Future<?> closing = threads.submit(server::close);
            while (!closing.isDone()) {
                drip(out);
            }

            closing.get();
            awaitEnd(connection);
        }
    }

    private static JettyServer start() throws Exception {
        JettyServer server =
                new JettyServer(TlsContexts.only(SSLContext.getDefault()), "127.0.0.1", 0, new Handler.Abstract() {
                    @Override
                    public boolean handle(Request request, Response response, Callback callback) {
                        return false;
                    }
                });
        server.start();
        return server;
    }

    private static Socket connect(int port) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    private static void connectUntilRefused(int port, Queue<Socket> connections, CountDownLatch busy) {
        try {
            while (true) {
                connections.add(connect(port));
                busy.countDown();
                Thread.sleep(1);
            }
        } catch (IOException refused) {
            // That is how it should end.
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void drip(OutputStream out) throws InterruptedException {
        try {
            out.write(0);
        } catch (IOException cutOff) {
            // What is left is to see whether the server thinks so, too.
        }
        Thread.sleep(10);
    }

    private static void awaitEnd(Socket connection) throws IOException {
        try (connection) {
            connection.setSoTimeout(PATIENCE_MILLIS);
            // The server gives silent clients a while to leave; this one is leaving.
            connection.shutdownOutput();
            connection.getInputStream().readAllBytes();
        } catch (SocketException reset) {
            // Ended as well. A timeout would be another exception.
        }
    }
}
