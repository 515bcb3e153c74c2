package dev.archipelago.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Writes down everything a watch tells it.
public final class RecordingListener implements WatchListener {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<List<WatchEvent>> calls = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private final List<Long> progress = new ArrayList<>();
    private Optional<StoreException> end = Optional.empty();
    private volatile boolean ready = true;

    public void ready(boolean now) {
        ready = now;
    }

    @Override
    public boolean isReady() {
        return ready;
    }

    @Override
    public synchronized void onEvents(List<WatchEvent> events) {
        calls.add(events);
        events.forEach(event -> log.add(describe(event)));
        notifyAll();
    }

    @Override
    public synchronized void onProgress(long revision) {
        progress.add(revision);
        log.add("progress " + revision);
        notifyAll();
    }

    @Override
    public synchronized void onEnd(StoreException reason) {
        if (end.isPresent()) {
            throw new IllegalStateException("ended twice");
        }
        end = Optional.of(reason);
        notifyAll();
    }

    public static String describe(WatchEvent event) {
        String before = event.previous()
                .map(previous -> " after " + previous.modRevision())
                .orElse("");
        return (event.deleted() ? "delete " : "put ") + event.key() + "@" + event.revision() + before;
    }

    public synchronized List<WatchEvent> events() {
        return calls.stream().flatMap(List::stream).toList();
    }

    public synchronized List<List<WatchEvent>> calls() {
        return List.copyOf(calls);
    }

    public synchronized List<String> log() {
        return List.copyOf(log);
    }

    public List<WatchEvent> awaitEvents(int count) {
        await(
                "%d events".formatted(count),
                self -> self.calls.stream().mapToInt(List::size).sum() >= count);
        return events();
    }

    public List<WatchEvent> awaitRevision(long revision) {
        await(
                "revision %d".formatted(revision),
                self -> !self.calls.isEmpty() && self.calls.getLast().getLast().revision() >= revision);
        return events();
    }

    public List<Long> awaitProgress(int count) {
        await("%d progress notes".formatted(count), self -> self.progress.size() >= count);
        synchronized (this) {
            return List.copyOf(progress);
        }
    }

    public StoreException awaitEnd() {
        await("the end", self -> self.end.isPresent());
        synchronized (this) {
            return end.orElseThrow();
        }
    }

    public synchronized boolean ended() {
        return end.isPresent();
    }

    private synchronized void await(String what, Predicate<RecordingListener> condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.test(this)) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new AssertionError("waited in vain for " + what + "; got " + log + ", " + end);
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
