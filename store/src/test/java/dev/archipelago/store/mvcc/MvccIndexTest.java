package dev.archipelago.store.mvcc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.store.CompactedException;
import dev.archipelago.store.HistoryLimits;
import dev.archipelago.store.KeyValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MvccIndexTest {
    private final MvccIndex index = new MvccIndex("test-watch", 1, 0);

    @BeforeEach
    void start() {
        index.start();
    }

    @AfterEach
    void stop() {
        index.close();
    }

    @Test
    void stagedChangesAreInvisibleUntilPublished() {
        Commit commit = stage(2, put("/a", 2));

        assertThat(index.get("/a")).isEmpty();
        assertThat(index.count("/", "", 0)).isZero();
        assertThat(index.newest("/a")).isNotNull();

        index.publish(List.of(commit));

        assertThat(index.get("/a")).isPresent();
        assertThat(index.observedRevision()).isEqualTo(2);
    }

    @Test
    void stagedOverwriteLeavesTheOldValueReadable() {
        index.publish(List.of(stage(2, put("/a", 2))));
        stage(3, put("/a", 3));
        stage(4, Version.delete("/a", 4, 0));

        assertThat(index.get("/a").orElseThrow().modRevision()).isEqualTo(2);
        assertThat(index.newest("/a")).isNull();
    }

    @Test
    void compactionGivesAwayEachForgottenVersionOnce() {
        index.publish(List.of(
                stage(2, put("/a", 2)),
                stage(3, put("/b", 3)),
                stage(4, put("/a", 4)),
                stage(5, Version.delete("/a", 5, 0)),
                stage(6, put("/a", 6)),
                stage(7, put("/a", 7)),
                stage(8, Version.delete("/b", 8, 0))));

        assertThat(compact(4)).containsExactly("/a@2");
        assertThat(compact(5)).containsExactly("/a@4", "/a@5 deleted");
        assertThat(compact(6)).isEmpty();
        assertThat(compact(8)).containsExactly("/a@6", "/b@3", "/b@8 deleted");
        assertThat(compact(8)).isEmpty();
        assertThat(index.range("/", "", 8, 0).entries())
                .extracting(KeyValue::toString)
                .containsExactly("/a@7[1 bytes]");
        assertThat(index.keysHeld()).isEqualTo(1);
        assertThat(index.historyCommits()).isZero();
        assertThat(index.historyBytes()).isZero();
    }

    @Test
    void readsAtTheCompactedRevisionAreTheOldestThatSucceed() {
        index.publish(List.of(stage(2, put("/a", 2)), stage(3, put("/a", 3)), stage(4, put("/a", 4))));
        compact(3);

        assertThat(index.range("/", "", 3, 0).entries().getFirst().modRevision())
                .isEqualTo(3);
        assertThatThrownBy(() -> index.range("/", "", 2, 0)).isInstanceOf(CompactedException.class);
        assertThatThrownBy(() -> index.count("/", "", 2)).isInstanceOf(CompactedException.class);
        assertThatThrownBy(() -> index.range("/", "", 5, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void budgetIsMetByForgettingTheOldest() {
        for (int i = 2; i <= 101; i++) {
            index.publish(List.of(stage(i, put("/a", i))));
        }

        assertThat(fit(Long.MAX_VALUE, 100, 0, 1000)).isZero();
        assertThat(fit(Long.MAX_VALUE, 60, 0, 1000)).isEqualTo(41);
        assertThat(fit(Long.MAX_VALUE, 60, 0, 10)).isEqualTo(11);
        assertThat(fit(index.historyBytes() / 2, 1000, 0, 1000)).isBetween(50L, 53L);
        assertThat(fit(0, 1000, 0, 1000)).isEqualTo(101);
        assertThat(fit(Long.MAX_VALUE, 1000, 7, 1000)).isEqualTo(7);
    }

    @Test
    void readersNeverMissAKeyThatIsOverwrittenAndCompacted() throws Exception {
        index.publish(List.of(stage(2, put("/a", 2))));
        var writing = new AtomicBoolean(true);
        var missed = new AtomicInteger();
        Thread reader = Thread.startVirtualThread(() -> {
            while (writing.get()) {
                boolean got = index.get("/a").isPresent();
                boolean ranged = index.range("/", "", 0, 0).entries().size() == 1;
                boolean counted = index.count("/", "", 0) == 1;
                missed.addAndGet(got && ranged && counted ? 0 : 1);
            }
        });
        for (int revision = 3; revision < 60_000; revision++) {
            index.publish(List.of(stage(revision, put("/a", revision))));
            index.compact(revision, forgotten -> {});
        }
        writing.set(false);
        reader.join();

        assertThat(missed.get()).isZero();
    }

    private Commit stage(long revision, Version... versions) {
        return index.stage(revision, List.of(versions));
    }

    private static Version put(String key, long revision) {
        return Version.put(new KeyValue(key, "x".getBytes(UTF_8), revision, revision), 0);
    }

    private long fit(long bytesMax, long revisionsMax, long agedRevision, int stepMax) {
        return index.revisionToFit(new HistoryLimits(bytesMax, revisionsMax, Duration.ZERO), agedRevision, stepMax);
    }

    private List<String> compact(long revision) {
        var forgotten = new ArrayList<String>();
        index.compact(
                revision,
                version -> forgotten.add(
                        version.key() + "@" + version.revision() + (version.deleted() ? " deleted" : "")));
        return forgotten;
    }
}
