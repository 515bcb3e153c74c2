package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Invalid options are refused in one sentence, before anything starts.
class FlagsTest {
    @TempDir
    private Path home;

    /// @return the first line of the error output
    private String refused(String... arguments) {
        StringWriter errors = new StringWriter();
        int code = Main.commandLine(arguments)
                .setErr(new PrintWriter(errors))
                .setOut(new PrintWriter(new StringWriter()))
                .execute(arguments);
        assertThat(code).as(errors.toString()).isNotZero();
        return errors.toString().lines().findFirst().orElse("");
    }

    private String upRefused(String... options) {
        return refused(
                Stream.concat(Stream.of("up", "--data", home.resolve("data").toString()), Stream.of(options))
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "70000", "65536", "http", "1.5", "99999999999"})
    void refusesWhatIsNoPort(String port) {
        assertThat(upRefused("--port", port)).contains("--port", "'" + port + "' is not a port: use 0 to 65535");
        assertThat(upRefused("--dns-port", port)).contains("--dns-port", "'" + port + "' is not a port");
        for (String command : List.of("cluster", "apiserver")) {
            assertThat(refused(command, "--data", home.toString(), "--port", port))
                    .contains("is not a port");
        }
    }

    @Test
    void refusesPortsThatLeaveNoRoomForTheClusters() {
        assertThat(upRefused("--port", "65534"))
                .isEqualTo("archipelago: --port 65534 leaves no room for the clusters, whose ports follow it: the last "
                        + "would be 65536");
        assertThat(upRefused("--port", "16000", "--dns-port", "16002"))
                .isEqualTo(
                        "archipelago: port 16002 cannot be both for the DNS of the federation and for the API of cluster c2");
    }

    @Test
    void namesThePortThatIsInUse() throws IOException {
        try (ServerSocket https = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                DatagramSocket dns = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            int port = https.getLocalPort();
            String used = Integer.toString(port);
            assertThat(upRefused("--port", Integer.toString(port - 2), "--dns-port", "0"))
                    .contains("port " + port + ", which is to be that of the API of cluster c2", "in use");
            assertThat(refused("cluster", "--data", home.toString(), "--port", used, "--dns-port", "0"))
                    .contains("port " + port, "in use");
            assertThat(upRefused("--port", "0", "--dns-port", Integer.toString(dns.getLocalPort() - 1)))
                    .contains(
                            "port " + dns.getLocalPort() + ", which is to be that of the DNS of cluster c1", "in use");
            assertThat(home.resolve("data/clusters")).doesNotExist();
        }
    }

    @Test
    void refusesRulesOfNoSimulation() {
        assertThat(upRefused("--simulate", "foo=bar"))
                .startsWith("--simulate: there is no rule 'foo', only pull-delay");
        assertThat(upRefused("--simulate", "ready-delay=xyz"))
                .isEqualTo("--simulate: ready-delay must be a duration such as 500ms, 2s or 1m30s, not 'xyz'");
        assertThat(upRefused("--simulate", "crash=maybe"))
                .isEqualTo("--simulate: crash must be true, false or a number, not 'maybe'");
        assertThat(refused("cluster", "--data", home.toString(), "--simulate", "exit-code=256"))
                .isEqualTo("--simulate: exit-code must be a number from 0 to 255, not '256'");
    }

    @Test
    void refusesAQuotaThatIsNone() {
        assertThat(upRefused("--quota-backend-bytes", "0"))
                .isEqualTo("--quota-backend-bytes: must be at least 16777216 (16 MiB): what a server begins with must"
                        + " fit");
        assertThat(upRefused("--quota-backend-bytes", "9223372036854775807"))
                .startsWith("--quota-backend-bytes: must be at most the heap, of ");
        for (String command : List.of("cluster", "apiserver")) {
            assertThat(refused(command, "--data", home.toString(), "--quota-backend-bytes", "-1"))
                    .contains("must be at least 16777216");
            assertThat(refused(command, "--data", home.toString(), "--quota-backend-bytes", "1Gi"))
                    .contains("'--quota-backend-bytes'", "'1Gi'");
        }
        assertThat(refused(
                        "apiserver",
                        "--data",
                        home.toString(),
                        "--store=etcd",
                        "--etcd-endpoints=http://127.0.0.1:1",
                        "--quota-backend-bytes",
                        "16777216"))
                .isEqualTo("--quota-backend-bytes: is for the embedded store; etcd has an option of this name itself");
    }

    @Test
    void saysWhichKubeconfigIsNotThere() throws IOException {
        assertThat(refused("join", "c9", "--data", home.toString(), "--cluster-kubeconfig", "/nope"))
                .isEqualTo("archipelago: the kubeconfig /nope does not exist");
        assertThat(refused("join", "c9", "--data", home.toString(), "--cluster-kubeconfig", home.toString()))
                .isEqualTo("archipelago: the kubeconfig " + home + " cannot be read: Is a directory");
    }

    @Test
    void leavesAFileAloneThatIsNoKubeconfig() throws IOException {
        Path file = Files.createDirectories(home.resolve("data")).resolve("kubeconfig");
        Files.writeString(file, "- mine");
        assertThat(upRefused("--port", "0", "--dns-port", "0")).contains(file + " is not a kubeconfig");
        assertThat(file).hasContent("- mine");
    }
}
