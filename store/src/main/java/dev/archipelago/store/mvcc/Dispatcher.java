package dev.archipelago.store.mvcc;

import dev.archipelago.store.CompactedException;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.WatchEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one thread that calls watch listeners. The history is its queue: live watchers all stand at the same revision,
/// and a watcher that starts in the past reads the history by itself, in slices, until it stands there too.
final class Dispatcher implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final int LIVE_COMMITS_MAX = 256;
    /// More than a live step, so that a watcher always gains on the writers.
    private static final int CATCH_UP_COMMITS_MAX = 1024;

    /// So that a listener that was ready can take a slice, however large the values.
    private static final long CATCH_UP_BYTES_MAX = 4L * 1024 * 1024;

    private static final long RETRY_NANOS = 5_000_000;

    private final History history;
    private final RevisionGate observed;
    private final RevisionGate delivered;
    private final Queue<Runnable> requests = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean closing;
    private volatile boolean finished;
    private volatile StoreException endReason = new StoreException("the store is closed");

    private final WatchGroups live = new WatchGroups();
    private final Set<Watcher> behind = new LinkedHashSet<>();
    private final List<ProgressRequest> progressRequests = new ArrayList<>();

    private record ProgressRequest(Watcher watcher, long revision) {}

    Dispatcher(String name, History history, RevisionGate observed) {
        this.history = history;
        this.observed = observed;
        this.delivered = new RevisionGate(observed.revision());
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this);
    }

    void start() {
        delivered.advance(observed.revision());
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    long deliveredRevision() {
        return delivered.revision();
    }

    boolean awaitDelivered(long revision, long timeoutNanos) throws InterruptedException {
        return Thread.currentThread().equals(thread) || delivered.await(revision, timeoutNanos);
    }

    void add(Watcher watcher) {
        request(() -> {
            if (closing) {
                watcher.end(endReason);
            } else if (watcher.position() >= delivered.revision()) {
                live.add(watcher);
            } else {
                behind.add(watcher);
            }
        });
    }

    void remove(Watcher watcher) {
        request(() -> forget(watcher));
    }

    /// Answered once the watcher has been told everything that could be read when the request was made.
    void requestProgress(Watcher watcher) {
        long revision = observed.revision();
        request(() -> progressRequests.add(new ProgressRequest(watcher, revision)));
    }

    private void request(Runnable request) {
        requests.add(request);
        wake();
        if (finished) {
            runRequests();
        }
    }

    /// Ends every watch and waits for the thread, unless called from it.
    void close(StoreException reason) {
        endReason = reason;
        closing = true;
        wake();
        if (!Thread.currentThread().equals(thread) && thread.isAlive()) {
            joinUninterruptibly();
        }
    }

    private void joinUninterruptibly() {
        boolean interrupted = Thread.interrupted();
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        while (!closing) {
            boolean busy = runRequests();
            busy |= deliverLive();
            busy |= catchUp();
            busy |= answerProgress();
            // Whatever arrived since these looked has left a permit; only a listener may eat it, and then busy is true.
            if (!busy) {
                if (behind.isEmpty()) {
                    LockSupport.park(this);
                } else {
                    LockSupport.parkNanos(this, RETRY_NANOS);
                }
                Thread.interrupted();
            }
        }
        behind.forEach(watcher -> watcher.end(endReason));
        behind.clear();
        live.removeAll().forEach(watcher -> watcher.end(endReason));
        finished = true;
        runRequests();
    }

    private boolean runRequests() {
        boolean any = false;
        for (Runnable next = requests.poll(); next != null; next = requests.poll()) {
            next.run();
            any = true;
        }
        return any;
    }

    private boolean deliverLive() {
        long from = delivered.revision();
        long upTo = observed.revision();
        if (upTo == from) {
            return false;
        }
        List<Commit> commits = history.between(from, upTo, LIVE_COMMITS_MAX);
        if (commits == null) {
            endLagging(from);
            return true;
        }
        for (Commit commit : commits) {
            for (WatchEvent event : commit.events()) {
                live.route(event);
            }
        }
        for (WatchGroups.Group group : live.takeTouched()) {
            List<WatchEvent> events = group.takePending();
            // A copy, because a watcher that fails leaves the group.
            for (Watcher watcher : List.copyOf(group.watchers())) {
                deliver(watcher, events);
            }
        }
        delivered.advance(
                commits.size() < LIVE_COMMITS_MAX ? upTo : commits.getLast().revision());
        return true;
    }

    /// The writers have outrun this thread by the whole history.
    private void endLagging(long from) {
        long trimmed = history.trimmedRevision();
        List<Watcher> lagging = live.removeAll();
        if (!lagging.isEmpty()) {
            LOG.warn("{} watches stood at revision {} when {} was compacted; they end", lagging.size(), from, trimmed);
        }
        lagging.forEach(watcher -> watcher.end(new CompactedException(from + 1, trimmed)));
        delivered.advance(trimmed);
    }

    private boolean catchUp() {
        if (behind.isEmpty()) {
            return false;
        }
        boolean any = false;
        for (Watcher watcher : List.copyOf(behind)) {
            if (!watcher.closed() && !watcher.ready() && watcher.position() >= history.trimmedRevision()) {
                continue;
            }
            any = true;
            if (watcher.closed() || advance(watcher)) {
                behind.remove(watcher);
            }
        }
        return any;
    }

    /// Delivers one slice of history.
    ///
    /// @return whether the watcher is behind no longer
    private boolean advance(Watcher watcher) {
        long upTo = delivered.revision();
        List<Commit> commits = history.between(watcher.position(), upTo, CATCH_UP_COMMITS_MAX);
        if (commits == null) {
            watcher.end(new CompactedException(watcher.position() + 1, history.trimmedRevision()));
            return true;
        }
        List<Commit> slice = slice(watcher, commits);
        deliver(watcher, eventsFor(watcher, slice));
        boolean reached = slice.size() == commits.size() && commits.size() < CATCH_UP_COMMITS_MAX;
        watcher.position(reached ? upTo : slice.getLast().revision());
        if (reached && !watcher.closed()) {
            live.add(watcher);
        }
        return reached;
    }

    /// The first of these commits, as many as have not too much in them for this watcher, but at least one.
    private static List<Commit> slice(Watcher watcher, List<Commit> commits) {
        long bytes = 0;
        for (int i = 0; i < commits.size(); i++) {
            for (WatchEvent event : commits.get(i).events()) {
                if (event.key().startsWith(watcher.prefix())) {
                    bytes += event.current().value().length;
                }
            }
            if (bytes > CATCH_UP_BYTES_MAX) {
                return commits.subList(0, i + 1);
            }
        }
        return commits;
    }

    private static List<WatchEvent> eventsFor(Watcher watcher, List<Commit> commits) {
        var events = new ArrayList<WatchEvent>();
        for (Commit commit : commits) {
            for (WatchEvent event : commit.events()) {
                if (event.key().startsWith(watcher.prefix())) {
                    events.add(event);
                }
            }
        }
        return events;
    }

    private boolean answerProgress() {
        if (progressRequests.isEmpty()) {
            return false;
        }
        List<ProgressRequest> open = List.copyOf(progressRequests);
        progressRequests.clear();
        boolean answered = false;
        for (ProgressRequest request : open) {
            Watcher watcher = request.watcher();
            if (behind.contains(watcher) || delivered.revision() < request.revision()) {
                progressRequests.add(request);
            } else {
                answered = true;
                guarded(watcher, () -> watcher.deliverProgress(delivered.revision()));
            }
        }
        return answered;
    }

    private void deliver(Watcher watcher, List<WatchEvent> events) {
        guarded(watcher, () -> watcher.deliver(events));
    }

    private void guarded(Watcher watcher, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            LOG.warn("The listener of a watch on {} failed; its watch ends", watcher.prefix(), e);
            watcher.end(new StoreException("the listener of the watch failed", e));
            forget(watcher);
        }
    }

    private void forget(Watcher watcher) {
        live.remove(watcher);
        behind.remove(watcher);
    }
}
