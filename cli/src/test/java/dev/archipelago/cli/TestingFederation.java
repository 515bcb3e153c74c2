package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.testing.Dig;
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

/// `archipelago up` in a process of its own.
final class TestingFederation implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LOOK_AGAIN_MILLIS = 50;
    private static final int TRIES_MAX = 100;

    private static final int PORTS = 8;

    private final Path directory;
    private final int port;
    private final Kubectl kubectl;
    private List<String> options;
    private ServerProcess process;

    /// The output of a command.
    record Output(int code, String out, String err) {}

    private TestingFederation(Path home, List<String> options) throws IOException {
        this.directory = home.resolve("data");
        this.port = freePorts(2 * PORTS);
        this.kubectl = Kubectl.newest(home.resolve("home"), directory.resolve("kubeconfig"));
        this.options = options;
        this.process = launch();
    }

    /// Starts a federation of at most seven clusters. Returns when it is ready.
    static TestingFederation start(Path home, String... options) throws Exception {
        TestingFederation federation = new TestingFederation(home, List.of(options));
        federation.process.awaitReady();
        return federation;
    }

    private ServerProcess launch() throws IOException {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("--port", Integer.toString(port), "--dns-port", Integer.toString(dnsPort(0))));
        return ServerProcess.start("up", directory, all);
    }

    /// Kills the process.
    void kill() {
        process.kill();
    }

    /// Kills the process, and starts it again on its data.
    void killAndRestart() throws Exception {
        kill();
        restart();
    }

    void restart(String... newOptions) throws Exception {
        if (newOptions.length > 0) {
            options = List.of(newOptions);
        }
        process = launch();
        process.awaitReady();
    }

    /// Starts it with other options, and kills it as soon as a cluster answers.
    ///
    /// @param place the index of the cluster
    void restartInVain(int place, String... newOptions) throws Exception {
        options = List.of(newOptions);
        process = launch();
        await(() -> assertThat(areFree(port + place, 1)).isFalse());
        kill();
    }

    /// Queries the DNS of the federation.
    Dig dig() {
        return new Dig(dnsPort(0));
    }

    /// One of its clusters.
    ///
    /// @param place the index of the cluster, from 1
    Site site(int place, String name) {
        return new Site(name, kubectl.with("--context=" + name), new Dig(dnsPort(place)));
    }

    private int dnsPort(int place) {
        return port + PORTS + place;
    }

    String standardError() {
        return process.standardError();
    }

    /// The first of several consecutive free ports, below the ephemeral range.
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

    /// Its data directory.
    Path directory() {
        return directory;
    }

    Kubectl kubectl() {
        return kubectl;
    }

    /// Runs a command on this federation that must succeed.
    String ok(String... arguments) {
        Output output = run(arguments);
        assertThat(output.code()).as(output::toString).isZero();
        return output.out();
    }

    /// Runs a command that must fail.
    String refused(String... arguments) {
        Output output = run(arguments);
        assertThat(output.code()).as(output::toString).isNotZero();
        return output.err();
    }

    /// Runs a command that may succeed or fail.
    Output run(String... arguments) {
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

    /// The value of a field in each cluster that has the object, such as `c1=3 c3=2`.
    String members(String object, String field) {
        List<String> found = new ArrayList<>();
        for (String cluster : List.of("c1", "c2", "c3")) {
            String text = kubectl.ok(
                    "--context=" + cluster,
                    "get",
                    object,
                    "--ignore-not-found",
                    "-o",
                    "jsonpath={.metadata.name}={" + field + "}");
            if (!text.isEmpty()) {
                found.add(cluster + text.substring(text.indexOf('=')));
            }
        }
        return String.join(" ", found);
    }

    /// Waits for such values.
    void awaitMembers(String object, String field, String expected) throws InterruptedException {
        await(() -> assertThat(members(object, field)).as(object).isEqualTo(expected));
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

    /// Waits for a line in the status, ignoring the width of columns.
    void awaitStatus(String line) throws InterruptedException {
        await(() -> assertThat(lines()).contains(line));
    }

    /// Waits until an assertion holds.
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
