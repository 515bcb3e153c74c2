package dev.archipelago.controller.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.controller.testing.FakeTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CorrelatorTest {
    private final FakeTimers clock = new FakeTimers();
    private final Correlator correlator = new Correlator(RandomGenerator.of("L64X128MixRandom"));

    private Optional<EventDraft> say(String source, String uid, boolean warning, String reason, String message) {
        return correlator.take(new OccurredEvent(
                source,
                new OccurredEvent.Subject("v1", "Pod", "default", "p-" + uid, uid, "1"),
                warning,
                reason,
                message,
                clock.instant()));
    }

    private EventDraft say(String message) {
        return say("c", "u", false, "Why", message).orElseThrow();
    }

    @Test
    void theSameIsCountedUp() {
        EventDraft first = say("m");
        clock.advance(Duration.ofMinutes(9));
        EventDraft second = say("m");
        clock.advance(Duration.ofMinutes(9));
        EventDraft third = say("m");

        assertThat(first.known()).isFalse();
        assertThat(first.count()).isEqualTo(1);
        assertThat(first.key().name()).matches("p-u\\.[0-9a-f]{16}");
        assertThat(second.known()).isTrue();
        assertThat(third.key()).isEqualTo(first.key());
        assertThat(third.count()).isEqualTo(3);
        assertThat(third.first()).isEqualTo(first.last().time());
        assertThat(third.last().time()).isEqualTo(clock.instant());
    }

    @Test
    void afterTenMinutesItIsNew() {
        EventDraft first = say("m");
        clock.advance(Duration.ofMinutes(10).plusSeconds(1));
        EventDraft second = say("m");

        assertThat(second.known()).isFalse();
        assertThat(second.count()).isEqualTo(1);
        assertThat(second.key()).isNotEqualTo(first.key());
    }

    @Test
    void whatDiffersInAnythingIsAnother() {
        List<Optional<EventDraft>> notes = List.of(
                say("c", "u", false, "Why", "m"),
                say("d", "u", false, "Why", "m"),
                say("c", "v", false, "Why", "m"),
                say("c", "u", true, "Why", "m"),
                say("c", "u", false, "Because", "m"),
                say("c", "u", false, "Why", "n"));

        assertThat(notes)
                .allSatisfy(note -> assertThat(note.orElseThrow().known()).isFalse());
        assertThat(notes).extracting(note -> note.orElseThrow().key()).doesNotHaveDuplicates();
    }

    @Test
    void moreThanTenDifferentMessagesAreCombined() {
        for (int i = 1; i <= 10; i++) {
            assertThat(say("m" + i).last().message()).isEqualTo("m" + i);
        }

        EventDraft eleventh = say("m11");
        EventDraft twelfth = say("m12");

        assertThat(eleventh.last().message()).isEqualTo("(combined from similar events): m11");
        assertThat(eleventh.known()).isFalse();
        assertThat(twelfth.key()).isEqualTo(eleventh.key());
        assertThat(twelfth.last().message()).isEqualTo("(combined from similar events): m12");
        assertThat(twelfth.count()).isEqualTo(2);
        assertThat(say("c", "u", false, "Because", "m1").orElseThrow().last().message())
                .as("another reason is another matter")
                .isEqualTo("m1");
        clock.advance(Duration.ofMinutes(11));
        assertThat(say("m13").last().message()).isEqualTo("m13");
    }

    @Test
    void anObjectMayBeSpokenOfTwentyFiveTimesAndThenEveryFiveMinutes() {
        List<Integer> counts = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            say("c", "u", false, "Why", "m").ifPresent(note -> counts.add(note.count()));
        }
        assertThat(counts).hasSize(25).endsWith(25);
        assertThat(say("c", "other", false, "Why", "m"))
                .as("others are not silenced")
                .isPresent();

        clock.advance(Duration.ofMinutes(5).minusSeconds(1));
        assertThat(say("c", "u", false, "Why", "m")).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(say("c", "u", false, "Why", "m").orElseThrow().count())
                .as("those that were not written count, too")
                .isEqualTo(32);
        assertThat(say("c", "u", false, "Why", "m")).isEmpty();

        clock.advance(Duration.ofHours(10));
        counts.clear();
        for (int i = 0; i < 30; i++) {
            say("c", "u", false, "Why", "m").ifPresent(note -> counts.add(note.count()));
        }
        assertThat(counts).as("it does not save up more than a burst").hasSize(25);
    }

    @Test
    void whatIsRememberedIsBounded() {
        EventDraft first = say("m");
        for (int i = 0; i < Correlator.REMEMBERED_MAX; i++) {
            say("c", "u" + i, false, "Why", "m");
        }

        assertThat(say("m").known()).as("long forgotten").isFalse();
        assertThat(first.known()).isFalse();
    }
}
