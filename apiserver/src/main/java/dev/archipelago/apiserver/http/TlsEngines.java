package dev.archipelago.apiserver.http;

import dev.archipelago.apiserver.pki.TlsContexts;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.conscrypt.Conscrypt;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// Makes the TLS side of connections: the quick kind, until there are too many of them.
final class TlsEngines extends SslContextFactory.Server {
    private final TlsContexts contexts;
    private final int quickMax;
    private final AtomicInteger quick = new AtomicInteger();

    TlsEngines(TlsContexts contexts, int quickMax) {
        this.contexts = contexts;
        this.quickMax = quickMax;
        setSslContext(contexts.quick());
    }

    @Override
    public SSLEngine newSSLEngine(String host, int port) {
        if (quick.get() < quickMax) {
            return super.newSSLEngine(host, port);
        }
        SSLEngine engine = contexts.frugal().createSSLEngine(host, port);
        customize(engine);
        return engine;
    }

    /// Speaks TLS with these engines, and closes the quick ones with their connections.
    SslConnectionFactory connections(String nextProtocol) {
        return new SslConnectionFactory(this, nextProtocol) {
            @Override
            protected SslConnection newSslConnection(Connector connector, EndPoint endPoint, SSLEngine engine) {
                SslConnection connection = new TlsConnection(
                        connector.getByteBufferPool(), connector.getExecutor(), TlsEngines.this, endPoint, engine);
                if (Conscrypt.isConscrypt(engine)) {
                    quick.incrementAndGet();
                    connection.addEventListener(new Release());
                }
                return connection;
            }
        };
    }

    /// What the quick engines hold outside the heap would otherwise stay until they are collected, and clients that
    /// come and go could use up all files before that.
    private final class Release implements Connection.Listener {
        @Override
        public void onClosed(Connection connection) {
            quick.decrementAndGet();
            SSLEngine engine = ((SslConnection) connection).getSSLEngine();
            engine.closeOutbound();
            try {
                engine.closeInbound();
            } catch (SSLException e) {
                // The client left without a farewell.
            }
        }
    }
}
