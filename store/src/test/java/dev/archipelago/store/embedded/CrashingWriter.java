package dev.archipelago.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.archipelago.store.HistoryLimits;
import dev.archipelago.store.KeyValue;
import dev.archipelago.store.Outcome;
import dev.archipelago.store.Store;
import dev.archipelago.store.Transaction;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// The process that [CrashTest] kills: it changes registers from several threads and says of each change first that
/// it begins and then what became of it, each in one line of standard output.
///
/// A register is a key, or three keys that are always changed together.
final class CrashingWriter {
    static final List<String> REGISTERS = List.of("/r/0", "/r/1", "/r/2", "/g/0", "/g/1");
    private static final int THREADS = 6;

    private final Store store;
    private final String round;
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    private CrashingWriter(Store store, String round) {
        this.store = store;
        this.round = round;
    }

    /// The keys that make up a register.
    static List<String> keys(String register) {
        return register.startsWith("/g/")
                ? List.of(register + "/a", register + "/b", register + "/c")
                : List.of(register);
    }

    public static void main(String[] arguments) {
        String round = arguments[1];
        EmbeddedOptions options = TestingOptions.in(Path.of(arguments[0]));
        if (Integer.parseInt(round) % 2 == 0) {
            options = options.withHistory(new HistoryLimits(1 << 20, 300, Duration.ofMinutes(5)));
        }
        Store store = EmbeddedStore.open(options);
        var writer = new CrashingWriter(store, round);
        writer.say("ready " + store.observedRevision());
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            Thread.ofPlatform().start(() -> writer.run(thread));
        }
    }

    private void run(int thread) {
        var random = new Random(31L * Integer.parseInt(round) + thread);
        for (int i = 0; ; i++) {
            String id = round + "." + thread + "." + i;
            String register = REGISTERS.get(random.nextInt(REGISTERS.size()));
            if (random.nextInt(4) == 0) {
                read(id, register);
            } else {
                boolean delete = !register.startsWith("/g/") && random.nextInt(10) == 0;
                swap(id, register, delete ? "-" : "v" + id);
            }
        }
    }

    private void read(String id, String register) {
        say("> " + id + " read " + register);
        say("< " + id + " " + value(store.get(keys(register).getLast())));
    }

    private void swap(String id, String register, String to) {
        var guards = new ArrayList<Transaction.Guard>();
        var changes = new ArrayList<Transaction.Change>();
        String from = "-";
        // One read of all keys: they are compared as one register.
        List<KeyValue> state = store.range(register, "", 0, 0).entries();
        for (String key : keys(register)) {
            Optional<KeyValue> now =
                    state.stream().filter(entry -> entry.key().equals(key)).findFirst();
            from = value(now);
            guards.add(new Transaction.Guard(key, now.map(KeyValue::modRevision).orElse(0L)));
            byte[] bytes = (to + " ".repeat(500)).getBytes(UTF_8);
            changes.add(to.equals("-") ? new Transaction.Delete(key) : new Transaction.Put(key, bytes));
        }
        say("> " + id + " swap " + register + " " + from + " " + to);
        Outcome outcome = store.commit(new Transaction(guards, changes));
        switch (outcome) {
            case Outcome.Committed(long revision) -> say("< " + id + " committed " + revision);
            case Outcome.Refused(String key) -> say("< " + id + " refused " + key);
        }
    }

    static String value(Optional<KeyValue> keyValue) {
        return keyValue.map(found -> new String(found.value(), UTF_8).trim()).orElse("-");
    }

    private synchronized void say(String line) {
        try {
            out.write((line + "\n").getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
