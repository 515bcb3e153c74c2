package dev.archipelago.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenciesTest {
    private static Latencies of(int... milliseconds) {
        var latencies = new Latencies(milliseconds.length);
        for (int each : milliseconds) {
            latencies.add(each * 1_000_000L);
        }
        return latencies;
    }

    @Test
    void percentilesAreNearestRanks() {
        Latencies latencies = of(40, 10, 30, 20);
        assertThat(latencies.milliseconds(0.50)).isEqualTo(20);
        assertThat(latencies.milliseconds(0.51)).isEqualTo(30);
        assertThat(latencies.milliseconds(0.99)).isEqualTo(40);
        assertThat(latencies.milliseconds(1)).isEqualTo(40);
        assertThat(latencies.milliseconds(0)).isEqualTo(10);
    }

    @Test
    void ninetyNinthOfHundredLeavesOutOnlyTheWorst() {
        int[] values = new int[100];
        for (int i = 0; i < values.length; i++) {
            values[i] = i + 1;
        }
        assertThat(of(values).milliseconds(0.99)).isEqualTo(99);
    }

    @Test
    void nothingMeasuredIsUnknown() {
        assertThat(of().milliseconds(0.5)).isNaN();
    }

    @Test
    void whatExceedsTheCapacityIsCounted() {
        var latencies = new Latencies(1);
        latencies.add(1_000_000);
        latencies.add(9_000_000);
        assertThat(latencies.count()).isEqualTo(2);
        assertThat(latencies.milliseconds(1)).isEqualTo(1);
    }
}
