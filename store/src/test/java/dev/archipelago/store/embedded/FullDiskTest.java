package dev.archipelago.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.store.Store;
import dev.archipelago.store.StoreException;
import dev.archipelago.store.Transaction;
import dev.archipelago.testing.ForkedJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk that takes no more, played by a limit on the size of files.
class FullDiskTest {
    private static final int FILE_KILOBYTES_MAX = 1500;

    @TempDir
    private Path directory;

    @Test
    void failedWriteFailsAllCommitsAndLosesNothing() throws Exception {
        // With its files in place: only the log grows against the limit.
        EmbeddedStore.open(TestingOptions.in(directory)).close();
        var command =
                new ArrayList<>(List.of("bash", "-c", "ulimit -f " + FILE_KILOBYTES_MAX + "; exec \"$@\"", "bash"));
        command.addAll(ForkedJvm.command(FullDiskTest.class, directory.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        String[] result = output.lines()
                .filter(line -> line.startsWith("acknowledged "))
                .findFirst()
                .orElseThrow()
                .split(" ");
        try (Store store = EmbeddedStore.open(TestingOptions.in(directory))) {
            assertThat(store.observedRevision()).isGreaterThanOrEqualTo(Long.parseLong(result[2]));
            assertThat(store.count("/", "", 0)).isGreaterThanOrEqualTo(Long.parseLong(result[1]));
            store.commit(Transaction.create("/after", new byte[10]));
        }
    }

    /// Writes until it cannot, and checks how that shows.
    public static void main(String[] arguments) throws InterruptedException {
        byte[] value = new byte[2000];
        new Random(1).nextBytes(value);
        var acknowledged = new AtomicInteger();
        var revision = new AtomicLong();
        var failures = new ConcurrentLinkedQueue<StoreException>();
        try (Store store = EmbeddedStore.open(TestingOptions.in(Path.of(arguments[0])))) {
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < 4; i++) {
                String writer = "/" + i + "/";
                threads.add(Thread.startVirtualThread(() -> {
                    try {
                        for (int k = 0; k < 10_000; k++) {
                            store.commit(Transaction.create(writer + k, value));
                            revision.accumulateAndGet(
                                    store.get(writer + k).orElseThrow().modRevision(), Math::max);
                            acknowledged.incrementAndGet();
                        }
                    } catch (StoreException e) {
                        failures.add(e);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            check(failures.size() == 4, "every writer fails, not only " + failures.size());
            check(store.count("/", "", 0) == acknowledged.get(), "what failed cannot be read");
            check(store.observedRevision() == revision.get(), "the revision stays");
            check(store.isBroken(), "it says that it is broken");
            try {
                store.commit(Transaction.create("/later", new byte[1]));
                check(false, "later commits fail");
            } catch (StoreException e) {
                check(String.valueOf(e.getMessage()).startsWith("the store cannot write any more: "), e.toString());
            }
        }
        System.out.println("acknowledged " + acknowledged + " " + revision);
    }

    private static void check(boolean condition, String what) {
        if (!condition) {
            System.out.println("NOT SO: " + what);
            System.exit(1);
        }
    }
}
