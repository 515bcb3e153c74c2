package dev.archipelago.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantitiesTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0Gi, 0",
        "0.0, 0",
        "1, 1",
        "-1, -1",
        "+5, 5",
        "100m, 100m",
        "1000m, 1",
        "1500m, 1500m",
        "1.5, 1500m",
        "0.1, 100m",
        "0.0001, 100u",
        "1n, 1n",
        "0.1n, 1n",
        "1000000n, 1m",
        "1000, 1k",
        "1500, 1500",
        "1000000, 1M",
        "1k, 1k",
        "1000k, 1M",
        "1024, 1024",
        "10Gi, 10Gi",
        "1024Mi, 1Gi",
        "1536Mi, 1536Mi",
        "0.5Gi, 512Mi",
        "1.5Gi, 1536Mi",
        "512Ki, 512Ki",
        "1023Ki, 1023Ki",
        "0.5Ki, 512",
        "1Ei, 1Ei",
        "1E, 1E",
        "1000E, 1000E",
        "1e3, 1e3",
        "1E3, 1e3",
        "12e4, 120e3",
        "1e-3, 1e-3",
        "5e0, 5",
        "garbage, garbage",
        "1x, 1x",
        "1.2.3, 1.2.3",
        "Gi, Gi",
        "1e999999999, 1e999999999",
        "--1, --1",
    })
    void isCanonical(String text, String expected) {
        assertThat(Values.quantity(text)).isEqualTo(expected);
    }
}
