package dev.archipelago.cluster.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.ApiObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.ConfigMap;
import dev.archipelago.cluster.kinds.EndpointSlice;
import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.testing.YamlObjects;
import dev.archipelago.controller.cache.Caches;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;

/// A cluster of federation `f` with the zone `example.com`.
class FederatedNamesTest {
    private final Caches caches = new Caches();
    private final ClusterNames names = new ClusterNames(caches, new ClusterNames.Settings("example.com", 5, List.of()));
    private long revision = 1;

    private <T extends ApiObject> void put(Kind<T> kind, String yaml) {
        caches.of(kind).put(YamlObjects.read(kind, YamlObjects.tree(yaml), ++revision));
    }

    @BeforeEach
    void join() {
        put(ConfigMap.KIND, """
                metadata: {namespace: archipelago-names, name: federation, labels: {archipelago.dev/names: 'true'}}
                data: {name: f, zone: example.com}
                """);
        put(Service.KIND, "{metadata: {name: db, namespace: ns}, spec: {clusterIP: None}}");
        put(EndpointSlice.KIND, """
                metadata: {name: db-1, namespace: ns, labels: {kubernetes.io/service-name: db}}
                addressType: IPv4
                endpoints: [{addresses: [10.0.0.1], hostname: db-c1-0, conditions: {ready: true}}]
                """);
    }

    private void publish() {
        put(ConfigMap.KIND, """
                metadata: {namespace: archipelago-names, name: db.ns, labels: {archipelago.dev/names: 'true'}}
                data:
                  db.ns.f.svc.example.com: |-
                    A 5 198.51.100.1
                    A 5 198.51.100.2
                  db-c1-0.db.ns.f.svc.example.com: A 5 198.51.100.1
                  store.ns.f.svc.example.com: CNAME 5 db.ns.f.svc.example.com.
                """);
    }

    private Optional<List<String>> ask(String name) throws Exception {
        Name asked = Name.fromString(name, Name.root);
        return names.zoneOf(asked)
                .flatMap(zone -> zone.find(asked))
                .map(records -> records.stream().map(Record::rdataToString).toList());
    }

    @Test
    void namesOfTheFederationAreServedInTheCluster() throws Exception {
        publish();

        assertThat(ask("db.ns.f.svc.example.com")).hasValue(List.of("198.51.100.1", "198.51.100.2"));
        assertThat(ask("STORE.ns.f.svc.example.com")).hasValue(List.of("db.ns.f.svc.example.com."));
        assertThat(ask("ns.f.svc.example.com")).as("only names below").hasValue(List.of());
    }

    @Test
    void localNamesStayLocal() throws Exception {
        publish();

        assertThat(ask("db.ns.svc.example.com")).hasValue(List.of("10.0.0.1"));
    }

    @Test
    void whatTheFederationHasNoNameForIsLookedForInTheCluster() throws Exception {
        assertThat(ask("db.ns.f.svc.example.com")).hasValue(List.of("db.ns.svc.example.com."));
        assertThat(ask("db-c1-0.db.ns.f.svc.example.com")).hasValue(List.of("db-c1-0.db.ns.svc.example.com."));
        assertThat(ask("other.ns.f.svc.example.com")).isEmpty();
        assertThat(ask("db.ns.g.svc.example.com")).as("another federation").isEmpty();
    }

    @Test
    void whatIsTakenAwayIsGone() throws Exception {
        publish();
        put(ConfigMap.KIND, """
                metadata: {namespace: archipelago-names, name: db.ns, labels: {archipelago.dev/names: 'true'}}
                data: {db-c1-0.db.ns.f.svc.example.com: A 5 198.51.100.9}
                """);

        assertThat(ask("db-c1-0.db.ns.f.svc.example.com")).hasValue(List.of("198.51.100.9"));
        assertThat(ask("store.ns.f.svc.example.com")).isEmpty();

        caches.of(ConfigMap.KIND).remove(new Key(FederatedNames.NAMESPACE, "db.ns"), ++revision);

        assertThat(ask("db-c1-0.db.ns.f.svc.example.com"))
                .as("the cluster's own")
                .hasValue(List.of("db-c1-0.db.ns.svc.example.com."));
    }

    @Test
    void otherConfigMapsAreNotRead() throws Exception {
        put(ConfigMap.KIND, """
                metadata: {namespace: archipelago-names, name: mine.ns}
                data: {mine.ns.f.svc.example.com: A 5 198.51.100.1}
                """);

        assertThat(ask("mine.ns.f.svc.example.com")).isEmpty();
    }

    @Test
    void aRecordThatCannotBeReadSpoilsNoOther() throws Exception {
        put(ConfigMap.KIND, """
                metadata: {namespace: archipelago-names, name: x.ns, labels: {archipelago.dev/names: 'true'}}
                data:
                  x.ns.f.svc.example.com: A 5 nowhere
                  y.ns.f.svc.example.com: A 5 198.51.100.1
                """);

        assertThat(ask("x.ns.f.svc.example.com")).isEmpty();
        assertThat(ask("y.ns.f.svc.example.com")).hasValue(List.of("198.51.100.1"));
    }

    @Test
    void aZoneOfTheFederationsOwnIsServedToo() throws Exception {
        put(ConfigMap.KIND, """
                metadata: {namespace: archipelago-names, name: federation, labels: {archipelago.dev/names: 'true'}}
                data: {name: f, zone: example.org}
                """);
        put(ConfigMap.KIND, """
                metadata: {namespace: archipelago-names, name: z.ns, labels: {archipelago.dev/names: 'true'}}
                data: {z.ns.f.svc.example.org: A 5 198.51.100.1}
                """);

        assertThat(ask("z.ns.f.svc.example.org")).hasValue(List.of("198.51.100.1"));
        assertThat(ask("nothing.example.org")).isEmpty();
    }
}
