package dev.archipelago.controller.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.archipelago.controller.queue.Timers;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SystemTimersTest {
    @Test
    void takesTimesThatNeverCome() {
        try (SystemTimers timers = new SystemTimers()) {
            for (Instant never : new Instant[] {Instant.MAX, Instant.parse("9999-12-31T23:59:59Z")}) {
                assertThatCode(() -> {
                            Timers.Alarm alarm = timers.at(never, () -> {});
                            alarm.cancel();
                        })
                        .doesNotThrowAnyException();
            }
        }
    }
}
