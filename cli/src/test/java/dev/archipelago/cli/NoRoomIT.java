package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server without room in its store, as clients see it.
@Timeout(180)
class NoRoomIT {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final int VALUE_BYTES = 1_000_000;
    private static final int MAPS_MAX = 40;

    @TempDir
    private Path home;

    private static String map(int number) {
        return "{\"metadata\":{\"name\":\"big-%d\"},\"data\":{\"a\":\"%s\"}}"
                .formatted(number, "x".repeat(VALUE_BYTES));
    }

    /// @return the first answer that was not a success
    private static Answer fill(TestingClient client) {
        for (int i = 0; i < MAPS_MAX; i++) {
            Answer answer = client.post(MAPS, map(i));
            if (answer.code() != 201) {
                return answer;
            }
        }
        throw new AssertionError("all were taken");
    }

    @Test
    void creationsAreRefusedUntilSomethingIsDeleted() throws Exception {
        Path data = home.resolve("data");
        try (ServerProcess server =
                ServerProcess.start("apiserver", data, List.of("--port", "0", "--quota-backend-bytes", "16777216"))) {
            TestingClient client = server.client();
            Kubectl kubectl = Kubectl.newest(home.resolve("home"), data.resolve("kubeconfig"));
            Answer refused = fill(client);
            assertThat(refused.code()).as(refused.text()).isEqualTo(507);
            assertThat(refused.at("kind")).isEqualTo("Status");
            assertThat(refused.at("reason")).isEqualTo("InsufficientStorage");
            String why = "no space: the stores keep more than their quota of 16 MiB; delete something: reads and"
                    + " deletions go on";
            assertThat(refused.at("message")).isEqualTo(why);
            assertThat(kubectl.refused("create", "configmap", "small", "--from-literal=a=1"))
                    .contains("failed to create configmap: " + why);
            assertThat(kubectl.refused("get", "--raw", "/readyz")).contains("InternalError");
            assertThat(client.get("/readyz").code()).isEqualTo(500);
            Answer ready = client.get("/readyz/etcd-readiness");
            assertThat(ready.code()).isEqualTo(500);
            assertThat(ready.text()).contains("the stores keep more than their quota of 16 MiB");

            assertThat(kubectl.ok("get", "configmap", "big-0", "-o", "name")).contains("configmap/big-0");
            kubectl.ok("label", "configmap", "big-0", "a=b");
            kubectl.ok("delete", "configmap", "big-0", "big-1", "big-2");
            TestingFederation.await(() -> kubectl.ok("create", "configmap", "small", "--from-literal=a=1"));
            assertThat(client.get("/readyz").code()).isEqualTo(200);
        }
    }
}
