package dev.archipelago.federation.membership;

import static dev.archipelago.federation.testing.TestingObjects.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Json;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.cluster.kinds.Conditions;
import dev.archipelago.federation.kinds.Cluster;
import dev.archipelago.federation.testing.TestingObjects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class LeftObjectsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Kind<AnyObject> SET = TestingObjects.kind("apps/v1 StatefulSet", true);

    private final ObjectNode status = Json.object();
    private @Nullable List<AnyObject> found = new ArrayList<>();
    private LeftObjects left = new LeftObjects(() -> Optional.ofNullable(found));
    private Instant now = NOW;

    private static AnyObject object(Kind<AnyObject> kind, String name, String more) {
        return TestingObjects.read(
                kind,
                "{metadata: {name: %s, namespace: shop, annotations: {federation.alpha.kubernetes.io/federation-name: sea,"
                                .formatted(name)
                        + " resourcebinding.karmada.io/name: %s-binding}%s}}".formatted(name, more));
    }

    private String look() {
        left.putInto(status, now);
        now = now.plus(LeftObjects.PERIOD);
        return Conditions.find(status, LeftObjects.TYPE).path("message").asString("");
    }

    @ParameterizedTest
    @CsvSource({
        "sea, '', false, true",
        "sea, '', true, false",
        "lake, '', false, false",
        "sea, ', deletionTimestamp: \"2026-01-01T00:00:00Z\"', false, false"
    })
    void areThoseThatTheFederationMadeAndHasNothingOf(String federation, String more, boolean known, boolean isLeft) {
        List<AnyObject> among = LeftObjects.among(List.of(object(SET, "web", more)), federation, key -> {
            assertThat(key).hasToString("shop/web-binding");
            return known;
        });
        assertThat(among).hasSize(isLeft ? 1 : 0);
    }

    @Test
    void areToldOfUntilTheyAreGone() {
        found = List.of(object(SET, "web", ""));
        assertThat(look()).isEmpty();
        assertThat(look())
                .startsWith("left here from objects that the federation no longer has: 1 StatefulSet (shop/web);");
        // Another federation process continues.
        left = new LeftObjects(() -> Optional.ofNullable(found));
        assertThat(look()).isNotEmpty();
        found = null;
        assertThat(look()).isNotEmpty();
        found = List.of();
        assertThat(look()).isEmpty();
    }

    @Test
    void whatIsFoundOnceOnlyIsNotToldOf() {
        found = List.of(object(SET, "web", ""));
        look();
        found = List.of(object(SET, "db", ""));
        assertThat(look()).isEmpty();
    }

    @Test
    void isReadableHoweverManyThereAre() {
        List<AnyObject> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Kind<AnyObject> kind = TestingObjects.kind("v1 Kind" + (i + 100), true);
            IntStream.range(0, 9).forEach(n -> many.add(object(kind, "web" + n, "")));
        }
        assertThat(LeftObjects.text(many))
                .contains("9 Kind100 (shop/web0, shop/web1, shop/web2 and 6 more), 9 Kind101", " and 90 more;")
                .hasSizeLessThan(1024);
    }

    @Test
    void anEventTellsOfThemOnce() {
        found = List.of(object(SET, "web", ""));
        look();
        look();
        Cluster before = cluster("c1", "{status: {}}");
        assertThat(LeftObjects.change(before, status)).get().satisfies(note -> {
            assertThat(note.warning()).isTrue();
            assertThat(note.reason()).isEqualTo("ObjectsLeft");
            assertThat(note.message()).contains("shop/web");
        });
        assertThat(LeftObjects.change(cluster("c1", "{status: " + status + "}"), status))
                .isEmpty();
    }
}
