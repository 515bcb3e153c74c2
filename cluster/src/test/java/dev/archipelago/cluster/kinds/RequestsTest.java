package dev.archipelago.cluster.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.cluster.testing.YamlObjects;
import org.junit.jupiter.api.Test;

class RequestsTest {
    private static final String HUGE = "{name: c, resources: {requests: {cpu: 1e100, memory: 9223372036854775807}}}";

    private static Requests of(String spec) {
        return YamlObjects.read(Pod.KIND, "{metadata: {name: p, namespace: d}, spec: {%s}}".formatted(spec))
                .requests();
    }

    @Test
    void whatIsMoreThanAnyNodeHasStaysSoWithMore() {
        Requests huge = of("containers: [%1$s, %1$s], initContainers: [%1$s], overhead: {cpu: 1e100}".formatted(HUGE));
        assertThat(huge.cpuMillis()).isPositive();
        assertThat(huge).isEqualTo(of("containers: [%s]".formatted(HUGE)));
        assertThat(huge.memoryBytes()).isGreaterThanOrEqualTo(64L << 40);
    }

    @Test
    void aNodeCanAddUpAsManyAsItCanHold() {
        Requests huge = of("containers: [%s]".formatted(HUGE));
        assertThat(Math.multiplyExact(100_000, huge.cpuMillis())).isPositive();
        assertThat(Math.multiplyExact(100_000, huge.memoryBytes())).isPositive();
    }
}
