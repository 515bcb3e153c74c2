package dev.archipelago.controller.events;

import static dev.archipelago.controller.testing.Things.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.controller.testing.FakeClusterApi;
import dev.archipelago.controller.testing.FakeTimers;
import dev.archipelago.controller.testing.Things;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class EventRecorderTest {
    private final FakeTimers clock = new FakeTimers();
    private final FakeClusterApi api = new FakeClusterApi();
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final EventRecorder recorder = new EventRecorder(
            api, clock, RandomGenerator.of("L64X128MixRandom"), threads::add, new EventMetrics(registry));

    private void say(String message) {
        recorder.say("tester", EventNote.warning(CONFIG_MAPS, Things.at(7, "one", "uid-1"), "Why", message));
    }

    private void write() {
        while (!threads.isEmpty()) {
            threads.remove().run();
        }
    }

    private double dropped(String why) {
        return registry.scrape(name -> name.equals("controller_events_dropped")).stream()
                .flatMap(snapshot -> snapshot.getDataPoints().stream())
                .filter(point -> point.getLabels().get("why").equals(why))
                .mapToDouble(point -> ((CounterSnapshot.CounterDataPointSnapshot) point).getValue())
                .sum();
    }

    @Test
    void anEventSaysWhatHappenedToWhom() {
        say("it hurts");
        write();

        JsonNode event = api.all().getFirst();
        String name = event.at("/metadata/name").asString();
        assertThat(name).matches("one\\.[0-9a-f]{16}");
        assertThat(event).isEqualTo(Things.json("""
                        {'apiVersion':'v1','kind':'Event',
                         'metadata':{'namespace':'default','name':'%s','resourceVersion':'101'},
                         'involvedObject':{'apiVersion':'v1','kind':'ConfigMap','namespace':'default','name':'one',
                                           'uid':'uid-1','resourceVersion':'7'},
                         'source':{'component':'tester'},'reportingComponent':'tester',
                         'type':'Warning','reason':'Why','message':'it hurts','count':1,
                         'firstTimestamp':'2030-01-01T00:00:00Z','lastTimestamp':'2030-01-01T00:00:00Z'}""".formatted(name)));
    }

    @Test
    void theSameAgainIsAPatch() {
        say("it hurts");
        clock.advance(Duration.ofSeconds(5));
        say("it hurts");
        assertThat(threads).as("one thread, whatever there is to write").hasSize(1);
        write();

        assertThat(api.all()).hasSize(1);
        JsonNode event = api.all().getFirst();
        assertThat(event.path("count").asInt()).isEqualTo(2);
        assertThat(event.path("firstTimestamp").asString()).isEqualTo("2030-01-01T00:00:00Z");
        assertThat(event.path("lastTimestamp").asString()).isEqualTo("2030-01-01T00:00:05Z");
        assertThat(api.calls())
                .extracting(call -> call.substring(0, call.indexOf(' ')))
                .containsExactly("create", "patch");
    }

    @Test
    void anEventThatIsGoneIsWrittenAnew() {
        api.fail(call -> {
            throw new ApiException(Reason.SERVICE_UNAVAILABLE, "down");
        });
        say("it hurts");
        write();
        assertThat(dropped("failed")).isEqualTo(1);

        api.fail(call -> {});
        say("it hurts");
        write();

        assertThat(api.all().getFirst().path("count").asInt()).isEqualTo(2);
    }

    @Test
    void whoSpeaksNeverWaitsOrFails() {
        for (int i = 0; i < EventRecorder.WAITING_MAX + 3; i++) {
            say("it hurts");
        }
        assertThat(dropped("full")).isEqualTo(3);
        assertThat(recorder.isIdle()).isFalse();
        write();
        assertThat(recorder.isIdle()).isTrue();
        assertThat(dropped("limited")).isEqualTo(EventRecorder.WAITING_MAX - 25.0);

        EventRecorder ending = new EventRecorder(
                api,
                clock,
                RandomGenerator.getDefault(),
                task -> {
                    throw new RejectedExecutionException();
                },
                new EventMetrics(new PrometheusRegistry()));
        ending.say("tester", EventNote.normal(CONFIG_MAPS, Things.at(7, "one", "u"), "Why", "m"));
    }
}
