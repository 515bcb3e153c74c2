package dev.archipelago.controller.leader;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.controller.leader.ElectionDecision.Act;
import dev.archipelago.controller.leader.ElectionDecision.Observed;
import dev.archipelago.controller.queue.Timers;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// A candidate in a leader election. It tries as long as it is open, also after it has lost leadership.
///
/// A leader has renewed its Lease within the renew deadline, which is shorter than the time that others wait: as long
/// as clocks run at about the same speed, there are never two.
public final class LeaderElection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LeaderElection.class);
    private static final Kind<AnyObject> LEASES =
            AnyObject.kind(GroupVersionKind.of("coordination.k8s.io/v1", "Lease"), "leases", true);

    private final ClusterApi api;
    private final Timers timers;
    private final Executor threads;
    private final Key lease;
    private final Timing timing;
    private final ElectionDecision candidacy;
    private final Listener listener;
    private final Object delivery = new Object();

    // Used by the one running attempt:
    private @Nullable Stored seen;
    private Observed observed = new Observed(Optional.empty(), Instant.EPOCH);

    // Guarded by this:
    private boolean closed;
    private boolean attempting;
    private Instant leadsUntil = Instant.MIN;
    private long term;
    private Timers.Alarm next = () -> {};
    private Timers.Alarm deadline = () -> {};

    // Guarded by delivery:
    private long deliveredTerm;

    /// The periods of an election.
    ///
    /// @param lease how long candidates wait for a leader that does not renew
    /// @param renewDeadline after which a leader that could not renew steps down
    /// @param retry the time between attempts
    public record Timing(Duration lease, Duration renewDeadline, Duration retry) {
        public static final Timing USUAL =
                new Timing(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

        public Timing {
            if (lease.compareTo(renewDeadline) <= 0 || renewDeadline.compareTo(retry) <= 0) {
                throw new IllegalArgumentException("a lease must be longer than the renew deadline, that than retry");
            }
        }
    }

    /// Is called on each change, one at a time. It must not close the election.
    public interface Listener {
        void leading(boolean now);
    }

    /// @param threads run attempts, which block
    /// @param identity unique for each process
    public LeaderElection(
            ClusterApi api,
            Timers timers,
            Executor threads,
            Key lease,
            String identity,
            Timing timing,
            Listener listener) {
        this.api = api;
        this.timers = timers;
        this.threads = threads;
        this.lease = lease;
        this.timing = timing;
        this.candidacy = new ElectionDecision(identity, timing.lease);
        this.listener = listener;
    }

    /// Starts trying.
    public void start() {
        again(timers.instant());
    }

    /// Whether this process leads at this moment.
    public synchronized boolean isLeader() {
        return !closed && timers.instant().isBefore(leadsUntil);
    }

    private synchronized void again(Instant time) {
        if (!closed) {
            next.cancel();
            next = timers.at(time, () -> threads.execute(this::attempt));
        }
    }

    private void attempt() {
        synchronized (this) {
            if (closed || attempting) {
                return;
            }
            attempting = true;
        }
        // Counted from before the request, as its effect is later for all others.
        Instant start = timers.instant();
        Instant until = start.plus(timing.retry);
        try {
            if (!isLeader() || seen == null) {
                look(start);
            }
            until = act(candidacy.decide(observed, start), start);
        } catch (RuntimeException e) {
            seen = null;
            if (!(e instanceof ApiException failure) || failure.reason() != Reason.CONFLICT) {
                log.info("the lease {} could not be read or written: {}", lease, e.toString());
            }
        } finally {
            synchronized (this) {
                attempting = false;
                notifyAll();
            }
        }
        deliver();
        again(until);
    }

    private void look(Instant now) {
        @Nullable Stored found = api.get(LEASES, lease).map(AnyObject::stored).orElse(null);
        Optional<LeaseRecord> record = Optional.ofNullable(found).map(stored -> LeaseRecord.read(stored.tree()));
        if (!record.equals(observed.record())) {
            observed = new Observed(record, now);
        }
        seen = found;
    }

    /// @return when to try again
    private Instant act(Act act, Instant start) {
        Instant soon = start.plus(timing.retry);
        switch (act) {
            case Act.Create(LeaseRecord record) -> hold(record, api.create(LEASES, record.fresh(lease)), start);
            case Act.Update(LeaseRecord record) -> hold(record, update(record), start);
            case Act.Wait(Instant until) -> {
                // It belongs to another, whatever this process believed.
                stepDown();
                return until.isBefore(soon) ? until : soon;
            }
        }
        return soon;
    }

    private Stored update(LeaseRecord record) {
        Stored base = seen;
        if (base == null) {
            throw new IllegalStateException("no lease has been seen");
        }
        ObjectNode tree = base.tree();
        record.writeTo(tree);
        return api.update(LEASES, tree, "");
    }

    private void hold(LeaseRecord record, Stored written, Instant start) {
        seen = written;
        observed = new Observed(Optional.of(LeaseRecord.read(written.tree())), start);
        synchronized (this) {
            if (closed) {
                return;
            }
            if (!start.isBefore(leadsUntil)) {
                term++;
                log.info("{} leads by {}", record.holder(), lease);
            }
            leadsUntil = start.plus(timing.renewDeadline);
            deadline.cancel();
            Instant end = leadsUntil;
            deadline = timers.at(end, () -> threads.execute(() -> expire(end)));
        }
    }

    private void expire(Instant end) {
        synchronized (this) {
            if (!leadsUntil.equals(end)) {
                return;
            }
            stepDown();
        }
        log.warn("the lease {} was not renewed in time", lease);
        deliver();
    }

    private synchronized void stepDown() {
        leadsUntil = Instant.MIN;
    }

    private void deliver() {
        synchronized (delivery) {
            long now;
            synchronized (this) {
                now = isLeader() ? term : 0;
            }
            if (deliveredTerm == now) {
                return;
            }
            if (deliveredTerm != 0) {
                listener.leading(false);
            }
            if (now != 0) {
                listener.leading(true);
            }
            deliveredTerm = now;
        }
    }

    /// Steps down and releases the Lease, after the listener has returned.
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            next.cancel();
            deadline.cancel();
        }
        deliver();
        if (!awaitAttempt() || seen == null) {
            return;
        }
        try {
            Instant now = timers.instant();
            observed.record()
                    .filter(record -> record.holder().equals(candidacy.identity()))
                    .ifPresent(record -> update(candidacy.released(record, now)));
        } catch (RuntimeException e) {
            log.info("the lease {} could not be released: {}", lease, e.toString());
        }
    }

    /// Waits for the attempt in progress, at most as long as the renew deadline.
    private synchronized boolean awaitAttempt() {
        long end = System.nanoTime() + timing.renewDeadline.toNanos();
        try {
            while (attempting) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return false;
                }
                wait(left);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
