package dev.archipelago.apiserver.rehearsal;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// One HTTP/2 connection to this process itself. Answers are read and dropped.
///
/// The client is of the same making as the server, so that what it runs the server runs too.
final class LoopbackClient implements AutoCloseable {
    private static final long CONNECT_SECONDS_MAX = 5;

    private final HTTP2Client client;
    private final Session session;
    private final String base;
    private final String token;

    /// @param trusting trusts the server
    LoopbackClient(SSLContext trusting, InetSocketAddress server, String token) throws Exception {
        this.base = "https://" + server.getHostString() + ':' + server.getPort();
        this.token = token;
        SslContextFactory.Client tls = new OnlyHttp2();
        tls.setSslContext(trusting);
        QueuedThreadPool threads = new QueuedThreadPool(8, 1);
        threads.setName("rehearsal");
        threads.setDaemon(true);
        ClientConnector connector = new ClientConnector();
        connector.setExecutor(threads);
        connector.setSelectors(1);
        connector.setSslContextFactory(tls);
        client = new HTTP2Client(connector);
        client.setUseALPN(false);
        client.start();
        try {
            session = client.connect(tls, server, new Session.Listener() {}).get(CONNECT_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (Exception e) {
            LifeCycle.stop(client);
            throw e;
        }
    }

    /// Sends a request.
    ///
    /// @return is done with the status once the whole answer has come
    CompletableFuture<Integer> send(Call call) {
        Answer answer = new Answer();
        open(call, answer);
        return answer.whole;
    }

    /// Opens a watch, which lasts until the connection is closed.
    ///
    /// @return is done once the watch has begun
    CompletableFuture<Integer> watch(Call call) {
        Answer answer = new Answer();
        open(call, answer);
        return answer.begun;
    }

    private void open(Call call, Answer answer) {
        HttpFields.Mutable fields = HttpFields.build()
                .add("authorization", "Bearer " + token)
                .add("accept", "application/json")
                .add("user-agent", "rehearsal");
        if (call.body().length > 0) {
            fields.add("content-type", call.contentType());
            fields.add("content-length", call.body().length);
        }
        MetaData.Request request =
                new MetaData.Request(call.method(), HttpURI.from(base + call.target()), HttpVersion.HTTP_2, fields);
        boolean bodiless = call.body().length == 0;
        session.newStream(
                new HeadersFrame(request, null, bodiless),
                Promise.from(
                        stream -> {
                            if (!bodiless) {
                                stream.data(
                                        new DataFrame(stream.getId(), ByteBuffer.wrap(call.body()), true),
                                        Callback.NOOP);
                            }
                        },
                        answer::fail),
                answer);
    }

    @Override
    public void close() {
        session.close(ErrorCode.NO_ERROR.code, "done", Callback.NOOP);
        LifeCycle.stop(client);
    }

    /// Asks for HTTP/2 by itself: Jetty has no negotiator that suits every kind of TLS.
    private static final class OnlyHttp2 extends SslContextFactory.Client {
        @Override
        public void customize(SSLEngine engine) {
            super.customize(engine);
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            engine.setSSLParameters(parameters);
        }
    }

    private static final class Answer implements Stream.Listener {
        private final CompletableFuture<Integer> begun = new CompletableFuture<>();
        private final CompletableFuture<Integer> whole = new CompletableFuture<>();

        @Override
        public void onHeaders(Stream stream, HeadersFrame frame) {
            if (frame.getMetaData() instanceof MetaData.Response response) {
                begun.complete(response.getStatus());
            }
            if (frame.isEndStream()) {
                end();
            } else {
                stream.demand();
            }
        }

        @Override
        public void onDataAvailable(Stream stream) {
            while (true) {
                Stream.Data data = stream.readData();
                if (data == null) {
                    stream.demand();
                    return;
                }
                boolean last = data.frame().isEndStream();
                data.release();
                if (last) {
                    end();
                    return;
                }
            }
        }

        @Override
        public void onReset(Stream stream, ResetFrame frame, Callback callback) {
            fail(new IllegalStateException("the stream was reset"));
            callback.succeeded();
        }

        @Override
        public void onFailure(Stream stream, int error, String reason, Throwable failure, Callback callback) {
            fail(failure);
            callback.succeeded();
        }

        private void end() {
            whole.complete(begun.getNow(0));
        }

        private void fail(Throwable failure) {
            begun.completeExceptionally(failure);
            whole.completeExceptionally(failure);
        }
    }
}
