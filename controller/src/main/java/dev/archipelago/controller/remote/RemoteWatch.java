package dev.archipelago.controller.remote;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.cluster.Selection;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;

/// One watch over successive requests: servers end them after some minutes, and connections break. Each request
/// continues after the last received change. A thread of its own reads it and calls the watcher.
final class RemoteWatch<T extends ApiObject> implements ClusterApi.Subscription {
    private static final Logger log = LoggerFactory.getLogger(RemoteWatch.class);
    private static final Duration PAUSE_AFTER_NOTHING = Duration.ofSeconds(1);
    private static final int SHORT_IN_A_ROW_MAX = 5;

    private final Kind<T> kind;
    private final Selection selection;
    private final ClusterApi.Watcher<T> watcher;
    private final LongFunction<WatchConnection.Stream> opener;
    private final AnswerLimits answerLimits;

    // Used by the reading thread only:
    private long resourceVersion;
    private boolean received;
    private int shortInARow;
    private int unreadable;

    // Guarded by this:
    private WatchConnection.Stream stream;
    private boolean closed;

    /// @param opener starts a watch request after a resourceVersion
    /// @param answerLimits limits what the server may send
    RemoteWatch(
            Kind<T> kind,
            Selection selection,
            long after,
            ClusterApi.Watcher<T> watcher,
            LongFunction<WatchConnection.Stream> opener,
            AnswerLimits answerLimits) {
        this.answerLimits = answerLimits;
        this.kind = kind;
        this.selection = selection;
        this.watcher = watcher;
        this.opener = opener;
        this.resourceVersion = after;
        this.stream = opener.apply(after);
    }

    void start() {
        Thread.ofVirtual().name("watch-" + kind.resource()).start(this::run);
    }

    private void run() {
        try {
            while (true) {
                received = false;
                long start = System.nanoTime();
                readToEnd(current());
                boolean isShort = System.nanoTime() - start < PAUSE_AFTER_NOTHING.toNanos();
                shortInARow = isShort ? shortInARow + 1 : 0;
                if (isClosed()) {
                    return;
                }
                if (!received || shortInARow > SHORT_IN_A_ROW_MAX) {
                    // Do not send requests without pause to a server that ends every one at once.
                    Thread.sleep(PAUSE_AFTER_NOTHING);
                }
                continueWith(opener.apply(resourceVersion));
            }
        } catch (ApiException e) {
            end(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(new ApiException(Reason.SERVICE_UNAVAILABLE, "interrupted"));
        } catch (RuntimeException e) {
            log.error("a change of {} could not be taken", kind, e);
            end(new ApiException(Reason.INTERNAL_ERROR, "a change could not be taken: " + e));
        }
    }

    private void end(ApiException reason) {
        if (!isClosed()) {
            closeStream();
            // Older servers report expiry as Gone.
            watcher.ended(
                    reason.reason() == Reason.GONE
                            ? new ApiException(Reason.EXPIRED, reason.getMessage(), reason.details())
                            : reason);
        }
    }

    private void readToEnd(InputStream stream) {
        BoundedEvents in = new BoundedEvents(stream, answerLimits.limits().answerBytesMax());
        try (MappingIterator<JsonNode> events =
                Json.MAPPER.readerFor(JsonNode.class).readValues(in)) {
            for (JsonNode event = next(events, in); event != null && !isClosed(); event = next(events, in)) {
                received = true;
                unreadable = 0;
                String type = event.path("type").asString("");
                handle(type, event.path("object"));
                if (!answerLimits.received(kind, selection, in.nextEvent()) && !type.equals("BOOKMARK")) {
                    throw new ApiException(Reason.EXPIRED, "more was told of " + kind.resource() + " than is kept");
                }
            }
        } catch (JacksonIOException e) {
            log.debug("the watch of {} broke before anything was told: {}", kind, e.getMessage());
        }
        if (in.isExceeded() && !isClosed()) {
            throw answerLimits.fault(
                    "watch " + kind.resource(),
                    "its watch of " + kind.resource() + " tells of a change that does not end within "
                            + answerLimits.limits().answerBytesMax() + " bytes");
        }
    }

    /// The next event; null when the stream has ended or the connection broke.
    private @Nullable JsonNode next(MappingIterator<JsonNode> events, BoundedEvents in) {
        try {
            return events.hasNextValue() ? events.nextValue() : null;
        } catch (JacksonException e) {
            // A broken connection may leave an incomplete event, but not several times in a row.
            if (in.isEnded() || in.isExceeded() || isClosed() || unreadable++ == 0) {
                log.debug("the watch of {} broke: {}", kind, e.getMessage());
                return null;
            }
            throw answerLimits.fault(
                    "watch " + kind.resource(),
                    "its watch of " + kind.resource() + " tells what cannot be read: " + e.getOriginalMessage());
        }
    }

    private void handle(String type, JsonNode object) {
        switch (type) {
            case "ADDED", "MODIFIED" -> {
                T changed = WireObjects.object(kind, object);
                resourceVersion = changed.resourceVersion();
                watcher.changed(changed);
            }
            case "DELETED" -> {
                T removed = WireObjects.object(kind, object);
                resourceVersion = removed.resourceVersion();
                watcher.removed(removed, resourceVersion);
            }
            case "BOOKMARK" -> {
                resourceVersion = WireObjects.resourceVersion(object.path("metadata"));
                watcher.progressed(resourceVersion);
            }
            case "ERROR" -> throw Failures.status(object, Reason.INTERNAL_ERROR.code());
            default -> throw new ApiException(Reason.INTERNAL_ERROR, "the server told of a change of type " + type);
        }
    }

    private synchronized WatchConnection.Stream current() {
        return stream;
    }

    private void continueWith(WatchConnection.Stream next) {
        WatchConnection.Stream before;
        synchronized (this) {
            before = closed ? next : stream;
            stream = next;
        }
        before.close();
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closeStream();
        answerLimits.dropped(kind, selection);
    }

    private void closeStream() {
        WatchConnection.Stream last;
        synchronized (this) {
            closed = true;
            last = stream;
        }
        last.close();
    }
}
