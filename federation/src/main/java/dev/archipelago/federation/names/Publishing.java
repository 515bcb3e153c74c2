package dev.archipelago.federation.names;

import dev.archipelago.cluster.dns.FederatedNames;
import dev.archipelago.dns.publish.Change;
import dev.archipelago.dns.publish.Difference;
import dev.archipelago.dns.publish.Holdings;
import dev.archipelago.dns.publish.PublishException;
import dev.archipelago.dns.publish.Publisher;
import dev.archipelago.dns.publish.RecordSet;
import dev.archipelago.dns.publish.UpdateResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;

/// Publishes the federation's DNS records to a zone on another name server. Records of others in the zone are left
/// alone. Published records stay when this ends, because clusters go on without the federation.
public final class Publishing implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Publishing.class);

    /// Changes come in bursts, and one message can carry many.
    private static final Duration GATHERING = Duration.ofMillis(50);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(30);
    private static final Duration GOOD_FOR = Duration.ofMinutes(5);

    private final FederatedNames names;
    private final Name zone;
    private final Publisher publisher;
    private final Semaphore changed = new Semaphore(1);
    private final Thread thread;

    // Used by the thread only:
    private @Nullable Holdings held;
    private String complaint = "";

    private Publishing(FederatedNames names, Name zone, Publisher publisher) {
        this.names = names;
        this.zone = zone;
        this.publisher = publisher;
        this.thread = Thread.ofVirtual().name("publishing").unstarted(this::run);
    }

    /// Starts publishing. All names must be known by now, as records without a name here are removed.
    ///
    /// @param zone that all names are in, such as `example.com.`
    public static Publishing start(FederatedNames names, Name zone, Publisher publisher) {
        Publishing publishing = new Publishing(names, zone, publisher);
        names.listen(publishing.changed::release);
        publishing.thread.start();
        return publishing;
    }

    private void run() {
        Duration pause = PAUSE;
        try {
            while (true) {
                if (isPublished()) {
                    pause = PAUSE;
                    if (!changed.tryAcquire(GOOD_FOR.toMinutes(), TimeUnit.MINUTES)) {
                        // The zone may have been changed, or the server may have lost it.
                        held = null;
                    }
                } else {
                    // Retry later, or on a change.
                    boolean _ = changed.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
                    pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
                }
                Thread.sleep(GATHERING);
                changed.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Updates the zone.
    ///
    /// @return whether it is up to date
    private boolean isPublished() {
        try {
            Holdings before = held == null ? publisher.read(zone) : held;
            List<Change> changes = Difference.between(before, wanted(namesInZone()));
            // Unknown until the update has a result.
            held = null;
            UpdateResult outcome = publisher.publish(zone, changes);
            held = before.after(outcome);
            complain(problem(outcome));
            return outcome.taken().isEmpty() && outcome.refused().isEmpty();
        } catch (PublishException e) {
            complain(e.getMessage());
            return false;
        } catch (RuntimeException e) {
            log.error("zone {} could not be published", zone, e);
            return false;
        }
    }

    /// Skips names outside the zone, so that one such name does not block the others.
    private List<List<Record>> namesInZone() {
        return names.all().entrySet().stream()
                .filter(entry -> entry.getKey().subdomain(zone))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static String problem(UpdateResult outcome) {
        List<String> problems = new ArrayList<>();
        outcome.taken().forEach(name -> problems.add(name + " has records of others"));
        outcome.refused().forEach((name, reason) -> problems.add(name + ": " + reason));
        return String.join("; ", problems);
    }

    /// Logs each problem once, however often it is tried again.
    private void complain(@Nullable String problem) {
        String now = problem == null ? "" : problem;
        if (!now.equals(complaint)) {
            complaint = now;
            if (now.isEmpty()) {
                log.info("zone {} is published again", zone);
            } else {
                log.warn("zone {} is not fully published: {}", zone, now);
            }
        }
    }

    /// The records, grouped by name and type.
    static List<RecordSet> wanted(Collection<List<Record>> records) {
        List<RecordSet> wanted = new ArrayList<>();
        for (List<Record> atName : records) {
            Map<Integer, List<Record>> byType = new TreeMap<>();
            atName.forEach(record -> byType.computeIfAbsent(record.getType(), type -> new ArrayList<>())
                    .add(record));
            byType.forEach((type, some) -> wanted.add(new RecordSet(
                    some.getFirst().getName(), type, some.getFirst().getTTL(), some)));
        }
        return wanted;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
