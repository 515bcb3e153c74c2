package dev.archipelago.api.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0m, 0",
        "-0, 0",
        "00, 0",
        "1, 1",
        "+1, 1",
        "1000m, 1",
        "0.5, 500m",
        ".5, 500m",
        "1., 1",
        "0.1, 100m",
        "1.5, 1500m",
        "100m, 100m",
        "1000, 1k",
        "1024, 1024",
        "10000000, 10M",
        "0123, 123",
        "-2000, -2k",
        "-1500m, -1500m",
        "1Ki, 1Ki",
        "1024Ki, 1Mi",
        "1000Ki, 1000Ki",
        "1.5Gi, 1536Mi",
        "0.5Gi, 512Mi",
        "0.5Ki, 512",
        "0.1Mi, 104857600m",
        "2048Mi, 2Gi",
        "1Ei, 1Ei",
        "100Ei, 9223372036854775807",
        "1e3, 1e3",
        "1000e0, 1e3",
        "12E6, 12e6",
        "1E, 1E",
        "1e-3, 1e-3",
        "15e2, 1500",
        "0.0000000001, 1n",
        "1u, 1u",
        "1000n, 1u",
        "5000E, 5000E",
        "123456789012345678901234567890, 123456789012345678901234567890",
    })
    void printsTheCanonicalForm(String given, String canonical) {
        assertThat(Quantity.canonical(given)).isEqualTo(canonical);
        assertThat(Quantity.parse(given).canonical()).isEqualTo(canonical);
        assertThat(Quantity.canonical(canonical)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100m", "128Mi", "1", "2Gi", "0", "10k"})
    void keepsTheStringThatIsCanonical(String given) {
        assertThat(Quantity.canonical(given)).isSameAs(given);
    }

    @ParameterizedTest
    @CsvSource({
        "'', quantities must match the regular expression",
        "abc, quantities must match the regular expression",
        "1 Gi, quantities must match the regular expression",
        "1.2.3, quantities must match the regular expression",
        "1GB, quantities must match the regular expression",
        "-, quantities must match the regular expression",
        "1K, unable to parse quantity's suffix",
        "1mm, unable to parse quantity's suffix",
        "1ki, unable to parse quantity's suffix",
        "1e1000000000, unable to parse quantity's suffix",
        "1e, unable to parse quantity's suffix",
    })
    void refusesWhatIsNoQuantity(String given, String message) {
        assertThatThrownBy(() -> Quantity.canonical(given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void comparesAndAddsAcrossNotations() {
        assertThat(Quantity.parse("1Gi")).isGreaterThan(Quantity.parse("1G"));
        assertThat(Quantity.parse("1")).isEqualTo(Quantity.parse("1000m")).hasSameHashCodeAs(Quantity.parse("1000m"));
        assertThat(Quantity.parse("100m").add(Quantity.parse("0.9"))).hasToString("1");
        assertThat(Quantity.parse("1Gi").add(Quantity.parse("1Mi"))).hasToString("1025Mi");
        assertThat(Quantity.ZERO.add(Quantity.parse("1Ki"))).hasToString("1Ki");
        assertThat(Quantity.parse("1").subtract(Quantity.parse("1m"))).hasToString("999m");
    }

    @Test
    void roundsUpWhenAskedForWholeUnits() {
        assertThat(Quantity.parse("1500m").wholeUnits()).isEqualTo(2);
        assertThat(Quantity.parse("1u").milliUnits()).isEqualTo(1);
        assertThat(Quantity.parse("100E").milliUnits()).isEqualTo(Long.MAX_VALUE);
        assertThat(Quantity.parse("0.0001").roundUpToMilli()).hasToString("1m");
    }
}
