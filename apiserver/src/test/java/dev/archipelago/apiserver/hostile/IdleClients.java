package dev.archipelago.apiserver.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/// A program that opens very many connections and lets them be until its input ends. It is a process of its own so
/// that both ends together do not need more files than one process may open.
///
/// Two in five never say a word, one stops in the middle of a request, and the others have shaken hands for HTTP/1.1
/// and HTTP/2.
final class IdleClients {
    private static final int THREADS = 8;

    private final int port;
    private final SSLContext tls;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

    private IdleClients(int port, SSLContext tls) {
        this.port = port;
        this.tls = tls;
    }

    /// Takes the port, and how many connections to open.
    public static void main(String[] arguments) throws Exception {
        IdleClients clients = new IdleClients(Integer.parseInt(arguments[0]), trustingAnyone());
        clients.open(Integer.parseInt(arguments[1]));
        System.out.println("open");
        while (System.in.read() >= 0) {
            // The parent says when it is over.
        }
    }

    private void open(int count) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        List<Thread> threads = IntStream.range(0, THREADS)
                .mapToObj(i -> Thread.ofPlatform().start(() -> {
                    for (int number = next.getAndIncrement(); number < count; number = next.getAndIncrement()) {
                        connect(number);
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void connect(int number) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            open.add(socket);
            switch (number % 5) {
                case 0, 1 -> {}
                case 2 -> secure(socket, "http/1.1").getOutputStream().write(text("GET /api HTTP/1.1\r\nX-Slow: "));
                case 3 -> secure(socket, "http/1.1");
                default -> {
                    SSLSocket secured = secure(socket, "h2");
                    secured.getOutputStream().write(text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Shakes hands. What is needed to speak is forgotten afterwards, the connection stays.
    private SSLSocket secure(Socket socket, String protocol) throws IOException {
        SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, "127.0.0.1", port, false);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static SSLContext trustingAnyone() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Trusting()}, null);
        return context;
    }

    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
