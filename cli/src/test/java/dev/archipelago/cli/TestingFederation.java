package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// `archipelago up` with three clusters in a process of its own, as people use it.
final class TestingFederation implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LOOK_AGAIN_MILLIS = 50;
    private static final int TRIES_MAX = 100;

    private final Path directory;
    private final ServerProcess process;
    private final Kubectl kubectl;

    /// What a command has printed.
    record Output(int code, String out, String err) {}

    private TestingFederation(Path directory, ServerProcess process, Kubectl kubectl) {
        this.directory = directory;
        this.process = process;
        this.kubectl = kubectl;
    }

    static TestingFederation start(Path home) throws Exception {
        Path directory = home.resolve("data");
        int port = freePorts(8);
        ServerProcess process = ServerProcess.start(
                "up", directory, List.of("--port", Integer.toString(port), "--dns-port", Integer.toString(port + 4)));
        process.awaitReady();
        return new TestingFederation(
                directory, process, Kubectl.newest(home.resolve("home"), directory.resolve("kubeconfig")));
    }

    /// The first of several that are free, one after the other. Below those that the system hands out by itself.
    private static int freePorts(int number) {
        RandomGenerator random = RandomGenerator.getDefault();
        for (int i = 0; i < TRIES_MAX; i++) {
            int first = random.nextInt(15_000, 32_000);
            if (areFree(first, number)) {
                return first;
            }
        }
        throw new AssertionError("no " + number + " free ports found");
    }

    private static boolean areFree(int first, int number) {
        List<ServerSocket> taken = new ArrayList<>();
        try {
            for (int port = first; port < first + number; port++) {
                taken.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
            }
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            taken.forEach(TestingFederation::close);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    Kubectl kubectl() {
        return kubectl;
    }

    /// Runs a command on this federation that is to succeed.
    String ok(String... arguments) {
        Output output = run(arguments);
        assertThat(output.code()).as(output::toString).isZero();
        return output.out();
    }

    /// Runs a command that is to fail.
    String refused(String... arguments) {
        Output output = run(arguments);
        assertThat(output.code()).as(output::toString).isNotZero();
        return output.err();
    }

    private Output run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--data", directory.toString()));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
        return new Output(code, out.toString(), err.toString());
    }

    /// The uids of the set's pods in a cluster, by name.
    static Map<String, String> pods(Kubectl kubectl, String... flags) {
        List<String> arguments = new ArrayList<>(List.of(flags));
        String template = "jsonpath={range .items[*]}{.metadata.name} {.metadata.uid}{\"\\n\"}{end}";
        arguments.addAll(List.of("get", "pods", "-l", "app=web", "-o", template));
        Map<String, String> found = new TreeMap<>();
        kubectl.ok(arguments.toArray(String[]::new))
                .lines()
                .forEach(line -> found.put(line.split(" ")[0], line.split(" ")[1]));
        return found;
    }

    /// Waits until the status has a line, which is compared without regard to how wide columns are.
    void awaitStatus(String line) throws InterruptedException {
        await(() -> assertThat(lines()).contains(line));
    }

    /// Waits until something is the case.
    static void await(Runnable assertion) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                assertion.run();
                return;
            } catch (AssertionError e) {
                Thread.sleep(LOOK_AGAIN_MILLIS);
            }
        }
        assertion.run();
    }

    private List<String> lines() {
        return ok("status").lines().map(line -> line.replaceAll(" +", " ")).toList();
    }

    @Override
    public void close() {
        process.close();
    }
}
