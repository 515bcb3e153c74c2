package dev.archipelago.bench.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// A few HTTP/2 connections over TLS to one server, shared by all clients of a load.
public final class Connections implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 30;
    private static final int INPUT_BUFFER_BYTES = 32 << 10;

    private final HTTP2Client client;
    private final List<HTTP2Session> sessions = new ArrayList<>();
    private final Map<HttpHeader, String> common = new EnumMap<>(HttpHeader.class);
    private final HttpFields plain;
    private final HttpURI server;

    private Connections(HTTP2Client client, int port, String token) {
        this.client = client;
        this.server = HttpURI.from("https", "127.0.0.1", port, "/");
        common.put(HttpHeader.USER_AGENT, "bench");
        common.put(HttpHeader.ACCEPT, "application/json");
        // As Go's client does unless told otherwise, and so all of client-go.
        common.put(HttpHeader.ACCEPT_ENCODING, "gzip");
        common.put(HttpHeader.AUTHORIZATION, "Bearer " + token);
        this.plain = fields().asImmutable();
    }

    public static Connections open(int port, String token, int count) throws Exception {
        var threads = new QueuedThreadPool(4, 2);
        threads.setName("load");
        threads.setReservedThreads(0);
        var connector = new ClientConnector();
        connector.setExecutor(threads);
        connector.setSelectors(1);
        connector.setSslContextFactory(tls());
        var client = new HTTP2Client(connector);
        client.addBean(threads);
        client.setIdleTimeout(TimeUnit.MINUTES.toMillis(5));
        client.setStreamIdleTimeout(TimeUnit.MINUTES.toMillis(5));
        // A TLS record fits, and is decrypted straight into it.
        client.setInputBufferSize(INPUT_BUFFER_BYTES);
        client.setMaxLocalStreams(-1);
        client.start();
        var connections = new Connections(client, port, token);
        try {
            for (int i = 0; i < count; i++) {
                connections.connect(port);
            }
            return connections;
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            connections.close();
            throw e;
        }
    }

    private static SslContextFactory.Client tls() {
        // Loopback, and the certificates are seconds old.
        var tls = new SslContextFactory.Client(true);
        tls.setEndpointIdentificationAlgorithm(null);
        tls.setIncludeProtocols("TLSv1.3");
        // Go's order: where the server leaves the choice to the client, it is the choice of a client-go.
        tls.setIncludeCipherSuites("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");
        return tls;
    }

    private void connect(int port) throws ExecutionException, TimeoutException, InterruptedException {
        Session session = client.connect(
                        client.getClientConnector().getSslContextFactory(),
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        new Session.Listener() {})
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        sessions.add((HTTP2Session) session);
    }

    private HttpFields.Mutable fields() {
        HttpFields.Mutable fields = HttpFields.build();
        common.forEach(fields::put);
        return fields;
    }

    /// Sends a request, headers and body in one go, on the connection that this client uses.
    public void send(int client, Call call, Stream.Listener listener) {
        byte[] body = call.body();
        HttpFields fields = plain;
        if (body != null && call.contentType() != null) {
            fields = fields().put(HttpHeader.CONTENT_TYPE, call.contentType())
                    .put(HttpHeader.CONTENT_LENGTH, body.length);
        }
        HttpURI uri = HttpURI.build(server).pathQuery(call.path());
        var request = new MetaData.Request(call.method(), uri, HttpVersion.HTTP_2, fields);
        HTTP2Session session = sessions.get(client % sessions.size());
        var headers = new HeadersFrame(request, null, body == null);
        var frames = body == null
                ? new HTTP2Stream.FrameList(headers)
                : new HTTP2Stream.FrameList(headers, new DataFrame(ByteBuffer.wrap(body), true), null);
        session.newStream(frames, new SendFailures(listener), listener);
    }

    /// Sends one request and waits for all of its answer.
    public String ask(Call call) throws Exception {
        var exchange = new KeptExchange();
        send(0, call, exchange);
        Answer answer = exchange.future().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (!answer.success() && answer.status() != 409) {
            throw new IOException(call.method() + " " + call.path() + " was answered " + answer);
        }
        return exchange.text();
    }

    @Override
    public void close() {
        LifeCycle.stop(client);
    }

    /// A request that could not even be sent has no stream to fail on.
    private record SendFailures(Stream.Listener listener) implements Promise<Stream> {
        @Override
        public void failed(Throwable failure) {
            if (listener instanceof Exchange exchange) {
                exchange.broke(failure.toString());
            }
        }
    }
}
