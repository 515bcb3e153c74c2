package dev.archipelago.bench.ceiling;

import dev.archipelago.bench.load.Sizes;
import java.nio.file.Path;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.server.RawHTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// A program that answers requests of the load with constants as long as real answers, and does nothing else.
public final class ConstantServer {
    private static final int WINDOW = 16 << 20;

    private ConstantServer() {}

    /// Arguments: a port, a PKCS #12 file with a key, its password, and the [Sizes] in their order.
    public static void main(String[] arguments) throws Exception {
        var sizes = new Sizes(
                Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4]), Integer.parseInt(arguments[5]));
        start(Integer.parseInt(arguments[0]), Path.of(arguments[1]), arguments[2], sizes)
                .join();
    }

    private static Server start(int port, Path keys, String password, Sizes sizes) throws Exception {
        var constants = new Constants(sizes);
        var broadcast = new Broadcast(sizes.event());
        var http2 = new RawHTTP2ServerConnectionFactory(new HttpConfiguration(), new ServerSessionListener() {
            @Override
            public Stream.Listener onNewStream(Stream stream, HeadersFrame frame) {
                return Serving.begin(stream, frame, constants, broadcast);
            }
        });
        http2.setMaxConcurrentStreams(1_000);
        http2.setInitialSessionRecvWindow(WINDOW);
        var tls = new SslContextFactory.Server();
        tls.setKeyStorePath(keys.toString());
        tls.setKeyStorePassword(password);
        var alpn = new ALPNServerConnectionFactory(http2.getProtocol());
        alpn.setDefaultProtocol(http2.getProtocol());
        var server = new Server(new QueuedThreadPool(8, 4));
        var connector =
                new ServerConnector(server, 1, 1, new SslConnectionFactory(tls, alpn.getProtocol()), alpn, http2);
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        server.addConnector(connector);
        server.start();
        System.out.println("ready");
        return server;
    }
}
