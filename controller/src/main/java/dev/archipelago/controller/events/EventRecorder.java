package dev.archipelago.controller.events;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.controller.events.EventMetrics.Loss;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.runtime.EventSink;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the events of controllers as Event objects, asynchronously: callers never wait. When the queue is full, the
/// newest event is dropped; one that cannot be written is lost, too.
public final class EventRecorder implements EventSink, AutoCloseable {
    static final int WAITING_MAX = 1024;
    private static final Logger log = LoggerFactory.getLogger(EventRecorder.class);
    private static final Kind<AnyObject> EVENTS = AnyObject.kind(GroupVersionKind.of("v1", "Event"), "events", true);

    private final ClusterApi api;
    private final InstantSource clock;
    private final Executor threads;
    private final EventMetrics metrics;
    private final Correlator correlator;

    // Guarded by this:
    private final ArrayDeque<OccurredEvent> waiting = new ArrayDeque<>();
    private boolean writing;
    private boolean closed;

    /// @param random makes the names of Events unique
    /// @param threads one is used while there is something to write
    public EventRecorder(
            ClusterApi api, InstantSource clock, RandomGenerator random, Executor threads, EventMetrics metrics) {
        this.api = api;
        this.clock = clock;
        this.threads = threads;
        this.metrics = metrics;
        this.correlator = new Correlator(random);
    }

    @Override
    public void say(String source, EventNote note) {
        OccurredEvent occurred = OccurredEvent.of(source, note, clock.instant());
        synchronized (this) {
            if (closed || waiting.size() == WAITING_MAX) {
                metrics.dropped(Loss.FULL);
                return;
            }
            waiting.add(occurred);
            if (writing) {
                return;
            }
            writing = true;
        }
        try {
            threads.execute(this::writeAll);
        } catch (RejectedExecutionException e) {
            // The process is ending, and nobody would read it.
            close();
        }
    }

    private void writeAll() {
        for (OccurredEvent next = next(); next != null; next = next()) {
            try {
                Optional<EventDraft> draft = correlator.take(next);
                if (draft.isPresent()) {
                    write(draft.get());
                    metrics.written();
                } else {
                    metrics.dropped(Loss.LIMITED);
                }
            } catch (RuntimeException e) {
                metrics.dropped(Loss.FAILED);
                log.debug("an Event of {} was not written: {}", next.subject().name(), e.toString());
            }
        }
    }

    private synchronized @Nullable OccurredEvent next() {
        OccurredEvent next = waiting.poll();
        writing = next != null;
        return next;
    }

    private void write(EventDraft draft) {
        if (draft.known()) {
            try {
                api.patch(EVENTS, draft.key(), "", new PatchBody.Merge(draft.change()), false);
                return;
            } catch (ApiException e) {
                // Events expire soon, and the first of the series may not have been written.
                if (e.reason() != Reason.NOT_FOUND) {
                    throw e;
                }
            }
        }
        api.create(EVENTS, draft.event());
    }

    /// Whether all events have been written.
    public synchronized boolean isIdle() {
        return !writing;
    }

    /// Drops waiting and later events.
    @Override
    public synchronized void close() {
        closed = true;
        waiting.clear();
    }
}
