package dev.archipelago.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/// A real BIND on a free loopback port, in a temporary directory, that answers for a few zones and nothing else.
///
/// Whoever has the key `archipelago.` may update and transfer the zone `example.org.`, which begins with names of
/// somebody else in it. It also opens `ruled.org.` for updates, but not the name `forbidden` there. The zone
/// `fixed.org.` takes no updates and is not transferred.
public final class TestingBind implements AutoCloseable {
    public static final String KEY_NAME = "archipelago.";
    public static final String KEY_SECRET = "c2VjcmV0IG9mIHRoZSB0ZXN0cywgb2Ygbm8gdXNlIA==";

    private static final int READY_SECONDS = 30;
    private static final int LOWEST_PORT = 10_000;
    private static final int LOWEST_PASSING_PORT = 32_768;
    private static final int PORTS_TRIED_MAX = 100;

    private static final String ZONE = """
            $TTL 60
            @ SOA ns hostmaster 1 3600 600 86400 5
            @ NS ns
            ns A 127.0.0.1
            """;

    private static final String SOMEBODY = """
            somebody A 192.0.2.1
            somebody TXT "not yours"
            _archipelago.rival TXT "archipelago-rival" "A"
            rival A 192.0.2.2
            """;

    private final Path directory;
    private final int port;
    private final GuardedProcess process;

    private TestingBind(Path directory, int port, GuardedProcess process) {
        this.directory = directory;
        this.port = port;
        this.process = process;
    }

    /// Starts a server and waits until it answers.
    public static TestingBind start() {
        Path program = DebianProgram.find("named", "bind9");
        try {
            Path directory = Files.createTempDirectory("bind");
            int port = freePort();
            Path file = directory.resolve("named.conf");
            Files.writeString(file, configuration(directory, port));
            Files.writeString(directory.resolve("example.org"), ZONE + SOMEBODY);
            Files.writeString(directory.resolve("ruled.org"), ZONE);
            Files.writeString(directory.resolve("fixed.org"), ZONE);
            Path log = Files.createFile(directory.resolve("log"));
            List<String> command = List.of(program.toString(), "-g", "-n", "1", "-c", file.toString());
            TestingBind bind = new TestingBind(directory, port, GuardedProcess.start(log, command));
            bind.awaitRunning(log);
            return bind;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String configuration(Path directory, int port) {
        return """
            options {
                directory "%1$s";
                listen-on port %2$d { 127.0.0.1; };
                listen-on-v6 { none; };
                recursion no;
                empty-zones-enable no;
                dnssec-validation no;
                notify no;
                allow-transfer { none; };
                pid-file none;
                session-keyfile none;
                lock-file none;
            };
            controls { };
            key "%3$s" { algorithm hmac-sha256; secret "%4$s"; };
            zone "example.org" {
                type primary;
                file "example.org";
                allow-update { key "%3$s"; };
                allow-transfer { key "%3$s"; };
            };
            zone "ruled.org" {
                    type primary;
                    file "ruled.org";
                    update-policy {
                        deny %3$s name forbidden.ruled.org. ANY;
                        grant %3$s zonesub ANY;
                    };
                };
                zone "fixed.org" { type primary; file "fixed.org"; };
            """.formatted(directory, port, KEY_NAME, KEY_SECRET);
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private void awaitRunning(Path log) throws IOException {
        long deadline = System.nanoTime() + READY_SECONDS * 1_000_000_000L;
        while (Files.readAllLines(log).stream().noneMatch(line -> line.endsWith(" running"))) {
            if (System.nanoTime() > deadline) {
                String output = Files.readString(log);
                close();
                throw new AssertionError("named does not run after " + READY_SECONDS + " s:\n" + output);
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /// Below the ports that the kernel gives to those who ask for any: BIND shares its own with all who would, so dig
    /// can be given the same, and then hears its own question.
    private static int freePort() throws IOException {
        for (int tried = 0; tried < PORTS_TRIED_MAX; tried++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, LOWEST_PASSING_PORT);
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            try (ServerSocket stream = new ServerSocket();
                    DatagramSocket datagrams = new DatagramSocket(null)) {
                stream.bind(address);
                datagrams.bind(address);
                return port;
            } catch (BindException _) {
                // Somebody has it; another will do.
            }
        }
        throw new BindException("no free port below " + LOWEST_PASSING_PORT);
    }

    @Override
    public void close() {
        process.kill();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
