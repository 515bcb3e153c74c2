package dev.archipelago.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a client is told that asks for more pods than the server is set up for.
class ReplicaLimitIT {
    private static final String SETS = "/apis/apps/v1/namespaces/default/statefulsets";
    private static final String PODS = "\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},"
            + "\"spec\":{\"restartPolicy\":\"%s\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}";

    @TempDir
    private Path directory;

    private TestingApiServer server;

    @BeforeEach
    void start() throws Exception {
        server = TestingApiServer.start(
                new ApiServer.Options(directory, "127.0.0.1", 0).withReplicasMax(50),
                EmbeddedStore.open(EmbeddedOptions.in(directory.resolve("store"))
                        .withLibraryDirectory(Path.of("target", "native").toAbsolutePath())));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String set(String name, String spec) {
        return "{\"metadata\":{\"name\":\"%s\"},\"spec\":{%s,\"selector\":{\"matchLabels\":{\"a\":\"b\"}},%s}}"
                .formatted(name, spec, PODS.formatted("Always"));
    }

    private TestingClient.Answer post(String path, String body) {
        return server.admin().post(path, body);
    }

    @Test
    void refusesAWorkloadThatIsTooLargeAndNamesTheField() {
        TestingClient.Answer response = post(SETS, set("a", "\"replicas\":2000000000"));
        assertThat(response.code()).isEqualTo(422);
        assertThat(response.text())
                .contains("spec.replicas: Invalid value: 2000000000: must be less than or equal to 50")
                .contains("--max-replicas");
        assertThat(post("/apis/apps/v1/namespaces/default/deployments", set("a", "\"replicas\":51"))
                        .code())
                .isEqualTo(422);
        assertThat(post(
                                "/apis/batch/v1/namespaces/default/jobs",
                                "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"parallelism\":51,%s}}"
                                        .formatted(PODS.formatted("Never")))
                        .text())
                .contains("spec.parallelism");
        assertThat(post(SETS, set("a", "\"replicas\":50")).code()).isEqualTo(201);
    }

    @Test
    void refusesAScaleThatIsTooLarge() {
        assertThat(post(SETS, set("a", "\"replicas\":1")).code()).isEqualTo(201);
        TestingClient.Answer response =
                server.admin().patch(SETS + "/a/scale", "application/merge-patch+json", "{\"spec\":{\"replicas\":51}}");
        assertThat(response.code()).isEqualTo(422);
        assertThat(response.text()).contains("spec.replicas");
    }

    @Test
    void refusesOrdinalsThatAreNoNumbers() {
        TestingClient.Answer response = post(SETS, set("a", "\"replicas\":3,\"ordinals\":{\"start\":2147483646}"));
        assertThat(response.code()).isEqualTo(422);
        assertThat(response.text()).contains("spec.ordinals.start: Invalid value: 2147483646");
    }
}
