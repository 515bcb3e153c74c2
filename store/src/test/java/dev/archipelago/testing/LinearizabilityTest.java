package dev.archipelago.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinearizabilityTest {

    @Test
    void operationsOneAfterTheOtherMustFollowTheRegister() {
        assertFine(write(1, 2, "a"), read(3, 4, "a"), swap(5, 6, "a", "b"), read(7, 8, "b"), refused(9, 10, "a"));
        assertBad(write(1, 2, "a"), read(3, 4, "b"));
        assertBad(write(1, 2, "a"), absent(3, 4));
        assertBad(write(1, 2, "a"), refused(3, 4, "a"));
        assertBad(swap(1, 2, "a", "b"));
    }

    @Test
    void concurrentOperationsMayHappenInEitherOrder() {
        assertFine(write(1, 10, "a"), absent(2, 3), read(4, 5, "a"));
        assertFine(write(1, 10, "a"), write(1, 10, "b"), read(11, 12, "a"));
        assertFine(write(1, 10, "a"), write(1, 10, "b"), read(11, 12, "b"));
        assertBad(write(1, 10, "a"), write(1, 10, "b"), read(11, 12, "a"), read(13, 14, "b"));
    }

    @Test
    void staleReadAfterANewerOneIsFound() {
        assertBad(write(1, 2, "a"), write(3, 20, "b"), read(4, 5, "b"), read(6, 7, "a"));
    }

    @Test
    void lostUpdateIsFound() {
        assertBad(write(1, 2, "a"), swap(3, 10, "a", "b"), swap(3, 10, "a", "c"));
        assertFine(write(1, 2, "a"), swap(3, 10, "a", "b"), refused(3, 10, "a"));
    }

    @Test
    void unansweredWriteMayHappenLateOrNever() {
        assertFine(write(1, 2, "a"), write(3, Operation.NEVER, "b"), read(5, 6, "a"), read(7, 8, "b"));
        assertFine(write(1, 2, "a"), write(3, Operation.NEVER, "b"), read(5, 6, "a"));
        assertBad(write(1, 2, "a"), write(3, Operation.NEVER, "b"), read(5, 6, "b"), read(7, 8, "a"));
        assertBad(write(1, 2, "a"), read(2, 2, "b"), write(3, Operation.NEVER, "b"));
    }

    @Test
    void registersAreChecked() {
        Operation other = new Operation("/other", 1, 2, new Operation.Read(Optional.of("never written")));

        assertThat(Linearizability.findViolation(List.of(write(1, 2, "a"), other)))
                .contains("/other");
    }

    /// A register under a lock, with operations stretched around the moment they happen, and then one answer changed.
    @Seeds(50)
    void longHistoriesAreAcceptedAndSpoiledOnesAreNot(Random random) {
        var history = new ArrayList<Operation>();
        Optional<String> value = Optional.empty();
        for (int i = 0; i < 300; i++) {
            long at = 100L * i;
            long called = at - random.nextInt(600);
            long returned = at + 1 + random.nextInt(600);
            if (random.nextInt(3) == 0) {
                history.add(new Operation("/k", called, returned, new Operation.Read(value)));
            } else {
                Optional<String> next = Optional.of("v" + i);
                history.add(new Operation("/k", called, returned, new Operation.Swap(value, next)));
                value = next;
            }
        }
        assertThat(Linearizability.findViolation(history)).isEmpty();

        history.add(new Operation("/k", 40_000, 40_001, new Operation.Read(Optional.of("v0"))));
        assertThat(Linearizability.findViolation(history)).contains("/k");
    }

    private static void assertFine(Operation... history) {
        assertThat(Linearizability.findViolation(List.of(history))).isEmpty();
    }

    private static void assertBad(Operation... history) {
        assertThat(Linearizability.findViolation(List.of(history))).contains("/k");
    }

    private static Operation write(long called, long returned, String value) {
        return new Operation("/k", called, returned, new Operation.Write(Optional.of(value)));
    }

    private static Operation read(long called, long returned, String value) {
        return new Operation("/k", called, returned, new Operation.Read(Optional.of(value)));
    }

    private static Operation absent(long called, long returned) {
        return new Operation("/k", called, returned, new Operation.Read(Optional.empty()));
    }

    private static Operation swap(long called, long returned, String from, String to) {
        return new Operation("/k", called, returned, new Operation.Swap(Optional.of(from), Optional.of(to)));
    }

    private static Operation refused(long called, long returned, String from) {
        return new Operation("/k", called, returned, new Operation.RefusedSwap(Optional.of(from)));
    }
}
