package dev.archipelago.controller.remote;

import dev.archipelago.apiserver.errors.ApiException;
import dev.archipelago.apiserver.errors.Reason;
import dev.archipelago.apiserver.objects.Json;
import dev.archipelago.controller.api.ClusterApi;
import dev.archipelago.controller.objects.ApiObject;
import dev.archipelago.controller.objects.Kind;
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
import tools.jackson.databind.node.ObjectNode;

/// One watch, over as many answers of the server as it takes: servers end them after some minutes, and connections
/// break. Each continues after the last change that was seen.
final class RemoteWatch<T extends ApiObject> implements ClusterApi.Subscription {
    private static final Logger log = LoggerFactory.getLogger(RemoteWatch.class);
    private static final Duration PAUSE_AFTER_NOTHING = Duration.ofSeconds(1);

    private final Kind<T> kind;
    private final ClusterApi.Watcher<T> watcher;
    private final LongFunction<WatchLane.Stream> opening;

    // Of the thread that reads:
    private long revision;
    private boolean heard;

    // Guarded by this:
    private WatchLane.Stream stream;
    private boolean closed;

    /// @param opening opens an answer with the changes after a revision
    RemoteWatch(Kind<T> kind, long after, ClusterApi.Watcher<T> watcher, LongFunction<WatchLane.Stream> opening) {
        this.kind = kind;
        this.watcher = watcher;
        this.opening = opening;
        this.revision = after;
        this.stream = opening.apply(after);
    }

    void start() {
        Thread.ofVirtual().name("watch-" + kind.resource()).start(this::run);
    }

    private void run() {
        try {
            while (true) {
                heard = false;
                readToEnd(current());
                if (isClosed()) {
                    return;
                }
                if (!heard) {
                    // A server that ends every answer at once is not to be asked all the time.
                    Thread.sleep(PAUSE_AFTER_NOTHING);
                }
                continueWith(opening.apply(revision));
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
            close();
            // What is said as Gone is the same: older servers do.
            watcher.ended(
                    reason.reason() == Reason.GONE
                            ? new ApiException(Reason.EXPIRED, reason.getMessage(), reason.details())
                            : reason);
        }
    }

    private void readToEnd(InputStream in) {
        try (MappingIterator<JsonNode> events =
                Json.MAPPER.readerFor(JsonNode.class).readValues(in)) {
            for (JsonNode event = next(events); event != null && !isClosed(); event = next(events)) {
                heard = true;
                take(event.path("type").asString(""), event.path("object"));
            }
        } catch (JacksonIOException e) {
            log.debug("the watch of {} broke before anything was told: {}", kind, e.getMessage());
        }
    }

    /// The next, if there is one. A stream that broke is as good as one that ended.
    private @Nullable JsonNode next(MappingIterator<JsonNode> events) {
        try {
            return events.hasNextValue() ? events.nextValue() : null;
        } catch (JacksonException e) {
            log.debug("the watch of {} broke: {}", kind, e.getMessage());
            return null;
        }
    }

    private void take(String type, JsonNode object) {
        switch (type) {
            case "ADDED", "MODIFIED" -> {
                T changed = WireObjects.object(kind, (ObjectNode) object);
                revision = changed.revision();
                watcher.changed(changed);
            }
            case "DELETED" -> {
                T removed = WireObjects.object(kind, (ObjectNode) object);
                revision = removed.revision();
                watcher.removed(removed, revision);
            }
            case "BOOKMARK" -> {
                revision = WireObjects.revision(object.path("metadata"));
                watcher.progressed(revision);
            }
            case "ERROR" -> throw Failures.status(object, Reason.INTERNAL_ERROR.code());
            default -> throw new ApiException(Reason.INTERNAL_ERROR, "the server told of a change of type " + type);
        }
    }

    private synchronized WatchLane.Stream current() {
        return stream;
    }

    private void continueWith(WatchLane.Stream next) {
        WatchLane.Stream before;
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
        WatchLane.Stream last;
        synchronized (this) {
            closed = true;
            last = stream;
        }
        last.close();
    }
}
