package dev.archipelago.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.store.NoSpaceException;
import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A store that has no room, and gets some.
@Timeout(120)
class RoomTest {
    private static final int VALUE_BYTES = 20_000;

    @TempDir
    private Path directory;

    private final byte[] value = new byte[VALUE_BYTES];
    private @Nullable Path mounted;

    RoomTest() {
        new Random(1).nextBytes(value);
    }

    @AfterEach
    void unmount() throws Exception {
        if (mounted != null) {
            run("umount", "-l", mounted.toString());
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /// A file system of its own.
    private Path disk(int megabytes) throws Exception {
        Path point = Files.createDirectory(directory.resolve("disk"));
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", point.toString()) == 0,
                "SKIPPED: a file system of a few megabytes cannot be mounted here");
        mounted = point;
        return point;
    }

    private List<String> fill(Store store, int most) {
        List<String> acknowledged = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            store.commit(Transaction.create("/" + i, value));
            acknowledged.add("/" + i);
        }
        return acknowledged;
    }

    private static void awaitRoom(Store store) throws InterruptedException {
        while (!store.trouble().isEmpty()) {
            Thread.sleep(20);
        }
    }

    private static void delete(Store store, String key) {
        store.commit(Transaction.delete(key, store.get(key).orElseThrow().modRevision()));
    }

    @Test
    void aFullQuotaRefusesGrowthUntilSomethingIsDeleted() throws Exception {
        try (Store store = EmbeddedStore.open(TestingOptions.in(directory).withQuota(StoreQuota.of(1 << 20)))) {
            assertThatThrownBy(() -> fill(store, 1000))
                    .isInstanceOf(NoSpaceException.class)
                    .hasMessageContaining("no space: the stores keep more than their quota of 1 MiB; delete something");
            long kept = store.count("/", "", 0);
            assertThat(kept).isBetween(45L, 60L);
            assertThat(store.trouble()).contains("quota");
            assertThat(store.isBroken()).isFalse();

            // What is no larger, or hardly, is taken: a deletion timestamp must be.
            store.commit(Transaction.replace(
                    "/1",
                    new byte[VALUE_BYTES + 100],
                    store.get("/1").orElseThrow().modRevision()));
            assertThatThrownBy(() -> store.commit(Transaction.replace(
                            "/2",
                            new byte[VALUE_BYTES + 1000],
                            store.get("/2").orElseThrow().modRevision())))
                    .isInstanceOf(NoSpaceException.class);
            assertThat(store.get("/2").orElseThrow().value()).hasSize(VALUE_BYTES);

            for (int i = 0; i < 20; i++) {
                delete(store, "/" + i);
            }
            awaitRoom(store);
            store.commit(Transaction.create("/after", value));
            assertThat(store.count("/", "", 0)).isEqualTo(kept - 19);
        }
    }

    @Test
    void storesOfOneQuotaShareIt() {
        StoreQuota quota = StoreQuota.of(1 << 20);
        EmbeddedOptions first = TestingOptions.in(directory.resolve("first")).withQuota(quota);
        try (Store other =
                EmbeddedStore.open(TestingOptions.in(directory.resolve("other")).withQuota(quota))) {
            try (Store store = EmbeddedStore.open(first)) {
                assertThatThrownBy(() -> fill(store, 1000)).isInstanceOf(NoSpaceException.class);
                assertThatThrownBy(() -> other.commit(Transaction.create("/a", value)))
                        .isInstanceOf(NoSpaceException.class);
            }
            // What is closed takes nothing.
            assertThat(quota.isExceeded()).isFalse();
        }
    }

    @Test
    void aDiskThatFillsRefusesAllButDeletions() throws Exception {
        Path disk = disk(64);
        try (Store store =
                EmbeddedStore.open(TestingOptions.in(disk.resolve("store")).withFreeBytesMin(6 << 20))) {
            fill(store, 10);
            Path filler = Files.write(disk.resolve("filler"), new byte[60 << 20]);
            while (store.trouble().isEmpty()) {
                Thread.sleep(20);
            }
            assertThat(store.trouble()).isEqualTo("less than 6 MiB are free on the disk");
            assertThatThrownBy(() -> store.commit(Transaction.create("/more", value)))
                    .isInstanceOf(NoSpaceException.class)
                    .hasMessageContaining("free on the disk");
            delete(store, "/3");
            assertThat(store.get("/4")).isPresent();

            Files.delete(filler);
            awaitRoom(store);
            store.commit(Transaction.create("/more", value));
        }
    }

    @Test
    void aDiskThatIsFullLosesNothingAndTheStoreGoesOn() throws Exception {
        Path disk = disk(64);
        EmbeddedOptions options = TestingOptions.in(disk.resolve("store")).withFreeBytesMin(0);
        List<String> acknowledged = new ArrayList<>();
        String unknown = "";
        try (Store store = EmbeddedStore.open(options)) {
            acknowledged.addAll(fill(store, 100));
            Path filler = disk.resolve("filler");
            run("bash", "-c", "cat /dev/zero > " + filler);
            for (int i = 0; unknown.isEmpty(); i++) {
                try {
                    store.commit(Transaction.create("/then" + i, value));
                    acknowledged.add("/then" + i);
                } catch (StoreException e) {
                    assertThat(e).hasMessageContaining("outcome is unknown");
                    unknown = "/then" + i;
                }
            }
            assertThat(store.isBroken()).isFalse();
            assertThat(store.trouble()).isEqualTo("the disk is full");
            assertThat(store.get("/5")).isPresent();
            assertThat(store.get(unknown)).isEmpty();

            Files.delete(filler);
            awaitRoom(store);
            delete(store, "/5");
            acknowledged.remove("/5");
            store.commit(Transaction.create("/after", value));
            acknowledged.add("/after");
            // What was on its way is there now; later commits may stand on it.
            assertThat(store.get(unknown)).isPresent();
            store.compact(store.observedRevision());
        }
        try (Store store = EmbeddedStore.open(options)) {
            assertThat(store.range("/", "", 0, 0).entries())
                    .extracting(entry -> entry.key())
                    .containsAll(acknowledged);
            assertThat(store.get("/5")).isEmpty();
            store.commit(Transaction.create("/again", value));
        }
    }
}
