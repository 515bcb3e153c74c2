package dev.archipelago.federation.kinds;

import static dev.archipelago.federation.testing.TestingObjects.read;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BindingTest {
    /// Reads bindings in their current form, and with the annotations that they had before.
    @ParameterizedTest
    @ValueSource(strings = {"""
                metadata: {name: b, namespace: n}
                spec:
                  scheduling:
                    affinityName: second
                    failure: no cluster fits
                    clusters: [{name: c1, reason: chosen}, {name: c2, reason: is tainted}]
                  departing: [c3, c4]
                  left: [c5]
                  released: [c6]
                  volumes: [{cluster: c1, id: i1}, {cluster: c2, id: i2, replacedBy: i3}]
                """, """
                metadata:
                  name: b
                  namespace: n
                  annotations:
                    archipelago.dev/affinity-group: second
                    archipelago.dev/placement-reasons: '{"":"no cluster fits","c1":"chosen","c2":"is tainted"}'
                    archipelago.dev/departing-clusters: c3,c4
                    archipelago.dev/left-clusters: c5
                    archipelago.dev/released-clusters: c6
                    archipelago.dev/cluster-ids: '{"c1":"i1","c2":"i2"}'
                    archipelago.dev/replaced-clusters: c2/i3
                """})
    void saysWhereItsObjectIsAndWhy(String yaml) {
        Binding binding = read(Binding.KIND, yaml);
        assertThat(binding.affinityName()).isEqualTo("second");
        assertThat(binding.schedulingFailure()).isEqualTo("no cluster fits");
        assertThat(binding.reasons()).hasToString("{c1=chosen, c2=is tainted}");
        assertThat(binding.departing()).containsExactly("c3", "c4");
        assertThat(binding.left()).containsExactly("c5");
        assertThat(binding.released()).containsExactly("c6");
        assertThat(binding.volumeClusterIds()).hasToString("{c1=i1, c2=i2}");
        assertThat(binding.replacedBy()).hasToString("{c2=i3}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metadata: {name: b, namespace: n}",
                "metadata: {name: b, namespace: n, annotations: {archipelago.dev/placement-reasons: '{'}}"
            })
    void saysNothingWhereNothingIsKnown(String yaml) {
        Binding binding = read(Binding.KIND, yaml);
        assertThat(binding.affinityName()).isEmpty();
        assertThat(binding.schedulingFailure()).isEmpty();
        assertThat(binding.reasons()).isEmpty();
        assertThat(binding.volumeClusterIds()).isEmpty();
    }
}
