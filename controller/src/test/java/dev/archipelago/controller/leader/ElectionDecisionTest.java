package dev.archipelago.controller.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.controller.leader.ElectionDecision.Act;
import dev.archipelago.controller.leader.ElectionDecision.Observed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElectionDecisionTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(1));
    private static final Instant FUTURE = NOW.plus(Duration.ofDays(1));
    private static final Duration LEASE = Duration.ofSeconds(15);

    private final ElectionDecision me = new ElectionDecision("me", LEASE);

    /// The holder's own clock does not matter: it is a day off.
    @ParameterizedTest
    @CsvSource({
        // holder, seconds since the last observed change, act, acquired now, transitions
        "me,     0, update, false, 3",
        "me,   100, update, false, 3",
        "other,  0, wait,   ,",
        "other, 14, wait,   ,",
        "other, 15, update, true, 4",
        "other, 99, update, true, 4",
        "'',     0, update, true, 4",
    })
    void theLeaseIsJudgedByWhenItWasSeenToChange(
            String holder, int age, String act, Boolean acquired, Integer transitions) {
        for (Instant renewed : new Instant[] {LONG_AGO, FUTURE}) {
            LeaseRecord record = new LeaseRecord(holder, LEASE, LONG_AGO, renewed, 3);

            Act decided = me.decide(new Observed(Optional.of(record), NOW.minusSeconds(age)), NOW);

            assertThat(decided)
                    .isEqualTo(
                            act.equals("wait")
                                    ? new Act.Wait(NOW.minusSeconds(age).plus(LEASE))
                                    : new Act.Update(
                                            new LeaseRecord("me", LEASE, acquired ? NOW : LONG_AGO, NOW, transitions)));
        }
    }

    @Test
    void aLeaseThatIsNotThereIsMade() {
        assertThat(me.decide(new Observed(Optional.empty(), LONG_AGO), NOW))
                .isEqualTo(new Act.Create(new LeaseRecord("me", LEASE, NOW, NOW, 0)));
    }

    @Test
    void anotherIsWaitedForAsLongAsItAskedFor() {
        LeaseRecord record = new LeaseRecord("other", Duration.ofSeconds(60), LONG_AGO, LONG_AGO, 0);

        assertThat(me.decide(new Observed(Optional.of(record), NOW.minusSeconds(20)), NOW))
                .isEqualTo(new Act.Wait(NOW.plusSeconds(40)));
    }
}
