package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import dev.archipelago.store.etcd.EtcdOptions;
import dev.archipelago.store.etcd.EtcdStore;
import dev.archipelago.testing.TestingEtcd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two servers on one etcd, as clients see them.
@Timeout(180)
class EtcdServersIT {
    private static final String PATH = "/api/v1/namespaces/default/configmaps";
    private static final long ABSENCE_SECONDS = 20;

    @TempDir
    private Path directory;

    @Test
    void whatIsWrittenAtOneIsSeenAtTheOther() throws Exception {
        try (TestingEtcd etcd = TestingEtcd.start(1);
                TestingApiServer one = serverOn(etcd, "one");
                TestingApiServer other = serverOn(etcd, "other")) {
            String from = one.admin().get(PATH + "?limit=1").at("metadata.resourceVersion");
            try (TestingClient.Events events = other.admin().watch(PATH + "?watch=1&resourceVersion=" + from)) {
                assertThat(create(one, "a").code()).isEqualTo(201);
                assertThat(events.next().at("/object/metadata/name").asString()).isEqualTo("a");
                // Whoever was told of a write finds it, wherever it asks.
                assertThat(other.admin().get(PATH + "/a").code()).isEqualTo(200);
                assertThat(create(other, "a").code()).isEqualTo(409);
                assertThat(other.admin().delete(PATH + "/a").code()).isEqualTo(200);
                assertThat(events.next().path("type").asString()).isEqualTo("DELETED");
                assertThat(one.admin().get(PATH + "/a").code()).isEqualTo(404);
            }
        }
    }

    @Test
    void aTokenOfOneIsGoodAtTheOther() throws Exception {
        try (TestingEtcd etcd = TestingEtcd.start(1);
                TestingApiServer one = serverOn(etcd, "one");
                TestingApiServer other = serverOn(etcd, "other")) {
            one.admin().post("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
            String token = one.admin()
                    .post("/api/v1/namespaces/default/serviceaccounts/robot/token", "{\"spec\":{}}")
                    .at("status.token");
            assertThat(other.as(token)
                            .post("/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}")
                            .at("status.userInfo.username"))
                    .isEqualTo("system:serviceaccount:default:robot");
        }
    }

    @Test
    void anAbsentEtcdGivesErrorsAndThenEverythingGoesOn() throws Exception {
        try (TestingEtcd etcd = TestingEtcd.start(1);
                TestingApiServer one = serverOn(etcd, "one");
                TestingApiServer other = serverOn(etcd, "other")) {
            assertThat(create(one, "before").code()).isEqualTo(201);
            String from = other.admin().get(PATH).at("metadata.resourceVersion");
            try (TestingClient.Events events = other.admin().watch(PATH + "?watch=1&resourceVersion=" + from)) {
                etcd.member(0).freeze();
                long back = System.nanoTime() + TimeUnit.SECONDS.toNanos(ABSENCE_SECONDS);
                int refused = 0;
                while (System.nanoTime() < back) {
                    Answer answer = create(one, "during-" + refused++);
                    assertThat(answer.code()).as(answer.text()).isBetween(500, 504);
                    assertThat(answer.at("kind")).isEqualTo("Status");
                    // What is known already is still served.
                    assertThat(other.admin()
                                    .get(PATH + "/before?resourceVersion=0")
                                    .code())
                            .isEqualTo(200);
                }
                etcd.member(0).thaw();
                etcd.member(0).awaitHealthy();

                Answer after = create(one, "after");
                for (int tries = 0; after.code() >= 500 && tries < 20; tries++) {
                    after = create(one, "after");
                }
                assertThat(after.code()).isIn(201, 409);
                String name = "";
                while (!name.equals("after")) {
                    // Of writes whose outcome was unknown, some may have been made after all.
                    name = events.next().at("/object/metadata/name").asString();
                    assertThat(name).matches("during-\\d+|after");
                }
            }
        }
    }

    @Test
    void aClusterThatLosesItsLeaderLosesNoWrite() throws Exception {
        try (TestingEtcd etcd = TestingEtcd.start(3);
                TestingApiServer one = serverOn(etcd, "one");
                TestingApiServer other = serverOn(etcd, "other")) {
            try (EtcdWriters writers = new EtcdWriters(PATH, one.admin(), other.admin())) {
                writers.awaitAcknowledged(200);
                for (int i = 0; i < 3; i++) {
                    if (etcd.member(i).leader()) {
                        etcd.member(i).kill();
                        break;
                    }
                }
                writers.awaitAcknowledged(600);
                writers.stop();

                assertThat(writers.relapses())
                        .as(
                                "writers that failed again after they had succeeded, %d failures in all",
                                writers.failures())
                        .isZero();
                for (TestingApiServer server : List.of(one, other)) {
                    List<String> names = server.admin()
                            .get(PATH)
                            .json()
                            .path("items")
                            .valueStream()
                            .map(item -> item.at("/metadata/name").asString())
                            .toList();
                    assertThat(names).containsAll(writers.acknowledged());
                }
            }
        }
    }

    private static Answer create(TestingApiServer server, String name) {
        return server.admin().post(PATH, "{\"metadata\":{\"name\":\"" + name + "\"}}");
    }

    /// Servers of one etcd have the same keys: an operator copies them.
    private TestingApiServer serverOn(TestingEtcd etcd, String name) throws Exception {
        Path home = Files.createDirectories(directory.resolve(name));
        Path keys = directory.resolve("one/pki");
        if (Files.exists(keys) && !name.equals("one")) {
            copy(keys, home.resolve("pki"));
        }
        return TestingApiServer.start(home, 0, EtcdStore.open(EtcdOptions.at(etcd.endpoints())));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
