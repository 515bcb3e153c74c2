package dev.archipelago.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanDurationTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT0.999S, 0s",
        "PT1S, 1s",
        "PT-0.5S, 0s",
        "PT-1S, 0s",
        "PT-1.9S, 0s",
        "PT-2S, <invalid>",
        "PT-1H, <invalid>",
        "PT70S, 70s",
        "PT119.9S, 119s",
        "PT2M, 2m",
        "PT2M1S, 2m1s",
        "PT9M59S, 9m59s",
        "PT10M, 10m",
        "PT10M59S, 10m",
        "PT179M59S, 179m",
        "PT3H, 3h",
        "PT3H1M, 3h1m",
        "PT3H59S, 3h",
        "PT7H59M59S, 7h59m",
        "PT8H, 8h",
        "PT8H59M, 8h",
        "PT47H59M, 47h",
        "PT48H, 2d",
        "PT49H, 2d1h",
        "PT191H, 7d23h",
        "P8D, 8d",
        "P8DT23H, 8d",
        "P729DT23H, 729d",
        "P730D, 2y",
        "P731D, 2y1d",
        "P1094D, 2y364d",
        "P1095D, 3y",
        "P2919D, 7y364d",
        "P2920D, 8y",
        "P3649D, 9y",
        "P3650D, 10y",
    })
    void readsLikeKubectl(Duration duration, String expected) {
        assertThat(HumanDuration.of(duration)).isEqualTo(expected);
    }

    @Test
    void extremesDoNotOverflow() {
        assertThat(HumanDuration.of(Duration.ofSeconds(Long.MAX_VALUE))).endsWith("y");
        assertThat(HumanDuration.of(Duration.ofSeconds(-Long.MAX_VALUE))).isEqualTo("<invalid>");
    }
}
