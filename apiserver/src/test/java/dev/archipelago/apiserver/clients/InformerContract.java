package dev.archipelago.apiserver.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.clients.Churn.Change;
import dev.archipelago.apiserver.clients.OutsideClient.Listing;
import dev.archipelago.apiserver.testing.TestingApiServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What an informer is put through: 10,000 changes, a restart in the midst of them, a compaction while it cannot
/// connect, and lists in pages while others write. In the end it must have everything exactly as the server has it,
/// and must have been told of every change, once, except for those that were forgotten while it was away.
abstract class InformerContract {
    private static final Logger log = LoggerFactory.getLogger(InformerContract.class);
    private static final String NAMESPACE = "churn";
    private static final String PATH = "/api/v1/namespaces/" + NAMESPACE + "/configmaps";
    private static final int PAGE = 37;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Sightings sightings = new Sightings();
    private final Churn churn = new Churn(() -> this.server.admin(), PATH);

    @SuppressWarnings("NullAway.Init") // the test starts with it
    private volatile TestingApiServer server;

    abstract OutsideClient connect(Path kubeconfig, String namespace) throws Exception;

    /// Whether the informer goes on from the last version it saw when a server comes back.
    boolean resumesAfterRestart() {
        return true;
    }

    @Test
    void informerHasEverythingInTheEndAndMissesNothingOnTheWay(@TempDir Path directory) throws Exception {
        server = TestingApiServer.start(directory);
        int port = server.port();
        server.admin().post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + NAMESPACE + "\"}}");
        List<Change> beforeStart = churn.run(500);
        try (OutsideClient client = connect(server.kubeconfig(), NAMESPACE)) {
            client.startInformer(sightings);

            List<Listing> listings = new ArrayList<>();
            List<Change> listed = changeWhileListing(client, listings);
            checkInformed(client, listed);
            List<Change> restarted = changeWhileRestarting(directory, port);
            if (resumesAfterRestart()) {
                checkInformed(client, restarted);
            }
            awaitSameState(client);
            List<Change> forgotten = changeUnseenAndCompact(directory);
            server = TestingApiServer.start(directory, port);
            awaitSameState(client);
            List<Change> after = churn.run(2_000);
            checkInformed(client, after);

            checkListings(listings, beforeStart, listed);
            assertThat(sightings.wrong()).isEmpty();
            assertThat(listed.size() + restarted.size() + forgotten.size() + after.size())
                    .isGreaterThanOrEqualTo(10_000);
        } finally {
            server.close();
        }
    }

    private List<Change> changeWhileListing(OutsideClient client, List<Listing> listings) throws Exception {
        try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<Change>> writing = thread.submit(() -> churn.run(4_000));
            while (!writing.isDone()) {
                listings.add(client.list(PAGE));
                // Leaves the processor to the writers.
                Thread.sleep(50);
            }
            return writing.get();
        }
    }

    private List<Change> changeWhileRestarting(Path directory, int port) throws Exception {
        try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor()) {
            long enough = server.store().observedRevision() + 1_000;
            Future<List<Change>> writing = thread.submit(() -> churn.run(3_000));
            while (server.store().observedRevision() < enough) {
                Thread.sleep(1);
            }
            server.close();
            server = TestingApiServer.start(directory, port);
            return writing.get();
        }
    }

    /// Makes changes through a server on another port, which the informer does not know, and has the store forget
    /// them.
    private List<Change> changeUnseenAndCompact(Path directory) throws Exception {
        server.close();
        server = TestingApiServer.start(directory);
        List<Change> unseen = churn.run(1_000);
        server.store().compact(server.store().observedRevision());
        server.close();
        return unseen;
    }

    private void checkInformed(OutsideClient client, List<Change> changes) throws InterruptedException {
        awaitSameState(client);
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        List<Change> lost = notToldOnce(changes);
        // The cache is ahead of the listener.
        while (!lost.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(20);
            lost = notToldOnce(changes);
        }
        assertThat(lost)
                .as("of %d changes; the informer told %s", changes.size(), sightings)
                .isEmpty();
        log.info("{}: {} changes told; so far {}", getClass().getSimpleName(), changes.size(), sightings);
    }

    /// Nobody writes now: the informer has to arrive at what the server has.
    private void awaitSameState(OutsideClient client) throws InterruptedException {
        Map<String, Seen> truth = Seen.list(server.admin(), PATH);
        assertThat(truth).isNotEmpty();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!client.caches().stream().allMatch(truth::equals) && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        for (Map<String, Seen> cache : client.caches()) {
            assertThat(cache).isEqualTo(truth);
        }
    }

    private List<Change> notToldOnce(List<Change> changes) {
        return changes.stream().filter(change -> timesTold(change) != 1).toList();
    }

    private int timesTold(Change change) {
        return change.deletion()
                ? sightings.deletions(change.uid()).size()
                : sightings.timesSeen(change.uid(), change.version());
    }

    /// All pages of a list are of one moment, and have all that existed at that moment.
    private void checkListings(List<Listing> listings, List<Change> before, List<Change> during) {
        assertThat(listings).isNotEmpty();
        for (Listing listing : listings) {
            assertThat(listing.versions()).hasSizeGreaterThan(1);
            assertThat(listing.versions().stream().distinct()).hasSize(1);
            Map<String, Long> expected = new TreeMap<>();
            before.forEach(change -> apply(change, expected));
            long version = Long.parseLong(listing.versions().getFirst());
            during.stream().filter(change -> versionOf(change) <= version).forEach(change -> apply(change, expected));
            Map<String, Long> found = new TreeMap<>();
            listing.items().forEach(item -> found.put(item.name(), item.version()));
            assertThat(found).isEqualTo(expected);
            assertThat(listing.items()).hasSameSizeAs(expected.keySet());
        }
        log.info("{}: {} lists in pages checked", getClass().getSimpleName(), listings.size());
    }

    private long versionOf(Change change) {
        return change.deletion() ? sightings.deletions(change.uid()).getFirst() : change.version();
    }

    private static void apply(Change change, Map<String, Long> state) {
        if (change.deletion()) {
            state.remove(change.name());
        } else {
            state.put(change.name(), change.version());
        }
    }
}
