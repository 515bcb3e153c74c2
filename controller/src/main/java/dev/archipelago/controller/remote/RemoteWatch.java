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

/// One watch, over as many answers of the server as it takes: servers end them after some minutes, and connections
/// break. Each continues after the last change that was seen.
final class RemoteWatch<T extends ApiObject> implements ClusterApi.Subscription {
    private static final Logger log = LoggerFactory.getLogger(RemoteWatch.class);
    private static final Duration PAUSE_AFTER_NOTHING = Duration.ofSeconds(1);
    private static final int SHORT_IN_A_ROW_MAX = 5;

    private final Kind<T> kind;
    private final Selection selection;
    private final ClusterApi.Watcher<T> watcher;
    private final LongFunction<WatchConnection.Stream> opening;
    private final AnswerLimits excess;

    // Of the thread that reads:
    private long resourceVersion;
    private boolean heard;
    private int shortInARow;
    private int unreadable;

    // Guarded by this:
    private WatchConnection.Stream stream;
    private boolean closed;

    /// @param opening opens an answer with the changes after a resourceVersion
    /// @param excess bounds what the server may tell
    RemoteWatch(
            Kind<T> kind,
            Selection selection,
            long after,
            ClusterApi.Watcher<T> watcher,
            LongFunction<WatchConnection.Stream> opening,
            AnswerLimits excess) {
        this.excess = excess;
        this.kind = kind;
        this.selection = selection;
        this.watcher = watcher;
        this.opening = opening;
        this.resourceVersion = after;
        this.stream = opening.apply(after);
    }

    void start() {
        Thread.ofVirtual().name("watch-" + kind.resource()).start(this::run);
    }

    private void run() {
        try {
            while (true) {
                heard = false;
                long start = System.nanoTime();
                readToEnd(current());
                boolean isShort = System.nanoTime() - start < PAUSE_AFTER_NOTHING.toNanos();
                shortInARow = isShort ? shortInARow + 1 : 0;
                if (isClosed()) {
                    return;
                }
                if (!heard || shortInARow > SHORT_IN_A_ROW_MAX) {
                    // A server that ends every answer at once is not to be asked all the time.
                    Thread.sleep(PAUSE_AFTER_NOTHING);
                }
                continueWith(opening.apply(resourceVersion));
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
            // What is said as Gone is the same: older servers do.
            watcher.ended(
                    reason.reason() == Reason.GONE
                            ? new ApiException(Reason.EXPIRED, reason.getMessage(), reason.details())
                            : reason);
        }
    }

    private void readToEnd(InputStream stream) {
        BoundedEvents in = new BoundedEvents(stream, excess.limits().answerBytesMax());
        try (MappingIterator<JsonNode> events =
                Json.MAPPER.readerFor(JsonNode.class).readValues(in)) {
            for (JsonNode event = next(events, in); event != null && !isClosed(); event = next(events, in)) {
                heard = true;
                unreadable = 0;
                String type = event.path("type").asString("");
                take(type, event.path("object"));
                if (!excess.told(kind, selection, in.taken()) && !type.equals("BOOKMARK")) {
                    throw new ApiException(Reason.EXPIRED, "more was told of " + kind.resource() + " than is kept");
                }
            }
        } catch (JacksonIOException e) {
            log.debug("the watch of {} broke before anything was told: {}", kind, e.getMessage());
        }
        if (in.isExceeded() && !isClosed()) {
            throw excess.fault(
                    "watch " + kind.resource(),
                    "its watch of " + kind.resource() + " tells of a change that does not end within "
                            + excess.limits().answerBytesMax() + " bytes");
        }
    }

    /// The next, if there is one. A stream that broke is as good as one that ended.
    private @Nullable JsonNode next(MappingIterator<JsonNode> events, BoundedEvents in) {
        try {
            return events.hasNextValue() ? events.nextValue() : null;
        } catch (JacksonException e) {
            // A connection that breaks may leave a part of an event, but not again and again.
            if (in.isEnded() || in.isExceeded() || isClosed() || unreadable++ == 0) {
                log.debug("the watch of {} broke: {}", kind, e.getMessage());
                return null;
            }
            throw excess.fault(
                    "watch " + kind.resource(),
                    "its watch of " + kind.resource() + " tells what cannot be read: " + e.getOriginalMessage());
        }
    }

    private void take(String type, JsonNode object) {
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
        excess.dropped(kind, selection);
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
