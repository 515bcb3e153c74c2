package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The forms in which lists and watches come.
@ExtendWith(OwnServer.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchFormsIT {
    private static final String CONFIGMAPS = "/api/v1/namespaces/default/configmaps";
    private static final String INITIAL =
            "?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
                    + "&timeoutSeconds=1";

    private final TestingClient client;

    WatchFormsIT(TestingApiServer server) {
        client = server.admin();
    }

    @BeforeAll
    void create() {
        client.post(CONFIGMAPS, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"kind\":\"x\"}}");
    }

    private List<JsonNode> events(String accept) {
        return client.get(CONFIGMAPS + INITIAL, accept)
                .text()
                .lines()
                .map(Json.MAPPER::readTree)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PartialObjectMetadata", "Table"})
    void bookmarksHaveTheKindThatWasAskedFor(String kind) {
        List<JsonNode> events = events("application/json;as=" + kind + ";g=meta.k8s.io;v=v1");
        JsonNode end = events.stream()
                .filter(event -> event.path("type").asString("").equals("BOOKMARK"))
                .findFirst()
                .orElseThrow()
                .path("object");
        assertThat(end.path("kind").asString("")).isEqualTo(kind);
        assertThat(end.path("apiVersion").asString("")).isEqualTo("meta.k8s.io/v1");
        assertThat(end.path("metadata").path("resourceVersion").asString("")).isNotEmpty();
        JsonNode object = kind.equals("Table") ? end.path("rows").path(0).path("object") : end;
        assertThat(object.path("metadata")
                        .path("annotations")
                        .path("k8s.io/initial-events-end")
                        .asString(""))
                .isEqualTo("true");
    }

    @Test
    void bookmarksOfPlainWatchesHaveTheObjectsKind() {
        JsonNode end = events("application/json").getLast().path("object");
        assertThat(end.path("kind").asString("")).isEqualTo("ConfigMap");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/yaml"})
    void itemsOfTypedListsDoNotSayWhatTheyAre(String accept) {
        String list = client.get(CONFIGMAPS, accept).text();
        assertThat(list.replace(" ", "").replace("\"", "")).contains("kind:ConfigMapList");
        assertThat(list.replace(" ", "").replace("\"", "").replace("kind:ConfigMapList", ""))
                .doesNotContain("kind:ConfigMap")
                .contains("kind:x");
    }

    @Test
    void convertedItemsDoNotEither() {
        client.post("/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", """
                {"metadata":{"name":"h"},"spec":{"maxReplicas":2,
                 "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"d"}}}""");
        JsonNode item = client.get("/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers")
                .json()
                .path("items")
                .path(0);
        assertThat(item.path("metadata").path("name").asString("")).isEqualTo("h");
        assertThat(item.has("kind")).isFalse();
        assertThat(item.has("apiVersion")).isFalse();
    }
}
