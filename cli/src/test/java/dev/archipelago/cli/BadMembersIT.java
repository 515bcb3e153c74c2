package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.archipelago.api.pki.Pem;
import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.apiserver.pki.CertificateAuthority;
import dev.archipelago.apiserver.pki.CertificateSpec;
import dev.archipelago.apiserver.pki.ServerTls;
import dev.archipelago.controller.remote.Kubeconfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clusters fail alone: one that never answers, one that answers with errors, one with another identity, and one that
/// is two seconds slow, beside good ones.
class BadMembersIT {
    private static final long SLOWNESS_MILLIS = 2000;

    @TempDir
    private Path home;

    private TestingFederation federation;
    private Kubectl kubectl;

    @BeforeEach
    void start() throws Exception {
        federation = TestingFederation.start(home);
        kubectl = federation.kubectl();
    }

    @AfterEach
    void stop() {
        federation.close();
    }

    private void join(String name, String endpoint, String authority, String token) {
        kubectl.ok("""
                apiVersion: v1
                kind: Secret
                metadata: {namespace: archipelago-system, name: %1$s}
                data: {caBundle: %3$s, token: %4$s}
                ---
                apiVersion: cluster.karmada.io/v1alpha1
                kind: Cluster
                metadata: {name: %1$s}
                spec: {syncMode: Push, apiEndpoint: '%2$s', secretRef: {namespace: archipelago-system, name: %1$s}}
                """.formatted(name, endpoint, base64(authority), base64(token)), List.of("apply"));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void create(String name) {
        kubectl.ok("create", "configmap", name, "--from-literal=a=1");
    }

    @Test
    void badMembersAreInNobodysWay() throws Exception {
        Path data = federation.directory();
        String otherAuthority = Files.readString(data.resolve("clusters/c2/pki/ca.crt"));
        String c1 = Kubeconfig.read(data.resolve("kubeconfig"), "c1").server().toString();
        CertificateAuthority authority = CertificateAuthority.open(home.resolve("failing"), InstantSource.system());
        HttpsServer failing = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        CertificateSpec server =
                CertificateSpec.server("failing", List.of(), List.of(InetAddress.getLoopbackAddress()));
        failing.setHttpsConfigurator(
                new HttpsConfigurator(ServerTls.contexts(authority, "failing", server, InstantSource.system())
                        .frugal()));
        failing.createContext("/", exchange -> {
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        failing.start();
        Path far = home.resolve("far");
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ServerProcess cluster = ServerProcess.start(
                        "cluster", far, List.of("--name", "far", "--port", "0", "--dns-port", "0"))) {
            cluster.awaitReady();
            int port = Kubeconfig.read(far.resolve("kubeconfig")).server().getPort();
            try (DelayingProxy slow = new DelayingProxy(port, SLOWNESS_MILLIS)) {
                join("silent", "https://127.0.0.1:" + silent.getLocalPort(), otherAuthority, "t");
                join(
                        "failing",
                        "https://127.0.0.1:" + failing.getAddress().getPort(),
                        Pem.encode(authority.certificate()),
                        "t");
                join("stranger", c1, otherAuthority, "t");
                join(
                        "slow",
                        "https://127.0.0.1:" + slow.port(),
                        Files.readString(far.resolve("pki/ca.crt")),
                        Files.readString(far.resolve("pki/admin.token")).strip());
                behaves(slow, Kubectl.newest(home.resolve("far-home"), far.resolve("kubeconfig")));
            }
        } finally {
            failing.stop(0);
        }
    }

    private void behaves(DelayingProxy slow, Kubectl far) throws Exception {
        create("first");
        federation.awaitMembers("configmap/first", ".data.a", "c1=1 c2=1 c3=1");
        kubectl.ok(TestingCluster.SERVICE, List.of("apply"));
        kubectl.ok(TestingCluster.SET, List.of("apply"));

        TestingFederation.await(() -> assertThat(federation.ok("status"))
                .containsPattern("silent +no .*cannot be reached: .*(did not answer in time|timed out)")
                .containsPattern("failing +no .*says that it is not ready: the server answered 500")
                .containsPattern("stranger +no .*cannot be reached: .*(PKIX|certificate|signature)")
                .containsPattern("slow +yes "));
        assertThat(kubectl.ok(
                        "get",
                        "cluster",
                        "stranger",
                        "-o",
                        "jsonpath={.status.conditions[?(@.type==\"Ready\")].status}"))
                .isEqualTo("Unknown");

        TestingFederation.await(
                () -> assertThat(far.ok("get", "configmap", "first", "--ignore-not-found", "-o", "jsonpath={.data.a}"))
                        .isEqualTo("1"));

        // A ready cluster stops answering.
        slow.freeze();
        create("second");
        federation.awaitMembers("configmap/second", ".data.a", "c1=1 c2=1 c3=1");
        kubectl.ok("scale", "statefulset/web", "--replicas=6");
        kubectl.ok("delete", "configmap", "first", "--wait=false");
        federation.awaitMembers("configmap/first", ".data.a", "");
        TestingFederation.await(() -> assertThat(federation.ok("status")).containsPattern("slow +no .*did not answer"));
        assertThat(federation.ok("status")).containsPattern("c1 +yes").containsPattern("c2 +yes");
    }
}
