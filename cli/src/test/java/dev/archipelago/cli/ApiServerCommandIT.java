package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.testing.TestingEtcd;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `archipelago apiserver` as a user or a supervisor sees it.
class ApiServerCommandIT {
    private static final long STOP_SECONDS_MAX = 5;
    private static final long PATIENCE_SECONDS = 60;
    private static final List<String> FREE_PORT = List.of("--port", "0");

    @TempDir
    private Path temporary;

    private Path directory;

    @BeforeEach
    void nameDirectory() {
        directory = temporary.resolve("data");
    }

    @Test
    void servesUntilItIsToldToStop() throws Exception {
        try (ServerProcess server = ServerProcess.start(directory)) {
            Path kubeconfig = directory.resolve("kubeconfig");
            assertThat(server.awaitReady()).matches("ready https://127\\.0\\.0\\.1:\\d+ kubeconfig " + kubeconfig);
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.toList()) {
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .as("%s", file)
                            .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------");
                }
            }
            assertThat(server.client().get("/readyz").code()).isEqualTo(200);

            assertFails(FREE_PORT, "in use");

            server.terminate();
            assertThat(server.awaitExit(STOP_SECONDS_MAX)).isIn(0, 143);
            assertThat(server.standardError()).isEmpty();
        }
        damage();
        assertFails(FREE_PORT, directory.resolve("store").toString());
    }

    private void damage() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("store"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.writeString(file, "not what was here before");
            }
        }
    }

    @Test
    void aPortInUseIsSaid() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertFails(List.of("--port", port), "port " + port + " is in use");
        }
    }

    @Test
    void anUnreachableEtcdIsSaid() throws Exception {
        String endpoint = "http://127.0.0.1:1";
        assertFails(List.of("--port", "0", "--store", "etcd", "--etcd-endpoints", endpoint), "127.0.0.1:1");
    }

    @Test
    void anEtcdThatIsReplacedEndsTheServer() throws Exception {
        try (TestingEtcd etcd = TestingEtcd.start(1);
                ServerProcess server = ServerProcess.start(
                        directory,
                        List.of(
                                "--port",
                                "0",
                                "--store",
                                "etcd",
                                "--etcd-endpoints",
                                etcd.endpoints().getFirst()))) {
            server.awaitReady();
            assertThat(server.client().get("/readyz").code()).isEqualTo(200);
            etcd.member(0).kill();
            assertThat(server.client().get("/readyz").text()).contains("[-]etcd-readiness failed: reason withheld");
            assertThat(server.client().get("/readyz/etcd-readiness").text())
                    .isEqualTo("internal server error: etcd does not answer\n");

            Files.move(etcd.member(0).data(), temporary.resolve("before"));
            etcd.member(0).startAs("another");
            assertThat(server.awaitExit(PATIENCE_SECONDS)).isEqualTo(1);
            assertThat(server.standardError())
                    .contains("archipelago: etcd at " + etcd.endpoints().getFirst() + " is another one than before");
        }
    }

    @Test
    void helpNamesEveryOption() {
        StringWriter out = new StringWriter();
        int code = Main.commandLine().setOut(new PrintWriter(out)).execute("apiserver", "--help");

        assertThat(code).isZero();
        assertThat(out.toString()).contains("--data", "--port", "--store", "--etcd-endpoints", "--help");
    }

    /// Expects one clear line and an exit code.
    private void assertFails(List<String> options, String says) throws Exception {
        try (ServerProcess server = ServerProcess.start(directory, options)) {
            assertThat(server.awaitExit(PATIENCE_SECONDS)).isPositive();
            assertThat(server.standardError().lines().filter(line -> !line.startsWith("WARNING: ")))
                    .as("all but the Java runtime's own warnings")
                    .singleElement()
                    .asString()
                    .startsWith("archipelago: ")
                    .contains(says);
        }
    }
}
