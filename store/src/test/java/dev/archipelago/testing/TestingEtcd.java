package dev.archipelago.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A real etcd on free loopback ports, with one member or several, in a temporary directory.
public final class TestingEtcd implements AutoCloseable {
    private static final int READY_SECONDS = 30;

    private final Path directory;
    private final List<Member> members = new ArrayList<>();

    private TestingEtcd(Path directory) {
        this.directory = directory;
    }

    /// Starts a cluster and waits until it takes writes.
    public static TestingEtcd start(int size) {
        TestingEtcd cluster = start(size, "http", List.of());
        cluster.members.forEach(Member::awaitHealthy);
        return cluster;
    }

    /// Starts one member that keeps only so much, and then refuses to take more.
    public static TestingEtcd startWithQuota(long bytes) {
        TestingEtcd cluster = start(1, "http", List.of("--quota-backend-bytes=" + bytes));
        cluster.members.forEach(Member::awaitHealthy);
        return cluster;
    }

    /// Starts one member that speaks TLS and asks clients for a certificate. It may need a moment.
    ///
    /// @param certificate its own, and the authority for those of clients, as PEM
    public static TestingEtcd startSecure(Path certificate, Path key) {
        var options = List.of(
                "--cert-file=" + certificate,
                "--key-file=" + key,
                "--client-cert-auth",
                "--trusted-ca-file=" + certificate);
        return start(1, "https", options);
    }

    private static TestingEtcd start(int size, String scheme, List<String> options) {
        try {
            Path program = DebianProgram.find("etcd", "etcd-server");
            var cluster = new TestingEtcd(Files.createTempDirectory("etcd"));
            cluster.start(program, freePorts(2 * size), scheme, options);
            return cluster;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void start(Path program, List<Integer> ports, String scheme, List<String> options) {
        var peers = new ArrayList<String>();
        for (int i = 0; i < ports.size() / 2; i++) {
            peers.add("m" + i + "=http://127.0.0.1:" + ports.get(2 * i + 1));
        }
        for (int i = 0; i < ports.size() / 2; i++) {
            String client = scheme + "://127.0.0.1:" + ports.get(2 * i);
            String peer = "http://127.0.0.1:" + ports.get(2 * i + 1);
            var command = new ArrayList<>(List.of(
                    program.toString(),
                    "--name=m" + i,
                    "--data-dir=" + directory.resolve("m" + i),
                    "--listen-client-urls=" + client,
                    "--advertise-client-urls=" + client,
                    "--listen-peer-urls=" + peer,
                    "--initial-advertise-peer-urls=" + peer,
                    "--initial-cluster=" + String.join(",", peers)));
            command.addAll(options);
            members.add(new Member(client, directory.resolve("m" + i + ".log"), command));
        }
        members.forEach(Member::start);
    }

    public List<String> endpoints() {
        return members.stream().map(Member::endpoint).toList();
    }

    public Member member(int index) {
        return members.get(index);
    }

    @Override
    public void close() {
        members.forEach(Member::kill);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Integer> freePorts(int count) throws IOException {
        var sockets = new ArrayList<ServerSocket>();
        try {
            var ports = new ArrayList<Integer>();
            for (int i = 0; i < count; i++) {
                var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                ports.add(socket.getLocalPort());
            }
            return ports;
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    /// One etcd process, which may be frozen, killed and started again with its data.
    public static final class Member {
        private final String endpoint;
        private final Path log;
        private final List<String> command;
        private @Nullable GuardedProcess process;

        private Member(String endpoint, Path log, List<String> command) {
            this.endpoint = endpoint;
            this.log = log;
            this.command = command;
        }

        public String endpoint() {
            return endpoint;
        }

        public void start() {
            process = GuardedProcess.start(log, command);
        }

        /// Where it keeps its data; to be copied and replaced only while it does not run.
        public Path data() {
            String option = "--data-dir=";
            return command.stream()
                    .filter(word -> word.startsWith(option))
                    .map(word -> Path.of(word.substring(option.length())))
                    .findFirst()
                    .orElseThrow();
        }

        /// Starts it as a member of another cluster, at the same address.
        public void startAs(String token) {
            startWith("--initial-cluster-token=" + token);
        }

        /// Starts it with one more option.
        public void startWith(String option) {
            var other = new ArrayList<>(command);
            other.add(option);
            process = GuardedProcess.start(log, other);
        }

        /// Takes back that it has no space, as somebody does who has made room.
        public void disarm() {
            Matcher member = Pattern.compile("\"memberID\":\"([0-9]+)\"")
                    .matcher(ask("/v3/maintenance/alarm", "{\"action\":\"GET\"}"));
            while (member.find()) {
                ask(
                        "/v3/maintenance/alarm",
                        "{\"action\":\"DEACTIVATE\",\"memberID\":\"" + member.group(1) + "\",\"alarm\":\"NOSPACE\"}");
            }
        }

        /// As a process that hangs: it keeps its connections and does not answer.
        public void freeze() {
            signal("STOP");
        }

        public void thaw() {
            signal("CONT");
        }

        public void kill() {
            if (process != null) {
                process.kill();
            }
        }

        private void signal(String name) {
            if (process != null) {
                process.signal(name);
            }
        }

        public void awaitHealthy() {
            long deadline = System.nanoTime() + READY_SECONDS * 1_000_000_000L;
            while (!healthy()) {
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("etcd at " + endpoint + " is not healthy after " + READY_SECONDS + " s");
                }
                try {
                    Thread.sleep(20);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }

        public boolean leader() {
            return ask("/metrics").contains("\netcd_server_is_leader 1");
        }

        private boolean healthy() {
            return ask("/health?exclude=NOSPACE").contains("true");
        }

        private String ask(String path) {
            return ask(path, "");
        }

        /// @param body to be posted; empty to get
        private String ask(String path, String body) {
            try {
                URLConnection connection = URI.create(endpoint + path).toURL().openConnection();
                connection.setConnectTimeout(1000);
                connection.setReadTimeout(2000);
                if (!body.isEmpty()) {
                    connection.setDoOutput(true);
                    connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
                }
                try (InputStream in = connection.getInputStream()) {
                    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
                }
            } catch (IOException e) {
                return "";
            }
        }
    }
}
