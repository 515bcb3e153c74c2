package dev.archipelago.cli;

import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import dev.archipelago.testing.Operation;
import dev.archipelago.testing.Operation.Action;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Reads and writes a few registers from several threads until the server is gone. For each request it records when it
/// was sent and answered, and the result.
final class RegisterWriters {
    static final List<String> REGISTERS = List.of("r0", "r1", "r2", "r3", "r4", "r5");
    private static final int WRITERS = 8;

    /// An acknowledged write.
    ///
    /// @param version 0 for a deletion
    record Acknowledged(String value, long version) {}

    private final String path;
    private final AtomicLong clock;
    private final Queue<Operation> history = new ConcurrentLinkedQueue<>();
    private final Queue<Acknowledged> acknowledged = new ConcurrentLinkedQueue<>();
    private final AtomicInteger acknowledgedCount = new AtomicInteger();

    RegisterWriters(String path, AtomicLong clock) {
        this.path = path;
        this.clock = clock;
    }

    List<Operation> history() {
        return List.copyOf(history);
    }

    int acknowledgedCount() {
        return acknowledgedCount.get();
    }

    List<Acknowledged> acknowledged() {
        return List.copyOf(acknowledged);
    }

    /// Starts writing; the futures end when the server is gone.
    ///
    /// @param round makes values unique
    List<Future<?>> start(ExecutorService threads, TestingClient client, int round) {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            Writer writer = new Writer(client, "v" + round + "-" + i, new Random(31L * round + i));
            running.add(threads.submit(writer::run));
        }
        return running;
    }

    private final class Writer {
        private final TestingClient client;
        private final String valuePrefix;
        private final Random random;
        private int count;

        Writer(TestingClient client, String valuePrefix, Random random) {
            this.client = client;
            this.valuePrefix = valuePrefix;
            this.random = random;
        }

        void run() {
            try {
                while (true) {
                    turn(REGISTERS.get(random.nextInt(REGISTERS.size())));
                }
            } catch (UncheckedIOException e) {
                // Killed.
            }
        }

        private void turn(String name) {
            Optional<Register> now = read(name);
            String value = valuePrefix + '-' + count++;
            if (now.isEmpty()) {
                Action create = new Operation.Swap(Optional.empty(), Optional.of(value));
                request(name, create, value, () -> client.post(path, Register.body(name, value, "")));
                return;
            }
            Optional<String> from = now.get().value();
            String version = Long.toString(now.get().version());
            String at = path + '/' + name;
            switch (random.nextInt(5)) {
                case 0 ->
                    request(
                            name,
                            new Operation.Swap(from, Optional.empty()),
                            "",
                            () -> client.send(
                                    "DELETE",
                                    at,
                                    "application/json",
                                    "{\"preconditions\":{\"resourceVersion\":\"" + version + "\"}}",
                                    ""));
                case 1, 2 ->
                    request(
                            name,
                            new Operation.Swap(from, Optional.of(value)),
                            value,
                            () -> client.put(at, Register.body(name, value, version)));
                default ->
                    request(
                            name,
                            new Operation.Write(Optional.of(value)),
                            value,
                            () -> client.merge(
                                    at, Register.body(name, value, "").replace("\"resourceVersion\":\"\",", "")));
            }
        }

        private Optional<Register> read(String name) {
            long called = clock.incrementAndGet();
            Answer answer = client.get(path + '/' + name);
            long returned = clock.incrementAndGet();
            Optional<Register> found = switch (answer.code()) {
                case 200 -> Optional.of(Register.of(answer.json()));
                case 404 -> Optional.empty();
                default -> throw unexpected(answer);
            };
            Action action = new Operation.Read(found.flatMap(Register::value));
            history.add(new Operation(name, called, returned, action));
            return found;
        }

        private void request(String name, Action action, String value, Supplier<Answer> send) {
            long called = clock.incrementAndGet();
            Answer answer;
            try {
                answer = send.get();
            } catch (UncheckedIOException e) {
                history.add(new Operation(name, called, Operation.NEVER, action));
                throw e;
            }
            long returned = clock.incrementAndGet();
            switch (answer.code()) {
                case 200, 201 -> {
                    history.add(new Operation(name, called, returned, action));
                    acknowledgedCount.incrementAndGet();
                    acknowledged.add(
                            value.isEmpty()
                                    ? new Acknowledged(
                                            ((Operation.Swap) action).from().orElseThrow(), 0)
                                    : new Acknowledged(
                                            value, Register.of(answer.json()).version()));
                }
                case 404, 409 -> history.add(new Operation(name, called, returned, refused(action)));
                default -> throw unexpected(answer);
            }
        }

        private static Action refused(Action action) {
            return switch (action) {
                case Operation.Swap swap -> new Operation.RefusedSwap(swap.from());
                // A patch is refused only when there is nothing to patch.
                case Operation.Write _ -> new Operation.Read(Optional.empty());
                case Operation.Read read -> read;
                case Operation.RefusedSwap refused -> refused;
            };
        }

        private static AssertionError unexpected(Answer answer) {
            return new AssertionError("unexpected " + answer.code() + ": " + answer.text());
        }
    }
}
