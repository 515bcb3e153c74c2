package dev.archipelago.bench.servers;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.apiserver.pki.CertificateAuthority;
import dev.archipelago.apiserver.pki.CertificateSpec;
import dev.archipelago.apiserver.pki.ServerTls;
import dev.archipelago.controller.remote.Kubeconfig;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import tools.jackson.databind.node.ObjectNode;

/// Clusters that a federation must not suffer from: one accepts and never answers, one answers with errors, one is not
/// who it should be, and one is two seconds slow.
public final class BadMembers implements AutoCloseable {
    private static final Kind<AnyObject> SECRET = AnyObject.kind(GroupVersionKind.of("v1", "Secret"), "secrets", true);
    private static final String NAMESPACE = "archipelago-system";
    private static final int SLOWNESS_MILLIS = 2000;
    private static final int LOOKS_MAX = 120;
    private static final int PAUSE_MILLIS = 500;
    private static final int BACKLOG = 50;

    private final ServerSocket silent = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    private final HttpsServer failing =
            HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final DelayProxy slow;

    /// @param authority of the cluster that is to seem slow, and of the one that fails
    private BadMembers(int farPort, Path authority) throws IOException {
        slow = new DelayProxy(farPort, SLOWNESS_MILLIS);
        failing.setHttpsConfigurator(new HttpsConfigurator(tls(authority)));
        failing.createContext("/", exchange -> {
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        failing.start();
    }

    private static SSLContext tls(Path directory) throws IOException {
        CertificateSpec server =
                CertificateSpec.server("failing", List.of(), List.of(InetAddress.getLoopbackAddress()));
        try {
            CertificateAuthority authority = CertificateAuthority.open(directory, InstantSource.system());
            return ServerTls.contexts(authority, "failing", server, InstantSource.system())
                    .frugal();
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /// Has them join, and returns when the slow one is known to be ready.
    ///
    /// @param good a cluster that somebody else pretends to be
    /// @param far the cluster that is to seem slow
    static BadMembers join(ClusterApi federation, FederationProcesses.Access good, ClusterProcess far)
            throws IOException, InterruptedException {
        Path keys = far.kubeconfig().resolveSibling("pki");
        String authority = Files.readString(keys.resolve("ca.crt"));
        String token = Files.readString(keys.resolve("admin.token")).strip();
        String stranger =
                Kubeconfig.read(good.kubeconfig(), good.context()).server().toString();
        BadMembers bad =
                new BadMembers(Kubeconfig.read(far.kubeconfig()).server().getPort(), keys);
        join(federation, "silent", "https://127.0.0.1:" + bad.silent.getLocalPort(), authority, token);
        join(
                federation,
                "failing",
                "https://127.0.0.1:" + bad.failing.getAddress().getPort(),
                authority,
                token);
        join(federation, "stranger", stranger, authority, token);
        join(federation, "slow", "https://127.0.0.1:" + bad.slow.port(), authority, token);
        bad.awaitSlow(federation);
        return bad;
    }

    private static void join(ClusterApi federation, String name, String endpoint, String authority, String token) {
        ObjectNode secret = Json.object().put("apiVersion", "v1").put("kind", "Secret");
        secret.putObject("metadata").put("namespace", NAMESPACE).put("name", name);
        secret.putObject("data").put("caBundle", base64(authority)).put("token", base64(token));
        federation.create(SECRET, secret);
        ObjectNode cluster =
                Json.object().put("apiVersion", Cluster.KIND.apiVersion()).put("kind", Cluster.KIND.name());
        cluster.putObject("metadata").put("name", name);
        ObjectNode spec = cluster.putObject("spec").put("syncMode", "Push").put("apiEndpoint", endpoint);
        spec.putObject("secretRef").put("namespace", NAMESPACE).put("name", name);
        federation.create(Cluster.KIND, cluster);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void awaitSlow(ClusterApi federation) throws IOException, InterruptedException {
        for (int i = 0; i < LOOKS_MAX; i++) {
            if (federation
                    .get(Cluster.KIND, Key.global("slow"))
                    .filter(Cluster::isReady)
                    .isPresent()) {
                return;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        close();
        throw new IllegalStateException("the slow cluster has not become ready");
    }

    @Override
    public String toString() {
        return "members that are silent, failing, somebody else, and " + SLOWNESS_MILLIS + " ms slow";
    }

    @Override
    public void close() throws IOException {
        silent.close();
        failing.stop(0);
        slow.close();
    }
}
