package dev.archipelago.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.store.RecordingListener;
import dev.archipelago.store.Store;
import dev.archipelago.store.WatchEvent;
import dev.archipelago.testing.ForkedJvm;
import dev.archipelago.testing.Linearizability;
import dev.archipelago.testing.Operation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kills a writing process at random moments, again and again, and compares what is found with what was acknowledged.
///
/// `-Dcrash.rounds=N` kills N times; `-Dcrash.seed=S` chooses other moments.
class CrashTest {
    private static final int ROUNDS = Integer.getInteger("crash.rounds", 8);
    private static final long SEED = Long.getLong("crash.seed", 1);

    @TempDir
    private Path directory;

    private final Random random = new Random(SEED);
    private final List<Operation> history = new ArrayList<>();
    private final Map<String, Swap> swaps = new HashMap<>();
    private final TreeMap<Long, Swap> acknowledged = new TreeMap<>();
    private long clock;
    private long lastRevision = 1;

    private record Swap(String register, String to) {}

    private record Begun(String[] words, long called) {}

    @Test
    void acknowledgedWritesSurviveAndNothingIsHalfThere() throws Exception {
        int changes = 0;
        for (int round = 0; round < ROUNDS; round++) {
            replay(runAndKill(round));
            changes += inspect();
        }

        assertThat(changes).as("changes in all rounds").isGreaterThan(ROUNDS);
        assertThat(Linearizability.findViolation(history))
                .as("with seed %d", SEED)
                .isEmpty();
    }

    private List<String> runAndKill(int round) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        ForkedJvm.command(CrashingWriter.class, directory.toString(), Integer.toString(round)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var lines = new ArrayList<String>();
        var ready = new CompletableFuture<Void>();
        Thread reader = Thread.startVirtualThread(() -> read(process, lines, ready));
        // Now and then it is killed while it opens the store.
        if (random.nextInt(4) > 0) {
            ready.join();
        }
        Thread.sleep(random.nextInt(400));
        // Not through the process itself, which would close its output before all is read.
        process.toHandle().destroyForcibly();
        reader.join();
        return lines;
    }

    private static void read(Process process, List<String> lines, CompletableFuture<Void> ready) {
        try (BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith("ready")) {
                    ready.complete(null);
                } else {
                    lines.add(line);
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        } finally {
            ready.complete(null);
        }
    }

    /// Makes operations of what the process said. What began and did not end may have happened or not.
    private void replay(List<String> lines) {
        var open = new HashMap<String, Begun>();
        for (String line : lines) {
            clock++;
            String[] words = line.split(" ");
            String id = words[1];
            if (words[0].equals(">")) {
                open.put(id, new Begun(words, clock));
                if (words[2].equals("swap")) {
                    swaps.put(words[5].equals("-") ? id : words[5], new Swap(words[3], words[5]));
                }
            } else {
                record(requireNonNull(open.remove(id)), words);
            }
        }
        for (Begun unanswered : open.values()) {
            String[] begun = unanswered.words();
            if (begun[2].equals("swap")) {
                var action = new Operation.Swap(optional(begun[4]), optional(begun[5]));
                history.add(new Operation(begun[3], unanswered.called(), Operation.NEVER, action));
            }
        }
    }

    private void record(Begun operation, String[] ended) {
        String[] begun = operation.words();
        long called = operation.called();
        String register = begun[3];
        if (begun[2].equals("read")) {
            history.add(new Operation(register, called, clock, new Operation.Read(optional(ended[2]))));
        } else if (ended[2].equals("refused")) {
            history.add(new Operation(register, called, clock, new Operation.RefusedSwap(optional(begun[4]))));
        } else {
            var swap = new Swap(register, begun[5]);
            history.add(
                    new Operation(register, called, clock, new Operation.Swap(optional(begun[4]), optional(begun[5]))));
            boolean noChange = begun[4].equals("-") && begun[5].equals("-");
            if (!noChange) {
                Swap other = acknowledged.put(Long.parseLong(ended[3]), swap);
                assertThat(other)
                        .as("two transactions with revision %s", ended[3])
                        .isNull();
            }
        }
    }

    /// Opens what the killed process left behind.
    ///
    /// @return how many changes were made since the last time
    private int inspect() {
        try (Store store = EmbeddedStore.open(TestingOptions.in(directory))) {
            long revision = store.observedRevision();
            assertThat(revision).isGreaterThanOrEqualTo(lastRevision);
            if (!acknowledged.isEmpty()) {
                assertThat(revision).isGreaterThanOrEqualTo(acknowledged.lastKey());
            }
            long from = Math.max(lastRevision, store.compactedRevision()) + 1;
            if (from <= revision) {
                var listener = new RecordingListener();
                store.watch("", from, listener);
                inspectEvents(listener.awaitRevision(revision), from, revision);
            }
            for (String register : CrashingWriter.REGISTERS) {
                readBack(store, register);
            }
            int changes = (int) (revision - lastRevision);
            lastRevision = revision;
            return changes;
        }
    }

    private void inspectEvents(List<WatchEvent> events, long from, long upTo) {
        var byRevision = new TreeMap<Long, List<WatchEvent>>();
        for (WatchEvent event : events) {
            byRevision
                    .computeIfAbsent(event.revision(), absent -> new ArrayList<>())
                    .add(event);
        }
        assertThat(byRevision).as("no revision is skipped").hasSize((int) (upTo - from + 1));
        byRevision.forEach((revision, changes) -> {
            List<String> keys = changes.stream().map(WatchEvent::key).toList();
            String value = changes.getFirst().deleted()
                    ? "-"
                    : CrashingWriter.value(Optional.of(changes.getFirst().current()));
            Swap swap = acknowledged.containsKey(revision) ? acknowledged.get(revision) : swaps.get(value);
            if (swap != null) {
                assertThat(keys).as("revision %d", revision).isEqualTo(CrashingWriter.keys(swap.register()));
                assertThat(value).as("revision %d", revision).isEqualTo(swap.to());
            } else {
                assertThat(value).as("revision %d was never written", revision).isEqualTo("-");
            }
            for (WatchEvent change : changes) {
                assertThat(change.deleted() ? "-" : CrashingWriter.value(Optional.of(change.current())))
                        .isEqualTo(value);
            }
        });
    }

    private void readBack(Store store, String register) {
        List<String> values = CrashingWriter.keys(register).stream()
                .map(key -> CrashingWriter.value(store.get(key)))
                .distinct()
                .toList();
        assertThat(values).as("the keys of %s are changed together", register).hasSize(1);
        clock++;
        history.add(new Operation(register, clock, clock + 1, new Operation.Read(optional(values.getFirst()))));
        clock++;
    }

    private static Optional<String> optional(String value) {
        return value.equals("-") ? Optional.empty() : Optional.of(value);
    }
}
