package dev.archipelago.controller.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Key;
import dev.archipelago.controller.cache.Caches;
import dev.archipelago.controller.plan.Plan;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.controller.testing.FakeTimers;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ControllerTest {
    private static final Key KEY = new Key("ns", "a");

    private final FakeTimers timers = new FakeTimers();
    private final List<Instant> looks = new ArrayList<>();

    /// Starts a controller that records when it plans, and returns its trigger.
    private Consumer<Key> controller(Duration gathering) {
        List<Consumer<Key>> again = new ArrayList<>();
        var _ = new Controller(
                new Reconciler() {
                    @Override
                    public String name() {
                        return "patient";
                    }

                    @Override
                    public void connect(Consumer<Key> consumer) {
                        again.add(consumer);
                    }

                    @Override
                    public Plan plan(Key key, Instant now) {
                        looks.add(now);
                        return Plan.NOTHING;
                    }

                    @Override
                    public Duration gathering() {
                        return gathering;
                    }
                },
                new FakeClusterApi(),
                new Controller.Environment(
                        new Caches(),
                        timers,
                        Runnable::run,
                        (execution, finished) -> finished.run(),
                        (source, note) -> {},
                        new ControllerMetrics(new PrometheusRegistry())));
        return again.getFirst();
    }

    @Test
    void looksAtOnceUnlessItGathers() {
        controller(Duration.ZERO).accept(KEY);
        assertThat(looks).containsExactly(timers.instant());
    }

    @Test
    void looksOnceAtWhatItGathered() {
        Instant start = timers.instant();
        Consumer<Key> again = controller(Duration.ofMillis(100));
        again.accept(KEY);
        timers.advance(Duration.ofMillis(60));
        again.accept(KEY);
        assertThat(looks).isEmpty();

        // Counted from the first change, so that endless changes do not postpone it for ever.
        timers.advance(Duration.ofMillis(200));
        assertThat(looks).containsExactly(start.plusMillis(100));
    }
}
