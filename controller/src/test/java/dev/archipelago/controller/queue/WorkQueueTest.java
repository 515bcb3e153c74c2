package dev.archipelago.controller.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.controller.testing.FakeTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
    private final FakeTimers timers = new FakeTimers();
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<String> begun = new ArrayList<>();
    private final WorkQueue<String> queue = queue(2);

    private WorkQueue<String> queue(int parallel) {
        return new WorkQueue<>((key, waited) -> begun.add(key), threads::add, parallel, timers);
    }

    /// The keys that are handed out now, in order.
    private List<String> begun() {
        while (!threads.isEmpty()) {
            threads.remove().run();
        }
        List<String> all = List.copyOf(begun);
        begun.clear();
        return all;
    }

    private List<String> after(Duration time) {
        timers.advance(time);
        return begun();
    }

    @Test
    void aKeyThatWaitsIsHandedOutOnce() {
        WorkQueue<String> one = queue(1);
        one.add("busy");
        one.add("a");
        one.add("b");
        one.add("a");
        assertThat(begun()).containsExactly("busy");
        assertThat(one.depth()).isEqualTo(2);

        one.done("busy");
        assertThat(begun()).containsExactly("a");
        one.done("a");
        assertThat(begun()).containsExactly("b");
        one.done("b");

        assertThat(begun()).isEmpty();
        assertThat(one.isIdle()).isTrue();
    }

    @Test
    void aKeyIsNeverWorkedOnTwiceAtATime() {
        queue.add("a");
        assertThat(begun()).containsExactly("a");

        queue.add("a");
        queue.add("a");
        assertThat(begun()).isEmpty();
        queue.done("a");

        assertThat(begun()).as("what came meanwhile is not lost").containsExactly("a");
        queue.done("a");
        assertThat(begun()).isEmpty();
    }

    @Test
    void onlySoManyAreWorkedOnAtATime() {
        List.of("a", "b", "c", "d").forEach(queue::add);
        assertThat(begun()).containsExactly("a", "b");
        assertThat(queue.isIdle()).isFalse();

        queue.done("b");
        assertThat(begun()).containsExactly("c");
        queue.done("a");
        assertThat(begun()).containsExactly("d");
        queue.done("c");
        assertThat(queue.isIdle()).isFalse();
        queue.done("d");
        assertThat(queue.isIdle()).isTrue();
    }

    @Test
    void ofSeveralTimesTheEarliestCounts() {
        Instant start = timers.instant();
        queue.addAt("a", start.plusSeconds(20));
        queue.addAt("a", start.plusSeconds(10));
        queue.addAt("a", start.plusSeconds(30));
        queue.addAt("b", start.plusSeconds(15));
        assertThat(timers.pending()).isEqualTo(2);

        assertThat(after(Duration.ofSeconds(9))).isEmpty();
        assertThat(after(Duration.ofSeconds(1))).containsExactly("a");
        queue.done("a");
        assertThat(after(Duration.ofSeconds(5))).containsExactly("b");
        assertThat(after(Duration.ofSeconds(60))).isEmpty();

        queue.addAt("a", timers.instant().plusSeconds(5));
        assertThat(after(Duration.ofSeconds(5)))
                .as("a time that has come is forgotten")
                .containsExactly("a");
    }

    @Test
    void whatFailsWaitsTwiceAsLongEachTime() {
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Duration backoff = queue.retry("a");
            long wait = 0;
            while (begun().isEmpty()) {
                timers.advance(Duration.ofMillis(5));
                wait += 5;
            }
            assertThat(backoff).isEqualTo(Duration.ofMillis(wait));
            waits.add(wait);
            queue.done("a");
        }
        assertThat(waits)
                .startsWith(5L, 10L, 20L, 40L, 80L)
                .endsWith(40_960L, 60_000L, 60_000L)
                .isSorted();

        queue.forget("a");
        queue.retry("a");
        assertThat(after(Duration.ofMillis(5))).as("a success makes good").containsExactly("a");
    }

    @Test
    void nothingIsHandedOutAfterTheEnd() {
        queue.addAt("a", timers.instant().plusSeconds(1));
        queue.close();
        queue.add("b");

        assertThat(after(Duration.ofSeconds(2))).isEmpty();
        assertThat(timers.pending()).isZero();
    }
}
