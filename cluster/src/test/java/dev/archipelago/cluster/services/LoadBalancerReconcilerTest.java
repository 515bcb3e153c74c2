package dev.archipelago.cluster.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.cluster.kinds.Service;
import dev.archipelago.cluster.testing.PlannedWorld;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadBalancerReconcilerTest {
    /// A pool of six addresses.
    private final PlannedWorld world =
            new PlannedWorld(caches -> List.of(new LoadBalancerReconciler(caches, new AddressPool("127.64.0.0/29"))));

    private void service(String name, String spec) {
        service(name, spec, "");
    }

    private void service(String name, String spec, String status) {
        world.put(Service.KIND, "{metadata: {name: %s}, spec: {%s}, status: {%s}}".formatted(name, spec, status));
    }

    private static final String BALANCED = "type: LoadBalancer";

    private static String has(String address) {
        return "loadBalancer: {ingress: [{ip: %s, ipMode: VIP}]}".formatted(address);
    }

    @Test
    void givesEachServiceAnAddressOfItsOwnAndKeepsIt() {
        for (int i = 0; i < 6; i++) {
            service("s" + i, BALANCED);
        }
        world.settle();
        assertThat(world.all(Service.KIND))
                .extracting(service -> service.ingress().getFirst())
                .containsExactlyInAnyOrder(
                        "127.64.0.1", "127.64.0.2", "127.64.0.3", "127.64.0.4", "127.64.0.5", "127.64.0.6");
        assertThat(world.get(Service.KIND, "s0").tree().path("status").toString())
                .contains("\"ipMode\":\"VIP\"");
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void letsTheSeventhWaitUntilOneGoes() {
        for (int i = 0; i < 7; i++) {
            service("s" + i, BALANCED);
        }
        world.settle();
        assertThat(world.get(Service.KIND, "s6").ingress()).isEmpty();
        world.remove(Service.KIND, "default", "s2");
        world.settle();
        assertThat(world.get(Service.KIND, "s6").ingress()).hasSize(1);
    }

    @Test
    void honoursAnAddressThatIsAskedFor() {
        service("web", BALANCED + ", loadBalancerIP: 127.64.0.4");
        world.settle();
        assertThat(world.get(Service.KIND, "web").ingress()).containsExactly("127.64.0.4");

        service("other", BALANCED + ", loadBalancerIP: 127.64.0.4");
        service("outside", BALANCED + ", loadBalancerIP: 192.0.2.1");
        world.settle();
        assertThat(world.get(Service.KIND, "other").ingress()).isEmpty();
        assertThat(world.get(Service.KIND, "outside").ingress()).isEmpty();

        world.remove(Service.KIND, "default", "web");
        world.settle();
        assertThat(world.get(Service.KIND, "other").ingress()).containsExactly("127.64.0.4");
    }

    @Test
    void takesTheAddressAwayWhenTheTypeChanges() {
        service("web", BALANCED);
        world.settle();
        service("web", "type: ClusterIP", has("127.64.0.1"));
        world.settle();
        assertThat(world.get(Service.KIND, "web").ingress()).isEmpty();
    }

    @Test
    void settlesWhenTwoWereGivenTheSame() {
        service("young", BALANCED, has("127.64.0.1"));
        world.put(Service.KIND, """
                metadata: {name: old, creationTimestamp: '1969-01-01T00:00:00Z'}
                spec: {type: LoadBalancer}
                status: {loadBalancer: {ingress: [{ip: 127.64.0.1, ipMode: VIP}]}}
                """);
        world.settle();
        assertThat(world.get(Service.KIND, "old").ingress()).containsExactly("127.64.0.1");
        assertThat(world.get(Service.KIND, "young").ingress()).hasSize(1).doesNotContain("127.64.0.1");
    }

    @Test
    void leavesServicesToOthersThatAskForThem() {
        service("web", BALANCED + ", loadBalancerClass: example.org/lb");
        service("theirs", BALANCED + ", loadBalancerClass: example.org/lb", has("192.0.2.1"));
        assertThat(world.settle()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.0", "127.0.0.0/31", "127.0.0.0/x", "fd00::/64", "127.0.0.256/24", "1.2.3/24"})
    void refusesWhatIsNoBlock(String block) {
        assertThatThrownBy(() -> new AddressPool(block)).isInstanceOf(IllegalArgumentException.class);
    }
}
