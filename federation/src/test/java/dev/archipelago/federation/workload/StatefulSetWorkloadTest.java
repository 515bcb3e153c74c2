package dev.archipelago.federation.workload;

import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatefulSetWorkloadTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{replicas: 3} | 3",
                "{} | 1",
                "{replicas: 3, updateStrategy: {type: OnDelete}} | 0",
                "{replicas: 3, updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 2}}} | 1",
                "{replicas: 3, updateStrategy: {rollingUpdate: {partition: 5}}} | 0",
            })
    void countsThePodsThatAreReplacedByThemselves(String spec, int expected) {
        assertThat(new StatefulSetWorkload().updatedReplicas(tree("{spec: %s}".formatted(spec))))
                .isEqualTo(expected);
    }
}
