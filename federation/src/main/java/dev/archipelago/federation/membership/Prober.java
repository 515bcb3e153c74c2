package dev.archipelago.federation.membership;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.queue.Timers;
import dev.archipelago.controller.runtime.EventSink;
import dev.archipelago.federation.kinds.Cluster;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Probes one member periodically and writes the result into its Cluster object. Each probe runs on a thread of its
/// own, so a member that does not answer delays no other.
final class Prober implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Prober.class);

    private final String cluster;
    private final Connector.Connection connection;
    private final ClusterApi federation;
    private final Settings settings;
    private final Timers timers;
    private final Executor threads;
    private final EventSink events;
    private final LeftObjects left;
    private final Facts facts = new Facts();

    // Guarded by this:
    private Timers.@Nullable Alarm next;
    private boolean closed;

    /// How members are probed.
    ///
    /// @param period the time between probes
    record Settings(Health health, Duration period) {}

    Prober(
            String cluster,
            Connector.Connection connection,
            ClusterApi federation,
            Settings settings,
            Timers timers,
            Executor threads,
            EventSink events,
            LeftObjects left) {
        this.cluster = cluster;
        this.connection = connection;
        this.federation = federation;
        this.settings = settings;
        this.timers = timers;
        this.threads = threads;
        this.events = events;
        this.left = left;
        threads.execute(this::run);
    }

    private void run() {
        if (isClosed()) {
            return;
        }
        try {
            round();
        } catch (RuntimeException e) {
            log.debug("the state of cluster {} could not be written: {}", cluster, e.toString());
        }
        synchronized (this) {
            if (!closed) {
                next = timers.at(timers.instant().plus(settings.period()), () -> threads.execute(this::run));
            }
        }
    }

    private void round() {
        Health.Answer answer = Health.Answer.READY;
        String detail = "";
        try {
            connection.api().checkReady();
            facts.gather(connection.api(), timers.instant());
        } catch (ApiException e) {
            answer = switch (e.reason()) {
                case SERVICE_UNAVAILABLE, TIMEOUT -> Health.Answer.NONE;
                case REQUEST_ENTITY_TOO_LARGE -> Health.Answer.EXCESSIVE;
                default -> Health.Answer.NOT_READY;
            };
            detail = e.getMessage();
        } catch (RuntimeException e) {
            answer = Health.Answer.NONE;
            detail = e.toString();
        }
        Cluster known = federation.get(Cluster.KIND, Key.global(cluster)).orElse(null);
        if (known == null || isClosed()) {
            return;
        }
        Instant now = timers.instant();
        ObjectNode status = settings.health().after(known.status(), answer, detail, now);
        facts.putInto(status);
        if (answer == Health.Answer.READY) {
            left.putInto(status, now);
        }
        if (!status.equals(known.status())) {
            ObjectNode tree = known.tree();
            tree.set("status", status);
            federation.update(Cluster.KIND, tree, "status");
            ReadyChange.of(known, status).ifPresent(note -> events.say(ReadyChange.SOURCE, note));
            LeftObjects.change(known, status).ifPresent(note -> events.say(ReadyChange.SOURCE, note));
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (next != null) {
            next.cancel();
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }
}
