package dev.archipelago.apiserver.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.relay.Relay;
import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Routes: paths beside the API that another part of the process answers.
@Timeout(60)
class RoutesIT {
    @TempDir
    private Path directory;

    private TestingApiServer server;

    @BeforeEach
    void start() throws Exception {
        server = TestingApiServer.start(
                new ApiServer.Options(directory, "127.0.0.1", 0)
                        .with(new Route("/console", RoutesIT::echo))
                        .with(new Route("/other", (request, answer) -> answer.begin(204, List.of()))),
                EmbeddedStore.open(EmbeddedOptions.in(directory.resolve("store"))
                        .withLibraryDirectory(Path.of("target", "native").toAbsolutePath())));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private static void echo(Relay.Request request, Relay.Answer answer) throws IOException {
        answer.begin(200, List.of(new Relay.Header("Content-Type", "text/plain")));
        String text = String.join(
                " ",
                request.user().name(),
                request.method(),
                request.path(),
                request.query(),
                new String(request.body(), StandardCharsets.UTF_8));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        answer.write(bytes, bytes.length);
    }

    @Test
    void areGivenWhatFollowsTheirPrefix() {
        assertThat(server.admin().get("/console/sets/web?live=true").text())
                .isEqualTo("admin GET /sets/web live=true ");
        assertThat(server.admin().post("/console/login", "who").text()).isEqualTo("admin POST /login  who");
        assertThat(server.admin().get("/console").text()).isEqualTo("admin GET   ");
        assertThat(server.admin().get("/other/").code()).isEqualTo(204);
    }

    @Test
    void knowWhoAsksAndDecideThemselvesWhetherTheyMay() throws Exception {
        TestingClient stranger = server.as("wrong");
        TestingClient anybody = server.as("");

        assertThat(stranger.get("/console").code()).isEqualTo(401);
        assertThat(anybody.get("/console").text()).startsWith("system:anonymous GET");
        assertThat(anybody.get("/api/v1/pods").code()).isEqualTo(403);
    }

    @Test
    void takeNoPathOfOthers() {
        assertThat(server.admin().get("/consoles").code()).isEqualTo(404);
        assertThat(server.admin().get("/console/%2e%2e/api").code()).isEqualTo(400);
        assertThatThrownBy(() -> new Route("/api/v1", RoutesIT::echo)).isInstanceOf(IllegalArgumentException.class);
    }
}
