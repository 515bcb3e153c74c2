package dev.archipelago.apiserver.http;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.selector.FieldSelector;
import dev.archipelago.api.selector.ObjectFilter;
import dev.archipelago.apiserver.catalog.ServedResource;
import dev.archipelago.apiserver.objects.StoredObjects;
import dev.archipelago.apiserver.protobuf.ProtobufEncoder;
import dev.archipelago.apiserver.registry.EventType;
import dev.archipelago.apiserver.registry.Registry;
import dev.archipelago.apiserver.registry.WatchPlan;
import dev.archipelago.apiserver.request.ReadOptions;
import dev.archipelago.apiserver.request.RequestInfo;
import dev.archipelago.store.KeyValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Serves watches: one document per event, over plain HTTP each on a line, or in protobuf after its length; over
/// WebSocket each a message.
final class WatchHandler {
    private static final Logger log = LoggerFactory.getLogger(WatchHandler.class);

    /// Kubernetes' own range, spread so that not all clients come back at once.
    private static final long TIMEOUT_SECONDS_MIN = 1800;

    private static final long QUEUES_BYTES_MAX = 256L * 1024 * 1024;

    private final Registry registry;
    private final Forms forms;
    private final Executor workers;
    private final Executor writers;
    private final WatchTimer timer;
    private final RandomGenerator random;
    private final EventFrames frames = new EventFrames();
    private final WebSockets webSockets = new WebSockets();
    private final WatchBudget budget = new WatchBudget(QUEUES_BYTES_MAX);

    /// @param workers run what may wait for a client
    /// @param writers run what does not
    WatchHandler(
            Registry registry,
            Forms forms,
            Executor workers,
            Executor writers,
            WatchTimer timer,
            RandomGenerator random) {
        this.registry = registry;
        this.forms = forms;
        this.workers = workers;
        this.writers = writers;
        this.timer = timer;
        this.random = random;
    }

    void handle(Exchange exchange, ServedResource resource, RequestInfo info) {
        Representation form = Representation.of(exchange.header("Accept"), resource);
        Forms.check(exchange.query(), form);
        ReadOptions options = ReadOptions.parse(exchange.query(), true);
        ObjectFilter filter = RequestFilters.of(resource, options);
        if (!info.name().isEmpty()) {
            filter = ObjectFilter.of(filter.labels(), FieldSelector.named(info.name()));
        }
        WatchStream.EventFormat format = format(exchange, form, resource);
        WatchPlan plan;
        try {
            plan = registry.watch(resource, info.namespace(), filter, options);
        } catch (ApiException e) {
            if (e.reason() != Reason.EXPIRED) {
                throw e;
            }
            // As in Kubernetes a watch that begins: clients look for this among the events.
            if (WebSockets.asked(exchange)) {
                webSockets.upgrade(
                        exchange,
                        new WebSocketEvents(
                                form.isProtobuf(), out -> new WatchStream(out, format, workers, budget).onEnd(e)));
            } else {
                exchange.respond(200, form.watchContentType(), format.error(e));
            }
            return;
        }
        if (WebSockets.asked(exchange)) {
            overWebSocket(exchange, form, plan, format, options);
            return;
        }
        exchange.begin(200, form.watchContentType());
        boolean ownsConnection = exchange.ownsConnection();
        if (ownsConnection) {
            exchange.response().getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
        }
        WatchConnection connection = WatchConnection.of(exchange.request(), writers);
        HttpEventSink out = new HttpEventSink(exchange, connection);
        WatchStream stream = new WatchStream(out, format, connection, budget);
        out.onDone(() -> timer.remove(stream));
        exchange.request().addFailureListener(stream::depart);
        // A quiet watch is not an idle connection, but one that does not take what it is sent is.
        exchange.request().addIdleTimeoutListener(timeout -> stream.isStalled());
        try {
            sendInitial(exchange, plan, format);
        } catch (IOException e) {
            exchange.callback().failed(e);
            return;
        }
        run(stream, plan, options);
        if (ownsConnection) {
            ClientDisconnect.notice(exchange.request(), stream::abort, stream::depart);
        }
    }

    private void overWebSocket(
            Exchange exchange,
            Representation form,
            WatchPlan plan,
            WatchStream.EventFormat format,
            ReadOptions options) {
        webSockets.upgrade(
                exchange,
                new WebSocketEvents(
                        form.isProtobuf(),
                        out -> workers.execute(() -> {
                            WatchStream stream = new WatchStream(out, format, workers, budget);
                            out.whenEnded(stream::abort, () -> timer.remove(stream));
                            try {
                                for (KeyValue entry : plan.initial()) {
                                    out.send(
                                            format.event(EventType.ADDED, StoredObjects.of(entry))
                                                    .bytes(),
                                            exchange.slow());
                                }
                                if (plan.bookmarksInitial()) {
                                    out.send(format.initialEnd(plan.initialRevision()), exchange.slow());
                                }
                            } catch (IOException | InterruptedException e) {
                                stream.abort(e);
                                return;
                            }
                            run(stream, plan, options);
                        })));
    }

    private void run(WatchStream stream, WatchPlan plan, ReadOptions options) {
        long timeoutSeconds = options.timeoutSeconds() > 0
                ? options.timeoutSeconds()
                : TIMEOUT_SECONDS_MIN + random.nextLong(TIMEOUT_SECONDS_MIN);
        timer.add(stream, timeoutSeconds, options.allowWatchBookmarks());
        try {
            stream.runs(plan.start(stream));
        } catch (ApiException e) {
            stream.onEnd(e);
        } catch (RuntimeException e) {
            log.warn("a watch could not begin", e);
            stream.abort(e);
        }
    }

    /// Sends the state a watch begins with at the pace of the client, so that a large one is never held in memory.
    private static void sendInitial(Exchange exchange, WatchPlan plan, WatchStream.EventFormat format)
            throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(plan.initial().isEmpty() ? 0 : 64 * 1024);
        for (KeyValue entry : plan.initial()) {
            byte[] frame =
                    format.event(EventType.ADDED, StoredObjects.of(entry)).bytes();
            if (frame.length > chunk.remaining()) {
                exchange.send(chunk.flip());
                chunk = frame.length > chunk.capacity() ? ByteBuffer.allocate(frame.length) : chunk.clear();
            }
            chunk.put(frame);
        }
        // Also sends the headers, which a client waits for even when there is nothing to tell yet.
        exchange.send(chunk.flip());
        if (plan.bookmarksInitial()) {
            byte[] end = format.initialEnd(plan.initialRevision());
            exchange.send(ByteBuffer.wrap(end));
        }
    }

    private WatchStream.EventFormat format(Exchange exchange, Representation form, ServedResource resource) {
        boolean json = form.equals(Representation.JSON);
        // A WebSocket keeps messages apart by itself.
        boolean framed = form.isProtobuf() && !WebSockets.asked(exchange);
        return new WatchStream.EventFormat() {
            private boolean headed;

            @Override
            public EventFrame event(EventType type, Stored object) {
                return json && resource.conversion().passes(object.json())
                        ? EventFrame.of(frames.frame(type, object))
                        : new EventFrame(object.length(), () -> render(type, object));
            }

            private byte[] render(EventType type, Stored object) {
                return render(type.name(), resource.conversion().fromStorage(object.tree()));
            }

            private byte[] render(String type, ObjectNode served) {
                byte[] event = forms.event(exchange.query(), form, resource, type, served, !headed);
                headed = true;
                return sent(event);
            }

            private byte[] sent(byte[] event) {
                return framed ? ProtobufEncoder.framed(event) : event;
            }

            @Override
            public byte[] bookmark(long revision) {
                return render("BOOKMARK", bookmarkObject(resource, revision));
            }

            @Override
            public byte[] initialEnd(long revision) {
                ObjectNode bookmark = bookmarkObject(resource, revision);
                ((ObjectNode) bookmark.get("metadata"))
                        .putObject("annotations")
                        .put("k8s.io/initial-events-end", "true");
                return render("BOOKMARK", bookmark);
            }

            @Override
            public byte[] error(ApiException reason) {
                return sent(Forms.error(form, reason));
            }
        };
    }

    private static ObjectNode bookmarkObject(ServedResource resource, long revision) {
        ObjectNode object = Json.object()
                .put("kind", resource.kind().kind())
                .put("apiVersion", resource.kind().apiVersion());
        object.putObject("metadata").put("resourceVersion", Long.toString(revision));
        return object;
    }

    /// The response of a watch.
    private static final class HttpEventSink implements WatchStream.EventSink {
        private final Exchange exchange;
        private final WatchConnection connection;
        private Runnable onDone = () -> {};

        HttpEventSink(Exchange exchange, WatchConnection connection) {
            this.exchange = exchange;
            this.connection = connection;
        }

        void onDone(Runnable action) {
            onDone = action;
        }

        @Override
        public void write(boolean last, ByteBuffer bytes, Callback callback) {
            exchange.response().write(last, bytes, connection.thenOthers(callback));
        }

        @Override
        public void abort(Throwable reason) {
            onDone.run();
            exchange.callback().failed(reason);
        }

        @Override
        public void done() {
            onDone.run();
            exchange.callback().succeeded();
        }
    }
}
