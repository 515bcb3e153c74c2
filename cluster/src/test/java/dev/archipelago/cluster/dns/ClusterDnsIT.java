package dev.archipelago.cluster.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.cluster.endpoints.EndpointControllers;
import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.services.AddressPool;
import dev.archipelago.cluster.services.LoadBalancerReconciler;
import dev.archipelago.cluster.testing.TestingControllers;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.runtime.Reconciler;
import dev.archipelago.dns.DnsServer;
import dev.archipelago.dns.Limits;
import dev.archipelago.testing.Dig;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// A service, its pods and its endpoints in a real API server, queried with dig.
class ClusterDnsIT {
    private TestingApiServer server;
    private TestingControllers controllers;
    private DnsServer dns;
    private ClusterApi api;
    private Dig dig;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        server = TestingApiServer.start(directory);
        AtomicReference<ClusterNames> names = new AtomicReference<>();
        controllers = new TestingControllers(server, caches -> {
            names.set(new ClusterNames(
                    caches, new ClusterNames.Settings("cluster.local", 5, List.of(InetAddress.getLoopbackAddress()))));
            List<Reconciler> reconcilers = new ArrayList<>(EndpointControllers.of(caches));
            reconcilers.add(new LoadBalancerReconciler(caches, AddressPool.LOOPBACK));
            return reconcilers;
        });
        dns = DnsServer.start(InetAddress.getLoopbackAddress(), 0, Objects.requireNonNull(names.get()), Limits.DEFAULT);
        dig = new Dig(dns.port());
        api = TestingControllers.api(server, "test");
    }

    @AfterEach
    void stop() {
        dns.close();
        controllers.close();
        server.close();
    }

    @Test
    void findsServicesAndTheirMembers() throws Exception {
        service("{name: db, namespace: default}", "clusterIP: None, ports: [{name: sql, port: 5432}]");
        service("{name: web, namespace: default}", "type: LoadBalancer, ports: [{name: http, port: 80}]");
        pod("db-0", "10.0.0.1");
        pod("db-1", "10.0.0.2");
        await("db.default.svc.cluster.local", "A", List.of("10.0.0.1", "10.0.0.2"));

        assertThat(dig.brief("db-1.db.default.svc.cluster.local", "A")).containsExactly("10.0.0.2");
        assertThat(dig.brief("_sql._tcp.db.default.svc.cluster.local", "SRV"))
                .containsExactly(
                        "0 100 5432 db-0.db.default.svc.cluster.local.",
                        "0 100 5432 db-1.db.default.svc.cluster.local.");
        assertThat(dig.brief("-x", "10.0.0.1")).containsExactly("db-0.db.default.svc.cluster.local.");
        assertThat(dig.brief("dns-version.cluster.local", "TXT")).containsExactly("\"1.1.0\"");
        assertThat(dig.brief("kubernetes.default.svc.cluster.local", "A")).containsExactly("10.96.0.1");
        assertThat(dig.brief("ns.dns.cluster.local", "A")).containsExactly("127.0.0.1");

        String clusterIp = api.get(Service.KIND, new Key("default", "web"))
                .orElseThrow()
                .clusterIps()
                .getFirst();
        assertThat(dig.brief("web.default.svc.cluster.local", "A")).containsExactly(clusterIp);
        assertThat(dig.brief("-x", clusterIp)).containsExactly("web.default.svc.cluster.local.");
        assertThat(dig.brief("+tcp", "_http._tcp.web.default.svc.cluster.local", "SRV"))
                .containsExactly("0 100 80 web.default.svc.cluster.local.");
    }

    @Test
    void saysNoAsOneShould() throws Exception {
        service("{name: web, namespace: default}", "ports: [{name: http, port: 80}]");
        await("web.default.svc.cluster.local", "SOA", List.of());
        assertThat(dig.ask("missing.default.svc.cluster.local", "A"))
                .contains("status: NXDOMAIN")
                .contains("flags: qr aa rd")
                .contains("SOA\tns.dns.cluster.local.");
        assertThat(dig.ask("web.default.svc.cluster.local", "AAAA"))
                .contains("status: NOERROR")
                .contains("ANSWER: 0, AUTHORITY: 1");
        assertThat(dig.ask("example.org", "A")).contains("status: REFUSED");
        assertThat(dig.ask("+edns=1", "+noednsneg", "web.default.svc.cluster.local", "A"))
                .contains("status: BADVERS");
        assertThat(dig.ask("+qr", "web.default.svc.cluster.local", "A")).doesNotContain("WARNING: Message parser");
    }

    @Test
    void turnsToTcpWhenAnAnswerIsLarge() throws Exception {
        service("{name: db, namespace: default}", "clusterIP: None, ports: [{name: sql, port: 5432}]");
        for (int i = 0; i < 150; i++) {
            pod("db-" + i, "10.0.1." + (i + 1));
        }
        awaitMembers(150);
        assertThat(dig.ask("+ignore", "db.default.svc.cluster.local", "A")).contains("flags: qr aa tc rd");
        assertThat(dig.brief("db.default.svc.cluster.local", "A")).hasSize(150);
    }

    @Test
    void followsTheFateOfAPod() throws Exception {
        service("{name: db, namespace: default}", "clusterIP: None, ports: [{name: sql, port: 5432}]");
        pod("db-0", "10.0.0.1");
        await("db-0.db.default.svc.cluster.local", "A", List.of("10.0.0.1"));
        api.delete(
                Pod.KIND,
                new Key("default", "db-0"),
                Plan.deletion(Pod.KIND, pod("db-0")).options());
        await("db-0.db.default.svc.cluster.local", "A", List.of());
        pod("db-0", "10.0.0.9");
        await("db-0.db.default.svc.cluster.local", "A", List.of("10.0.0.9"));
    }

    private Pod pod(String name) {
        return api.get(Pod.KIND, new Key("default", name)).orElseThrow();
    }

    private void service(String metadata, String spec) {
        api.create(Service.KIND, tree("""
                apiVersion: v1
                kind: Service
                metadata: %s
                spec: {selector: {app: db}, %s}
                """.formatted(metadata, spec)));
    }

    private void pod(String name, String ip) {
        ObjectNode pod = api.create(Pod.KIND, tree("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %1$s, namespace: default, labels: {app: db}}
                spec: {hostname: %1$s, subdomain: db, containers: [{name: c, image: i}]}
                """.formatted(name))).tree();
        pod.set(
                "status",
                tree("{phase: Running, podIP: %1$s, podIPs: [{ip: %1$s}], conditions: [{type: Ready, status: 'True'}]}"
                        .formatted(ip)));
        api.update(Pod.KIND, pod, "status");
    }

    private static ObjectNode tree(String yaml) {
        return (ObjectNode)
                YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8)).tree();
    }

    private void await(String name, String type, List<String> wanted) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!dig.brief(name, type).equals(wanted)) {
            if (System.nanoTime() > end) {
                throw new AssertionError(dig.ask(name, type));
            }
            Thread.sleep(5);
        }
    }

    private void awaitMembers(int count) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (dig.brief("db.default.svc.cluster.local", "A").size() < count) {
            if (System.nanoTime() > end) {
                throw new AssertionError("there are not " + count + " members");
            }
            Thread.sleep(5);
        }
    }
}
