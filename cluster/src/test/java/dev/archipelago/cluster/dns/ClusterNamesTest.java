package dev.archipelago.cluster.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.objects.Stored;
import dev.archipelago.api.yaml.YamlReader;
import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.controller.cache.Caches;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Type;
import tools.jackson.databind.node.ObjectNode;

class ClusterNamesTest {
    private static final String MEMBERS = """
            metadata: {name: db-abcde, namespace: prod, labels: {kubernetes.io/service-name: db}}
            addressType: IPv4
            ports: [{name: sql, port: 5432, protocol: TCP}, {name: '', port: 9, protocol: TCP}]
            endpoints:
            - {addresses: [10.0.0.1], hostname: db-0, conditions: {ready: true}}
            - {addresses: [10.0.0.2], hostname: db-1, conditions: {ready: %s}}
            - {addresses: [10.0.0.3]}
            """;

    private final Caches caches = new Caches();
    private final ClusterNames names = new ClusterNames(caches, ClusterNames.Settings.DEFAULT);
    private long revision = 1;

    private <T extends ApiObject> void put(Kind<T> kind, String yaml) {
        ObjectNode tree = Json.object().put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        tree.setAll((ObjectNode)
                YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8)).tree());
        caches.of(kind).put(kind.read(new Stored(Stored.encode(tree), ++revision)));
    }

    @BeforeEach
    void fill() {
        put(Service.KIND, """
                metadata: {name: web, namespace: prod}
                spec:
                  clusterIP: 10.96.0.7
                  clusterIPs: [10.96.0.7, 'fd00:96::7']
                  ports: [{name: http, port: 80, targetPort: 8080}, {name: dns, port: 53, protocol: UDP}, {port: 9}]
                """);
        put(Service.KIND, "{metadata: {name: db, namespace: prod}, spec: {clusterIP: None}}");
        put(Service.KIND, """
                metadata: {name: out, namespace: prod}
                spec: {type: ExternalName, externalName: www.example.org}
                """);
        put(Service.KIND, "{metadata: {name: empty, namespace: prod}, spec: {clusterIP: None}}");
        put(EndpointSlice.KIND, MEMBERS.formatted("false"));
        put(EndpointSlice.KIND, """
                metadata: {name: db-sixth, namespace: prod, labels: {kubernetes.io/service-name: db}}
                addressType: IPv6
                ports: [{name: sql, port: 5432, protocol: TCP}]
                endpoints: [{addresses: ['fd00::1'], hostname: db-0}]
                """);
    }

    /// The data of all records of a type, sorted; `-` for none of the type, `!` for no such name.
    private String find(String name, String type) {
        Name asked = Name.fromConstantString(name + '.');
        Optional<List<Record>> found = names.zoneOf(asked).orElseThrow().find(asked);
        if (found.isEmpty()) {
            return "!";
        }
        List<String> data = found.get().stream()
                .filter(record -> record.getType() == Type.value(type))
                .map(Record::rdataToString)
                .sorted()
                .toList();
        return data.isEmpty() ? "-" : String.join(" & ", data);
    }

    @ParameterizedTest
    @CsvSource({
        "web.prod.svc.cluster.local, A, 10.96.0.7",
        "WEB.Prod.svc.Cluster.Local, A, 10.96.0.7",
        "web.prod.svc.cluster.local, AAAA, fd00:96:0:0:0:0:0:7",
        "web.prod.svc.cluster.local, TXT, -",
        "_http._tcp.web.prod.svc.cluster.local, SRV, 0 100 80 web.prod.svc.cluster.local.",
        "_dns._udp.web.prod.svc.cluster.local, SRV, 0 100 53 web.prod.svc.cluster.local.",
        "_dns._tcp.web.prod.svc.cluster.local, SRV, !",
        "_tcp.web.prod.svc.cluster.local, SRV, -",
        "_sctp.web.prod.svc.cluster.local, SRV, !",
        "x.web.prod.svc.cluster.local, A, !",
        "db.prod.svc.cluster.local, A, 10.0.0.1 & 10.0.0.3",
        "db.prod.svc.cluster.local, AAAA, fd00:0:0:0:0:0:0:1",
        "db-0.db.prod.svc.cluster.local, A, 10.0.0.1",
        "db-0.db.prod.svc.cluster.local, AAAA, fd00:0:0:0:0:0:0:1",
        "db-1.db.prod.svc.cluster.local, A, !",
        "10-0-0-3.db.prod.svc.cluster.local, A, 10.0.0.3",
        "_sql._tcp.db.prod.svc.cluster.local, SRV, 0 100 5432 10-0-0-3.db.prod.svc.cluster.local. "
                + "& 0 100 5432 db-0.db.prod.svc.cluster.local.",
        "_._tcp.db.prod.svc.cluster.local, SRV, !",
        "empty.prod.svc.cluster.local, A, !",
        "out.prod.svc.cluster.local, CNAME, www.example.org.",
        "out.prod.svc.cluster.local, A, -",
        "missing.prod.svc.cluster.local, A, !",
        "a.b.c.web.prod.svc.cluster.local, A, !",
        "prod.svc.cluster.local, A, -",
        "test.svc.cluster.local, A, !",
        "svc.cluster.local, A, -",
        "pod.cluster.local, A, !",
        "dns-version.cluster.local, TXT, 1.1.0",
        "cluster.local, NS, ns.dns.cluster.local.",
        "7.0.96.10.in-addr.arpa, PTR, web.prod.svc.cluster.local.",
        "1.0.0.10.in-addr.arpa, PTR, db-0.db.prod.svc.cluster.local.",
        "2.0.0.10.in-addr.arpa, PTR, !",
        "3.0.0.10.in-addr.arpa, PTR, 10-0-0-3.db.prod.svc.cluster.local.",
        "9.9.9.9.in-addr.arpa, PTR, !",
        "x.9.9.9.in-addr.arpa, PTR, !",
        "0.10.in-addr.arpa, PTR, -",
        "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.d.f.ip6.arpa, PTR, db-0.db.prod.svc.cluster.local.",
    })
    void knows(String name, String type, String data) {
        assertThat(find(name, type)).isEqualTo(data);
    }

    @Test
    void isNotResponsibleForOthers() {
        assertThat(names.zoneOf(Name.fromConstantString("example.org."))).isEmpty();
    }

    @Test
    void seesChangesAtOnce() {
        assertThat(find("db-1.db.prod.svc.cluster.local", "A")).isEqualTo("!");
        put(EndpointSlice.KIND, MEMBERS.formatted("true"));
        assertThat(find("db-1.db.prod.svc.cluster.local", "A")).isEqualTo("10.0.0.2");
        assertThat(find("2.0.0.10.in-addr.arpa", "PTR")).isEqualTo("db-1.db.prod.svc.cluster.local.");

        caches.of(EndpointSlice.KIND).remove(new Key("prod", "db-abcde"), ++revision);
        assertThat(find("db.prod.svc.cluster.local", "A")).isEqualTo("-");
        assertThat(find("1.0.0.10.in-addr.arpa", "PTR")).isEqualTo("!");

        put(Service.KIND, "{metadata: {name: web, namespace: prod}, spec: {clusterIP: 10.96.0.8}}");
        assertThat(find("web.prod.svc.cluster.local", "A")).isEqualTo("10.96.0.8");
        caches.of(Service.KIND).remove(new Key("prod", "web"), ++revision);
        assertThat(find("web.prod.svc.cluster.local", "A")).isEqualTo("!");
    }

    @Test
    void answersForAnotherZone() {
        Caches others = new Caches();
        ClusterNames named = new ClusterNames(others, new ClusterNames.Settings("c1.example", 5, List.of()));
        assertThat(named.zoneOf(Name.fromConstantString("web.prod.svc.c1.example.")))
                .isPresent();
        assertThat(named.zoneOf(Name.fromConstantString("web.prod.svc.cluster.local.")))
                .isEmpty();
    }
}
