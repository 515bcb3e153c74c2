package dev.archipelago.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CourtesyTest {
    private final AtomicLong nanos = new AtomicLong(-12_345);
    private final Courtesy courtesy = new Courtesy(nanos::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private void give(int times) {
        for (int i = 0; i < times; i++) {
            courtesy.note();
        }
    }

    /// Goes on giving, and tells for how long of it clusters were free to start pods.
    private Duration openWhileGivingFor(Duration time) {
        Duration step = Duration.ofMillis(40);
        Duration open = Duration.ZERO;
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(step)) {
            pass(step);
            give(20);
            open = courtesy.isOpen() ? open.plus(step) : open;
        }
        return open;
    }

    @Test
    void aFewObjectsKeepNobody() {
        give(7);
        assertThat(courtesy.isOpen()).isTrue();
    }

    @Test
    void manyObjectsGoFirst() {
        give(8);
        assertThat(courtesy.isOpen()).isFalse();
        pass(Duration.ofMillis(299));
        assertThat(courtesy.isOpen()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(courtesy.isOpen()).isTrue();
    }

    @Test
    void manyInAWhileAreAFewAtATime() {
        for (int i = 0; i < 100; i++) {
            give(3);
            assertThat(courtesy.isOpen()).isTrue();
            pass(Duration.ofMillis(50));
        }
    }

    @Test
    void clustersHaveTheirTurnHoweverMuchThereIs() {
        give(20);
        assertThat(openWhileGivingFor(Duration.ofSeconds(9))).isEqualTo(Duration.ZERO);
        assertThat(openWhileGivingFor(Duration.ofSeconds(20)))
                .isBetween(Duration.ofMillis(9900), Duration.ofMillis(10_100));
    }

    @Test
    void everyCrowdHasATurnOfItsOwn() {
        pass(Duration.ofSeconds(15));
        give(20);
        assertThat(openWhileGivingFor(Duration.ofSeconds(9))).isEqualTo(Duration.ZERO);
    }

    @Test
    void whoWaitsGoesOnWhenThereIsNoMoreToGive() throws Exception {
        give(20);
        CompletableFuture<Void> waits = CompletableFuture.runAsync(courtesy::await);
        Thread.sleep(50);
        assertThat(waits).isNotDone();
        pass(Duration.ofMillis(300));
        waits.get(10, TimeUnit.SECONDS);
    }
}
