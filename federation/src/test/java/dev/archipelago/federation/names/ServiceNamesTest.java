package dev.archipelago.federation.names;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// DNS names with the federation `ufp` and the zone `example.com`, as in Federation v1's own tests.
class ServiceNamesTest {
    private static final Key NGINX = new Key("test", "nginx");
    private static final String GLOBAL = "nginx.test.ufp.svc.example.com";
    private static final String FOO_REGION = "nginx.test.ufp.svc.fooregion.example.com";
    private static final String FOO_ZONE = "nginx.test.ufp.svc.foozone.fooregion.example.com";
    private static final String BAR_REGION = "nginx.test.ufp.svc.barregion.example.com";
    private static final String BAR_ZONE = "nginx.test.ufp.svc.barzone.barregion.example.com";

    private final ServiceNames names = new ServiceNames("ufp", "example.com");

    private static ServiceLocation foo(String... addresses) {
        return new ServiceLocation("c1", "fooregion", List.of("foozone"), List.of(addresses));
    }

    private static ServiceLocation bar(String... addresses) {
        return new ServiceLocation("c2", "barregion", List.of("barzone"), List.of(addresses));
    }

    @Test
    void aServiceWithoutAddressHasNoNames() {
        assertThat(names.balanced(NGINX, List.of(foo(), bar()))).isEmpty();
    }

    @Test
    void whereThereIsNoAddressTheNameLeadsToTheNextLargerPlace() {
        assertThat(names.balanced(NGINX, List.of(foo("198.51.100.1"), bar())))
                .isEqualTo(Map.of(
                        GLOBAL, "A 5 198.51.100.1",
                        FOO_REGION, "A 5 198.51.100.1",
                        FOO_ZONE, "A 5 198.51.100.1",
                        BAR_REGION, "CNAME 5 " + GLOBAL + '.',
                        BAR_ZONE, "CNAME 5 " + BAR_REGION + '.'));
    }

    @Test
    void allAddressesAreAtTheGlobalNameAndEachAtItsPlace() {
        assertThat(names.balanced(NGINX, List.of(foo("198.51.100.1"), bar("2001:db8::1"))))
                .isEqualTo(Map.of(
                        GLOBAL, "A 5 198.51.100.1\nAAAA 5 2001:db8::1",
                        FOO_REGION, "A 5 198.51.100.1",
                        FOO_ZONE, "A 5 198.51.100.1",
                        BAR_REGION, "AAAA 5 2001:db8::1",
                        BAR_ZONE, "AAAA 5 2001:db8::1"));
    }

    @Test
    void everyZoneOfAClusterHasAName() {
        ServiceLocation wide = new ServiceLocation("c1", "r", List.of("a", "b"), List.of("198.51.100.1"));

        assertThat(names.balanced(NGINX, List.of(wide)))
                .containsKeys("nginx.test.ufp.svc.a.r.example.com", "nginx.test.ufp.svc.b.r.example.com");
    }

    @Test
    void clustersOfOneRegionShareItsName() {
        ServiceLocation other = new ServiceLocation("c3", "fooregion", List.of("z"), List.of("198.51.100.3"));

        assertThat(names.balanced(NGINX, List.of(foo("198.51.100.1"), other)))
                .containsEntry(FOO_REGION, "A 5 198.51.100.1\nA 5 198.51.100.3")
                .containsEntry(FOO_ZONE, "A 5 198.51.100.1");
    }

    @Test
    void aClusterThatIsNowhereIsOnlyAtTheGlobalName() {
        ServiceLocation nowhere = new ServiceLocation("c1", "", List.of(), List.of("198.51.100.1"));

        assertThat(names.balanced(NGINX, List.of(nowhere))).isEqualTo(Map.of(GLOBAL, "A 5 198.51.100.1"));
    }

    @Test
    void aGoverningServiceNamesAllReplicas() {
        var replicas = List.of(
                new ServiceNames.Replica("db-c1-0", List.of("198.51.100.1")),
                new ServiceNames.Replica("db-c2-0", List.of()));

        assertThat(names.governing(
                        new Key("test", "db"),
                        List.of(new ServiceNames.Port("sql", "TCP", 5432)),
                        replicas,
                        List.of("store")))
                .isEqualTo(Map.of(
                        "db.test.ufp.svc.example.com",
                        """
                        A 5 198.51.100.1
                        SRV 5 0 100 5432 db-c1-0.db.test.ufp.svc.example.com.
                        SRV 5 0 100 5432 db-c2-0.db.test.ufp.svc.example.com.""",
                        "_sql._tcp.db.test.ufp.svc.example.com",
                        """
                        SRV 5 0 100 5432 db-c1-0.db.test.ufp.svc.example.com.
                        SRV 5 0 100 5432 db-c2-0.db.test.ufp.svc.example.com.""",
                        "db-c1-0.db.test.ufp.svc.example.com",
                        "A 5 198.51.100.1",
                        "store.test.ufp.svc.example.com",
                        "CNAME 5 db.test.ufp.svc.example.com."));
    }

    @Test
    void withoutReplicasThereIsNothingToLeadTo() {
        assertThat(names.governing(new Key("test", "db"), List.of(), List.of(), List.of("store")))
                .isEmpty();
    }
}
