package dev.archipelago.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.kinds.Pod;
import dev.archipelago.cluster.testing.YamlObjects;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PodAddressesTest {
    private static final AddressRange RANGE = AddressRange.parse("10.1.2.0/28");

    private final PodAddresses addresses = new PodAddresses();

    @Test
    void givesEachPodItsOwnAndKeepsItsPromise() {
        Set<String> given = new HashSet<>();
        for (int i = 0; i < 13; i++) {
            assertThat(given.add(addresses.allocate(RANGE, "u" + i))).isTrue();
        }
        assertThat(given).doesNotContain("10.1.2.0", "10.1.2.1", "10.1.2.15");
        assertThat(addresses.allocate(RANGE, "u3")).isEqualTo("10.1.2.5");
        assertThat(addresses.allocate(RANGE, "late")).isEmpty();
    }

    @Test
    void givesAnAddressAgainOnlyAfterItsPodIsGoneOrOver() {
        Pod kept = pod("u0", "Running", "10.1.2.2");
        Pod gone = pod("u1", "Running", "10.1.2.3");
        addresses.changed(null, kept);
        addresses.changed(null, gone);
        for (int i = 0; i < 11; i++) {
            addresses.allocate(RANGE, "x" + i);
        }
        assertThat(addresses.allocate(RANGE, "late")).isEmpty();
        addresses.changed(gone, null);
        assertThat(addresses.allocate(RANGE, "late")).isEqualTo("10.1.2.3");
        addresses.changed(kept, pod("u0", "Succeeded", "10.1.2.2"));
        assertThat(addresses.allocate(RANGE, "later")).isEqualTo("10.1.2.2");
    }

    @Test
    void goesRoundBeforeItGivesAnAddressAgain() {
        String first = addresses.allocate(RANGE, "a");
        addresses.changed(pod("a", "Running", first), null);
        assertThat(addresses.allocate(RANGE, "b")).isNotEqualTo(first);
    }

    @Test
    void takesPartsThatDoNotOverlap() {
        AddressRange network = AddressRange.parse("10.244.0.0/14");
        assertThat(network.parts(24)).isEqualTo(1024);
        assertThat(network.part(24, 1023)).hasToString("10.247.255.0/24");
        assertThat(network.part(24, 3).overlaps(network.part(24, 4))).isFalse();
        assertThat(network.part(24, 3).overlaps(network.part(22, 0))).isTrue();
    }

    private static Pod pod(String uid, String phase, String address) {
        return YamlObjects.read(
                Pod.KIND,
                "{metadata: {name: %s, namespace: d, uid: %s}, spec: {nodeName: n}, status: {phase: %s, podIP: %s}}"
                        .formatted(uid, uid, phase, address));
    }
}
