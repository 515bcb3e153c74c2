package dev.archipelago.federation.membership;

import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Json;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.membership.Health.Answer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class HealthTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Health HEALTH = new Health(Duration.ofSeconds(30), Duration.ofSeconds(10));

    private static ObjectNode after(JsonNode status, int second, Answer answer) {
        return HEALTH.after(status, answer, "", START.plusSeconds(second));
    }

    private static String ready(JsonNode status) {
        return Conditions.find(status, "Ready").path("status").asString("");
    }

    private static Answer answer(String letter) {
        return switch (letter) {
            case "+" -> Answer.READY;
            case "-" -> Answer.NOT_READY;
            default -> Answer.NONE;
        };
    }

    /// First column: the results of probes, 5 seconds apart: `+` ready, `-` not ready, `?` no answer. Second
    /// column: the Ready condition after each: True, False, Unknown.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // The first result counts at once.
                "+ | T",
                "- | F",
                "? | U",
                // Not ready only after 30 seconds.
                "+ ? ? ? ? ? ? ? ? | T T T T T T T U U",
                "+ - - - - - - - | T T T T T T T F",
                "+ ? ? ? ? ? + ? ? ? ? ? ? ? | T T T T T T T T T T T T T U",
                // Ready again only after 10.
                "? + + + + | U U U T T",
                "? + ? + + + | U U U U U T",
                // No answer and not ready differ, and count together.
                "? - ? | U F U",
                "+ ? - ? - ? - ? | T T T T T T T U",
            })
    void changesOnlyAfterAWhile(String answers, String expected) {
        JsonNode status = Json.object();
        StringBuilder conditions = new StringBuilder();
        int second = 0;
        for (String letter : answers.split(" ")) {
            status = after(status, second, answer(letter));
            conditions
                    .append(conditions.isEmpty() ? "" : " ")
                    .append(ready(status).charAt(0));
            second += 5;
        }
        assertThat(conditions).hasToString(expected);
    }

    @Test
    void countsOnAfterARestartBecauseItIsInTheStatus() {
        ObjectNode status = after(after(Json.object(), 0, Answer.READY), 5, Answer.NONE);
        JsonNode stored = Json.parse(Json.bytes(status));
        Health restarted = new Health(HEALTH.failure(), HEALTH.success());
        assertThat(ready(restarted.after(stored, Answer.NONE, "", START.plusSeconds(34))))
                .isEqualTo("True");
        assertThat(ready(restarted.after(stored, Answer.NONE, "", START.plusSeconds(35))))
                .isEqualTo("Unknown");
    }

    @Test
    void keepsWhatWasKnownWhileItIsAway() {
        ObjectNode known =
                after(tree("{kubernetesVersion: v1, zones: [a], nodeSummary: {totalNum: 3}}"), 0, Answer.READY);
        ObjectNode later = after(after(known, 5, Answer.NONE), 60, Answer.NONE);
        assertThat(ready(later)).isEqualTo("Unknown");
        for (String field : new String[] {"kubernetesVersion", "zones", "nodeSummary"}) {
            assertThat(later.get(field)).isEqualTo(known.get(field));
        }
    }

    @Test
    void saysWhyAndSinceWhen() {
        ObjectNode status = after(Json.object(), 0, Answer.READY);
        status = after(status, 5, Answer.NONE);
        status = HEALTH.after(status, Answer.NONE, "refused", START.plusSeconds(40));
        JsonNode ready = Conditions.find(status, "Ready");
        assertThat(ready.path("reason").asString()).isEqualTo("ClusterNotReachable");
        assertThat(ready.path("message").asString()).isEqualTo("the cluster cannot be reached: refused");
        assertThat(ready.path("lastTransitionTime").asString()).isEqualTo("2026-01-01T00:00:40Z");
        JsonNode responding = Conditions.find(status, "Responding");
        assertThat(responding.path("status").asString()).isEqualTo("False");
        assertThat(responding.path("lastTransitionTime").asString()).isEqualTo("2026-01-01T00:00:05Z");
    }

    @Test
    void writesNothingNewWhileNothingIs() {
        ObjectNode status = after(Json.object(), 0, Answer.READY);
        assertThat(after(status, 5, Answer.READY)).isEqualTo(status);
        ObjectNode gone = after(after(status, 5, Answer.NONE), 60, Answer.NONE);
        assertThat(after(gone, 65, Answer.NONE)).isEqualTo(gone);
    }

    @Test
    void doesNotChangeTheStatusItIsGiven() {
        ObjectNode status = after(Json.object(), 0, Answer.READY);
        String before = status.toString();
        after(status, 60, Answer.NONE);
        assertThat(status).hasToString(before);
    }
}
