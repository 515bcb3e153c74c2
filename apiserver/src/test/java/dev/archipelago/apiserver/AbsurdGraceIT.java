package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pods that ask for more time to end than there is.
class AbsurdGraceIT {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    @TempDir
    private Path directory;

    private static void create(TestingClient client, String name, long grace) {
        Answer made = client.post(PODS, """
                {"metadata":{"name":"%s"},"spec":{"nodeName":"n","terminationGracePeriodSeconds":%d,
                 "automountServiceAccountToken":false,"containers":[{"name":"c","image":"i"}]}}
                """.formatted(name, grace));
        assertThat(made.code()).as(made.text()).isEqualTo(201);
    }

    private static long grace(Answer deleted) {
        assertThat(deleted.code()).as(deleted.text()).isEqualTo(200);
        return deleted.json()
                .path("metadata")
                .path("deletionGracePeriodSeconds")
                .asLong(0);
    }

    @Test
    void canBeDeleted() throws Exception {
        try (TestingApiServer server = TestingApiServer.start(directory)) {
            TestingClient client = server.admin();
            client.post("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
            create(client, "long", Long.MAX_VALUE);
            create(client, "negative", -5);
            create(client, "asked", 30);
            assertThat(grace(client.delete(PODS + "/long"))).isEqualTo(Integer.MAX_VALUE);
            assertThat(grace(client.delete(PODS + "/negative"))).isOne();
            assertThat(grace(client.delete(PODS + "/asked?gracePeriodSeconds=" + Long.MAX_VALUE)))
                    .isEqualTo(Integer.MAX_VALUE);
            for (String name : new String[] {"long", "negative", "asked"}) {
                assertThat(client.delete(PODS + '/' + name + "?gracePeriodSeconds=0")
                                .code())
                        .isEqualTo(200);
                assertThat(client.get(PODS + '/' + name).code()).isEqualTo(404);
            }
        }
    }
}
