package dev.archipelago.store.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.store.Outcome;
import dev.archipelago.store.RecordingListener;
import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import dev.archipelago.store.WatchEvent;
import dev.archipelago.testing.TestingEtcd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// etcd goes away and comes back.
@Timeout(90)
class EtcdFaultsIT {

    @ParameterizedTest
    @ValueSource(strings = {"frozen", "killed"})
    void absenceGivesErrorsAndThenEverythingGoesOn(String how) {
        try (TestingEtcd etcd = TestingEtcd.start(1);
                Store store = open(etcd)) {
            var listener = new RecordingListener();
            store.watch("/", store.observedRevision() + 1, listener);
            put(store, "/before");

            boolean frozen = how.equals("frozen");
            if (frozen) {
                etcd.member(0).freeze();
            } else {
                etcd.member(0).kill();
            }
            assertThatThrownBy(() -> put(store, "/during"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(frozen ? "outcome is unknown" : "etcd");
            assertThatThrownBy(store::latestRevision)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("does not answer");
            assertThat(store.get("/before")).isPresent();
            assertThat(store.range("/", "", 0, 0).entries()).isNotEmpty();

            if (frozen) {
                etcd.member(0).thaw();
            } else {
                etcd.member(0).start();
            }
            etcd.member(0).awaitHealthy();
            long after = putUntilItWorks(store, "/after");
            List<WatchEvent> events = listener.awaitRevision(after);
            assertThat(events).extracting(WatchEvent::revision).isSorted().doesNotHaveDuplicates();
            assertThat(events).extracting(WatchEvent::key).startsWith("/before").endsWith("/after");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower", "frozen leader"})
    void clusterLosesAMemberWithoutLosingAWrite(String which) throws Exception {
        try (TestingEtcd etcd = TestingEtcd.start(3)) {
            int victim = IntStream.range(0, 3)
                    .filter(i -> etcd.member(i).leader() == which.endsWith("leader"))
                    .findFirst()
                    .orElseThrow();
            // The store talks to the member that will be lost.
            var endpoints = new ArrayList<>(etcd.endpoints());
            endpoints.addFirst(endpoints.remove(victim));
            try (Store store = EtcdStore.open(EtcdOptions.at(endpoints).withTimeout(Duration.ofSeconds(2)))) {
                var listener = new RecordingListener();
                store.watch("/", store.observedRevision() + 1, listener);
                var load = new Load(store);
                load.awaitAcknowledged(100);
                if (which.startsWith("frozen")) {
                    etcd.member(victim).freeze();
                } else {
                    etcd.member(victim).kill();
                }
                load.awaitQuiet();
                load.stop();

                Set<String> found = store.range("/", "", 0, 0).entries().stream()
                        .map(entry -> entry.key())
                        .collect(Collectors.toSet());
                assertThat(found).containsAll(load.acknowledged);
                assertThat(load.failures)
                        .allSatisfy(failure -> assertThat(failure).isInstanceOf(StoreException.class));
                long last = put(store, "/last");
                List<WatchEvent> events = listener.awaitRevision(last);
                assertThat(events)
                        .extracting(WatchEvent::key)
                        .containsAll(load.acknowledged)
                        .doesNotHaveDuplicates();
                assertThat(events).extracting(WatchEvent::revision).isSorted();
            }
        }
    }

    @Test
    void storeOpensWhenTheFirstEndpointIsDown() {
        try (TestingEtcd etcd = TestingEtcd.start(1)) {
            var endpoints = List.of("http://127.0.0.1:1", etcd.member(0).endpoint());
            try (Store store = EtcdStore.open(EtcdOptions.at(endpoints))) {
                put(store, "/a");
                assertThat(store.get("/a")).isPresent();
            }
        }
    }

    /// Writers that never stop, and what became of each write.
    private static final class Load {
        private static final int WRITERS = 8;
        /// So many writes in a row without a failure mean that the cluster has recovered.
        private static final int QUIET = 400;

        private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        private final AtomicInteger inARow = new AtomicInteger();
        private final AtomicBoolean running = new AtomicBoolean(true);
        private final List<Thread> threads = new ArrayList<>();

        Load(Store store) {
            for (int i = 0; i < WRITERS; i++) {
                String writer = "/writer" + i + "/";
                threads.add(Thread.startVirtualThread(() -> write(store, writer)));
            }
        }

        private void write(Store store, String writer) {
            for (int i = 0; running.get(); i++) {
                try {
                    put(store, writer + i);
                    acknowledged.add(writer + i);
                    inARow.incrementAndGet();
                } catch (RuntimeException e) {
                    failures.add(e);
                    inARow.set(0);
                }
            }
        }

        void awaitAcknowledged(int count) throws InterruptedException {
            while (acknowledged.size() < count) {
                Thread.sleep(10);
            }
        }

        /// The writes that were under way fail, those of the election may; then none does.
        void awaitQuiet() throws InterruptedException {
            inARow.set(0);
            while (inARow.get() < QUIET) {
                Thread.sleep(10);
            }
        }

        void stop() throws InterruptedException {
            running.set(false);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static Store open(TestingEtcd etcd) {
        return EtcdStore.open(EtcdOptions.at(etcd.endpoints()).withTimeout(Duration.ofSeconds(1)));
    }

    private static long putUntilItWorks(Store store, String key) {
        while (true) {
            try {
                return put(store, key);
            } catch (StoreException e) {
                // Not back yet; the test's own timeout bounds this.
            }
        }
    }

    private static long put(Store store, String key) {
        Outcome outcome =
                store.commit(new Transaction(List.of(), List.of(new Transaction.Put(key, "value".getBytes(UTF_8)))));
        return ((Outcome.Committed) outcome).revision();
    }
}
