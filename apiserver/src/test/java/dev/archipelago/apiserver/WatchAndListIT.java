package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import dev.archipelago.apiserver.testing.TestingClient.Events;
import dev.archipelago.store.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// Lists and watches over HTTP, with the versions, pages and bookmarks that clients rely on.
@ExtendWith(OwnServer.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchAndListIT {
    private final TestingApiServer server;
    private final TestingClient client;

    WatchAndListIT(TestingApiServer server) {
        this.server = server;
        client = server.admin();
    }

    /// A namespace of the test's own; the path of its configmaps.
    private String configMaps(String namespace) {
        client.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
        return "/api/v1/namespaces/" + namespace + "/configmaps";
    }

    private Answer create(String path, String name, String label) {
        return client.post(path, """
                {"metadata":{"name":"%s","labels":{"color":"%s"}},"data":{}}""".formatted(name, label));
    }

    /// However far behind it is: more than the server keeps for a client that does not keep up.
    @Test
    void aWatchFromThePastIsServedAtThePaceOfItsClient() throws Exception {
        String path = configMaps("past");
        String version = client.get(path).at("metadata.resourceVersion");
        int count = 12_000;
        String much = "x".repeat(5_000);
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                String name = "past-" + i;
                byte[] object = ("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                                + "\",\"namespace\":\"past\",\"uid\":\"u\"},\"data\":{\"k\":\"" + much + "\"}}")
                        .getBytes(StandardCharsets.UTF_8);
                writers.execute(() -> server.store().commit(Transaction.create("configmaps/past/" + name, object)));
            }
        }
        Set<String> seen = new HashSet<>();
        try (TestingClient.Events events = client.watch(path + "?watch=1&resourceVersion=" + version)) {
            Thread.sleep(500);
            while (seen.size() < count) {
                assertThat(seen.add(events.brief())).isTrue();
            }
        }
    }

    @Test
    void pagesBelongToOneSnapshot() {
        String path = configMaps("pages");
        for (int i = 0; i < 10; i++) {
            create(path, "cm-" + i, "red");
        }
        List<String> names = new ArrayList<>();
        String token = "";
        String version = "";
        do {
            Answer page = client.get(path + "?limit=3" + (token.isEmpty() ? "" : "&continue=" + token));
            page.json()
                    .path("items")
                    .forEach(item -> names.add(item.at("/metadata/name").asString()));
            version = version.isEmpty() ? page.at("metadata.resourceVersion") : version;
            assertThat(page.at("metadata.resourceVersion")).isEqualTo(version);
            token = page.at("metadata.continue");
            // Comes too late for this snapshot.
            create(path, "cm-5-" + names.size(), "red");
        } while (!token.isEmpty());
        assertThat(names).hasSize(10).isSorted();
    }

    @Test
    void selectorsPickObjects() {
        String path = configMaps("selectors");
        create(path, "one", "red");
        create(path, "two", "green");
        assertThat(client.get(path + "?labelSelector=color%3Dred").json().path("items"))
                .hasSize(1);
        assertThat(client.get(path + "?labelSelector=color+in+(red,green)")
                        .json()
                        .path("items"))
                .hasSize(2);
        assertThat(client.get(path + "?fieldSelector=metadata.name%3Dtwo").at("items.0.metadata.name"))
                .isEqualTo("two");
        assertThat(client.get(path + "?labelSelector=%3D%3D").code()).isEqualTo(400);
    }

    @Test
    void versionsAreHonoured() {
        String path = configMaps("versions");
        String version = create(path, "first", "red").at("metadata.resourceVersion");
        create(path, "second", "red");
        Answer exact = client.get(path + "?resourceVersion=" + version + "&resourceVersionMatch=Exact");
        assertThat(exact.json().path("items")).hasSize(1);
        Answer notOlder = client.get(path + "?resourceVersion=" + version + "&resourceVersionMatch=NotOlderThan");
        assertThat(notOlder.json().path("items")).hasSize(2);
        Answer future = client.get(path + "?resourceVersion=999999999");
        assertThat(future.code()).isEqualTo(504);
        assertThat(future.at("details.causes.0.reason")).isEqualTo("ResourceVersionTooLarge");
        assertThat(client.get(path + "?resourceVersionMatch=Exact").code()).isEqualTo(422);
    }

    @Test
    void watchTellsOfEveryChangeInOrder() throws Exception {
        String path = configMaps("watched");
        String version = client.get(path).at("metadata.resourceVersion");
        try (Events events = client.watch(path + "?watch=true&resourceVersion=" + version)) {
            create(path, "a", "red");
            client.merge(path + "/a", "{\"data\":{\"x\":\"y\"}}");
            String deleted = client.delete(path + "/a").at("details.uid");
            JsonNode added = events.next();
            assertThat(added.path("type").asString()).isEqualTo("ADDED");
            JsonNode modified = events.next();
            assertThat(modified.path("type").asString()).isEqualTo("MODIFIED");
            assertThat(modified.at("/object/data/x").asString()).isEqualTo("y");
            JsonNode gone = events.next();
            assertThat(gone.path("type").asString()).isEqualTo("DELETED");
            assertThat(gone.at("/object/metadata/uid").asString()).isEqualTo(deleted);
            assertThat(Long.parseLong(
                            gone.at("/object/metadata/resourceVersion").asString()))
                    .isGreaterThan(Long.parseLong(
                            modified.at("/object/metadata/resourceVersion").asString()));
        }
    }

    @Test
    void watchWithSelectorSeesObjectsComeAndGo() throws Exception {
        String path = configMaps("filtered");
        String version = client.get(path).at("metadata.resourceVersion");
        String query = "?watch=true&labelSelector=color%3Dred&resourceVersion=" + version;
        try (Events events = client.watch(path + query)) {
            create(path, "chameleon", "green");
            client.merge(path + "/chameleon", "{\"metadata\":{\"labels\":{\"color\":\"red\"}}}");
            client.merge(path + "/chameleon", "{\"data\":{\"x\":\"y\"}}");
            client.merge(path + "/chameleon", "{\"metadata\":{\"labels\":{\"color\":\"blue\"}}}");
            assertThat(events.brief()).isEqualTo("ADDED chameleon");
            assertThat(events.brief()).isEqualTo("MODIFIED chameleon");
            assertThat(events.brief()).isEqualTo("DELETED chameleon");
        }
    }

    @Test
    void watchListSendsTheStateAndMarksItsEnd() throws Exception {
        String path = configMaps("initial");
        create(path, "a", "red");
        create(path, "b", "red");
        String query = "?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
        try (Events events = client.watch(path + query)) {
            assertThat(events.brief()).isEqualTo("ADDED a");
            assertThat(events.brief()).isEqualTo("ADDED b");
            JsonNode bookmark = events.next();
            assertThat(bookmark.path("type").asString()).isEqualTo("BOOKMARK");
            assertThat(bookmark.at("/object/metadata/annotations/k8s.io~1initial-events-end")
                            .asString())
                    .isEqualTo("true");
            create(path, "c", "red");
            assertThat(events.brief()).isEqualTo("ADDED c");
        }
        assertThat(client.get(path + "?watch=true&sendInitialEvents=true").code())
                .isEqualTo(422);
    }

    @Test
    void watchEndsWhenItsTimeIsUp() throws Exception {
        String path = configMaps("timed");
        try (Events events = client.watch(path + "?watch=true&timeoutSeconds=1")) {
            assertThat(events.hasNext()).isFalse();
        }
    }

    @Test
    void compactedVersionsAreGone() throws Exception {
        String path = configMaps("compacted");
        String version = create(path, "a", "red").at("metadata.resourceVersion");
        create(path, "b", "red");
        create(path, "c", "red");
        String token = client.get(path + "?limit=1").at("metadata.continue");
        for (int i = 0; i < 5; i++) {
            client.merge(path + "/a", "{\"data\":{\"x\":\"" + i + "\"}}");
        }
        server.store().compact(server.store().observedRevision());
        Answer watch = client.get(path + "?watch=true&resourceVersion=" + version);
        assertThat(watch.code()).isEqualTo(200);
        assertThat(watch.at("type")).isEqualTo("ERROR");
        assertThat(watch.at("object.code")).isEqualTo("410");
        assertThat(watch.at("object.reason")).isEqualTo("Expired");
        Answer page = client.get(path + "?limit=1&continue=" + token);
        assertThat(page.code()).isEqualTo(410);
        String next = page.at("metadata.continue");
        assertThat(client.get(path + "?limit=5&continue=" + next).json().path("items"))
                .hasSize(2);
    }

    @Test
    void badContinueTokensAreRefused() {
        for (String token : new String[] {"x", "%21%21", "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ"}) {
            Answer answer = client.get("/api/v1/pods?limit=1&continue=" + token);
            assertThat(answer.code()).isEqualTo(400);
        }
    }

    @Test
    void tablesAreServed() {
        Answer table =
                client.get("/api/v1/namespaces", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json");
        assertThat(table.at("kind")).isEqualTo("Table");
        assertThat(table.at("columnDefinitions.1.name")).isEqualTo("Status");
        assertThat(table.at("rows.0.cells.1")).isEqualTo("Active");
    }
}
