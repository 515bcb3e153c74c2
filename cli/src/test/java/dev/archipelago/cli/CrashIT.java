package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import dev.archipelago.cli.RegisterWriters.Acknowledged;
import dev.archipelago.testing.Linearizability;
import dev.archipelago.testing.Operation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Kills the real program at random moments while clients write, again and again, and compares its state after the
/// restart with the acknowledged writes.
///
/// `-Dcrash.kills=N` kills N times; `-Dcrash.seed=S` chooses other moments.
class CrashIT {
    private static final Logger log = LoggerFactory.getLogger(CrashIT.class);
    private static final int KILLS = Integer.getInteger("crash.kills", 4);
    private static final long SEED = Long.getLong("crash.seed", 1);
    private static final int CHANGES_PER_LIFE_MAX = 200;
    private static final int MILLIS_PER_LIFE_MAX = 5_000;
    private static final int STARTING_MILLIS_MAX = 2_000;
    private static final String PATH = "/api/v1/namespaces/default/configmaps";

    private final Random random = new Random(SEED);
    private final AtomicLong clock = new AtomicLong();
    private final Follower follower = new Follower(PATH);
    private final List<Acknowledged> acknowledged = new ArrayList<>();
    private List<Operation> history = new ArrayList<>();
    private long highestVersion;
    private int killedInStart;
    private int requests;
    private int unanswered;

    @Test
    void acknowledgedWritesSurviveAndNothingIsHalfThere(@TempDir Path temporary) throws Exception {
        Path directory = Files.createDirectory(temporary.resolve("data"));
        for (int kill = 0; kill < KILLS; kill++) {
            if (kill > 0 && kill % 20 == 0) {
                report(kill);
            }
            try (ServerProcess server = ServerProcess.start(directory)) {
                if (random.nextInt(5) == 0) {
                    Thread.sleep(random.nextInt(STARTING_MILLIS_MAX));
                    killedInStart++;
                } else {
                    writeAndKill(server, kill);
                }
            }
        }
        try (ServerProcess server = ServerProcess.start(directory)) {
            TestingClient client = server.client();
            Map<String, Register> found = inspect(client);
            catchUp(client, found);
        }
        checkEvents();
        report(KILLS);
    }

    private void report(int kills) {
        log.info(
                "{} kills, {} of them in the start; {} requests, {} changes acknowledged, {} requests unanswered;"
                        + " {} events followed, {} lists after 410; last version {}",
                kills,
                killedInStart,
                requests,
                acknowledged.size(),
                unanswered,
                follower.events(),
                follower.relists(),
                highestVersion);
    }

    private void writeAndKill(ServerProcess server, int round) throws Exception {
        TestingClient client = server.client();
        inspect(client);
        RegisterWriters writers = new RegisterWriters(PATH, clock);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>(writers.start(threads, client, round));
            running.add(threads.submit(() -> follower.follow(client)));
            awaitChanges(writers, random.nextInt(CHANGES_PER_LIFE_MAX));
            server.kill();
            for (Future<?> each : running) {
                each.get();
            }
        }
        history.addAll(writers.history());
        acknowledged.addAll(writers.acknowledged());
        for (Acknowledged change : writers.acknowledged()) {
            highestVersion = Math.max(highestVersion, change.version());
        }
        highestVersion = Math.max(highestVersion, follower.lastVersion());
        requests += writers.history().size();
        unanswered += (int) writers.history().stream()
                .filter(operation -> operation.returned() == Operation.NEVER)
                .count();
    }

    /// Counted, not timed, so that a slow machine makes as many changes as a fast one.
    private static void awaitChanges(RegisterWriters writers, int count) throws InterruptedException {
        for (int i = 0; i < MILLIS_PER_LIFE_MAX && writers.acknowledgedCount() < count; i++) {
            Thread.sleep(1);
        }
    }

    /// Reads the state while nobody writes: it ends the history so far and begins the next.
    private Map<String, Register> inspect(TestingClient client) {
        Answer list = client.get(PATH);
        assertThat(list.code()).isEqualTo(200);
        assertThat(Register.version(list.json()))
                .as("a version acknowledged or told before the crash is taken back")
                .isGreaterThanOrEqualTo(highestVersion);
        highestVersion = Register.version(list.json());
        Map<String, Register> found = Register.all(list.json());
        List<Operation> next = new ArrayList<>();
        for (String name : RegisterWriters.REGISTERS) {
            Optional<String> value = Optional.ofNullable(found.get(name)).flatMap(Register::value);
            long now = clock.addAndGet(2);
            history.add(new Operation(name, now - 1, now, new Operation.Read(value)));
            next.add(new Operation(name, now - 1, now, new Operation.Write(value)));
        }
        assertThat(Linearizability.findViolation(history))
                .as("seed %d, registers without an explanation, in %s", SEED, history)
                .isEmpty();
        history = next;
        return found;
    }

    private void catchUp(TestingClient client, Map<String, Register> found) throws InterruptedException {
        Thread following = Thread.ofVirtual().start(() -> follower.follow(client));
        for (int i = 0; i < 1_500 && !follower.has(found); i++) {
            Thread.sleep(20);
        }
        assertThat(follower.has(found))
                .as("the watch arrives at what is there: %s", found)
                .isTrue();
        assertThat(following.isAlive()).isTrue();
    }

    private void checkEvents() {
        assertThat(follower.wrong()).isEmpty();
        assertThat(acknowledged).isNotEmpty();
        assertThat(acknowledged)
                .as("every acknowledged change is told exactly once")
                .allMatch(change -> change.version() == 0
                        ? follower.timesDeleted(change.value()) == 1
                        : follower.timesWritten(change.value(), change.version()) == 1);
    }
}
