package dev.archipelago.bench.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/// Asks an API server whether it is ready.
public final class Readiness {
    private static final Duration MOST = Duration.ofMinutes(2);
    private static final SSLSocketFactory TRUSTING = trusting();

    private Readiness() {}

    /// Waits until the first `ok`.
    ///
    /// @param started the nano time at which the process was started
    /// @return the milliseconds from then until it said `ok`
    static double await(String name, Program program, int port, long started) throws IOException, InterruptedException {
        // A TLS handshake costs more than a look whether anybody listens.
        Await.until(name, MOST, program, () -> listens(port));
        Await.until(name, MOST, program, () -> ready(port));
        return (System.nanoTime() - started) / 1e6;
    }

    /// For a program that says so itself.
    public static double awaitSaid(String word, Program program, long started)
            throws IOException, InterruptedException {
        Await.until(word, MOST, program, () -> program.said(word));
        return (System.nanoTime() - started) / 1e6;
    }

    private static boolean listens(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean ready(int port) {
        try {
            var connection = (HttpsURLConnection)
                    URI.create("https://127.0.0.1:" + port + "/readyz").toURL().openConnection();
            connection.setSSLSocketFactory(TRUSTING);
            connection.setHostnameVerifier((host, session) -> true);
            connection.setReadTimeout(2_000);
            return connection.getResponseCode() == HttpsURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }

    /// The certificates are seconds old and nobody else can be on the port of a process that we started.
    private static SSLSocketFactory trusting() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustAll()}, null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class TrustAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
