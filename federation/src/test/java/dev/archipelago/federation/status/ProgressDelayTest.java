package dev.archipelago.federation.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressDelayTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Key WEB = new Key("shop", "web");

    private final ProgressDelay delay = new ProgressDelay();

    @ParameterizedTest
    @CsvSource({"1, 1000", "33, 1000", "100, 3000", "1000, 30000", "5000, 30000"})
    void theMoreAreOnTheWayTheLessOftenEachIsWritten(int inProgress, long millis) {
        assertThat(ProgressDelay.delay(inProgress)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void beginsWithTheFirstChangeThatIsNotWritten() {
        Instant due = delay.due(WEB, NOW);
        assertThat(due).isEqualTo(NOW.plusSeconds(1));
        assertThat(delay.due(WEB, NOW.plusMillis(900))).isEqualTo(due);
        delay.done(WEB);
        assertThat(delay.due(WEB, due)).isEqualTo(due.plusSeconds(1));
    }
}
