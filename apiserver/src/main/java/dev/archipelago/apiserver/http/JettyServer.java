package dev.archipelago.apiserver.http;

import dev.archipelago.apiserver.pki.TlsContexts;
import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.WindowRateControl;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// HTTPS on one port: HTTP/2 and HTTP/1.1 by ALPN, requests on virtual threads.
final class JettyServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(JettyServer.class);
    private static final int PLATFORM_THREADS_MAX = 32;
    private static final int VIRTUAL_THREADS_MAX = 4096;
    private static final int HEADER_BYTES_MAX = 64 * 1024;
    private static final int RESETS_PER_SECOND_MAX = 2000;
    private static final long IDLE_TIMEOUT_MILLIS = 90_000;
    /// As in Kubernetes.
    private static final Duration HEAD_PATIENCE = Duration.ofSeconds(32);

    /// How soon an idle connection has to go when there are as many as there may be.
    private static final long CROWDED_IDLE_TIMEOUT_MILLIS = 5_000;

    private static final long STOP_TIMEOUT_MILLIS = 2_000;

    /// Those of Kubernetes, in its order: 128 bits first, which cost a third less than the 256 that the JDK prefers.
    private static final String[] CIPHER_SUITES = {
        "TLS_AES_128_GCM_SHA256",
        "TLS_AES_256_GCM_SHA384",
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"
    };

    private final Server server;
    private final ServerConnector connector;
    private final SlowHeads slowHeads;

    JettyServer(TlsContexts tls, String host, int port, Handler handler) {
        this(tls, host, port, handler, HEAD_PATIENCE);
    }

    JettyServer(TlsContexts tls, String host, int port, Handler handler, Duration headPatience) {
        QueuedThreadPool threads = new QueuedThreadPool(PLATFORM_THREADS_MAX, 4);
        threads.setName("http");
        VirtualThreadPool virtual = new VirtualThreadPool(VIRTUAL_THREADS_MAX);
        threads.setVirtualThreadsExecutor(virtual);
        server = new Server(threads);
        server.addBean(virtual);
        server.setStopTimeout(STOP_TIMEOUT_MILLIS);
        ConnectionLimits limits = ConnectionLimits.ofProcess();
        connector = connector(server, tls, limits);
        connector.setHost(host);
        connector.setPort(port);
        server.addConnector(connector);
        NetworkConnectionLimit limit = new NetworkConnectionLimit(limits.max(), connector);
        limit.setEndPointIdleTimeout(CROWDED_IDLE_TIMEOUT_MILLIS);
        server.addBean(limit);
        server.setHandler(handler);
        server.setErrorHandler(new StatusErrorHandler());
        slowHeads = new SlowHeads(connector, headPatience);
    }

    private static ServerConnector connector(Server server, TlsContexts tls, ConnectionLimits limits) {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setSendDateHeader(false);
        configuration.setRequestHeaderSize(HEADER_BYTES_MAX);
        configuration.setUriCompliance(UriCompliance.RFC3986);
        configuration.setIdleTimeout(IDLE_TIMEOUT_MILLIS);
        // How much HTTP/2 gathers from its streams before it writes.
        configuration.setOutputBufferSize(TlsConnection.WRITE_BYTES);
        SecureRequestCustomizer secure = new SecureRequestCustomizer(false);
        configuration.addCustomizer(secure);

        TlsEngines factory = new TlsEngines(tls, limits.quickMax());
        factory.setWantClientAuth(true);
        factory.setSniRequired(false);
        factory.setIncludeCipherSuites(CIPHER_SUITES);

        HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(configuration);
        http2.setMaxConcurrentStreams(1000);
        // Clients cancel watches by the hundred; the default takes that for an attack and drops the connection.
        http2.setRateControlFactory(new WindowRateControl.Factory(RESETS_PER_SECOND_MAX));
        http2.setInitialStreamRecvWindow(1024 * 1024);
        http2.setInitialSessionRecvWindow(4 * 1024 * 1024);
        HttpConnectionFactory http1 = new HttpConnectionFactory(configuration);
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol(http1.getProtocol());
        ServerConnector connector = new Listening(server, factory.connections(alpn.getProtocol()), alpn, http2, http1);
        connector.setIdleTimeout(IDLE_TIMEOUT_MILLIS);
        connector.setAcceptQueueSize(1024);
        return connector;
    }

    void start() throws IOException {
        try {
            server.start();
        } catch (IOException e) {
            if (e instanceof BindException || e.getCause() instanceof BindException) {
                throw new BindException("port " + connector.getPort() + " is in use");
            }
            throw e;
        } catch (Exception e) {
            throw new IOException("the HTTP server did not start: " + e.getMessage(), e);
        }
    }

    int port() {
        return connector.getLocalPort();
    }

    /// Takes no new connections from here on, and goes on serving those that are there.
    void refuse() {
        connector.close();
    }

    /// Asks clients to leave, and cuts off those that have not in time. No connection is left open.
    @Override
    public void close() {
        slowHeads.close();
        try {
            server.stop();
        } catch (TimeoutException e) {
            if (e.getSuppressed().length > 0) {
                throw new IllegalStateException("the HTTP server did not stop", e);
            }
            log.debug("some clients were cut off");
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP server did not stop", e);
        }
    }

    /// Accepts connections until it is closed.
    private static final class Listening extends ServerConnector {
        Listening(Server server, ConnectionFactory... protocols) {
            super(server, 1, 1, protocols);
        }

        /// Closing the socket is enough to wake the thread that accepts. When that thread is interrupted as well,
        /// the JDK throws away a connection it has just accepted without closing it: it stays open until the
        /// process ends, nobody serves it, and its client waits forever.
        @Override
        protected void interruptAcceptors() {}
    }
}
