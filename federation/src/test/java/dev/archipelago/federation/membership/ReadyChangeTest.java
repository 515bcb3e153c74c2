package dev.archipelago.federation.membership;

import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.controller.plan.EventNote;
import dev.archipelago.federation.kinds.Cluster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ReadyChangeTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Health health = new Health(Duration.ZERO, Duration.ZERO);
    private final List<String> events = new ArrayList<>();
    private Cluster known = cluster("c1", "{status: {}}");

    private void answer(Health.Answer answer) {
        ObjectNode status = health.after(known.status(), answer, "", NOW);
        ReadyChange.of(known, status).map(ReadyChangeTest::text).ifPresent(events::add);
        known = cluster("c1", "{status: " + status + "}");
    }

    private static String text(EventNote note) {
        return (note.warning() ? "warning " : "") + note.reason() + ": " + note.message();
    }

    @Test
    void aClusterThatIsLostAndReturnsIsToldOfOnceEach() {
        answer(Health.Answer.READY);
        answer(Health.Answer.READY);
        answer(Health.Answer.NONE);
        answer(Health.Answer.NONE);
        answer(Health.Answer.READY);
        answer(Health.Answer.READY);
        assertThat(events)
                .containsExactly(
                        "ClusterReady: the cluster is ready",
                        "warning ClusterNotReachable: the cluster cannot be reached",
                        "ClusterReady: the cluster is ready");
    }
}
