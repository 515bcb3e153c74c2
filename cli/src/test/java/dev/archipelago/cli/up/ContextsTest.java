package dev.archipelago.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ContextsTest {
    private static final String EDITED = """
            apiVersion: v1
            kind: Config
            current-context: work
            preferences: {colors: true}
            clusters:
            - {name: federation, cluster: {server: "https://127.0.0.1:1", certificate-authority-data: old}}
            - {name: far, cluster: {server: "https://far"}}
            users:
            - {name: federation, user: {token: old}}
            - {name: me, user: {token: mine}}
            contexts:
            - {name: federation, context: {cluster: federation, user: federation, namespace: shop}}
            - {name: work, context: {cluster: far, user: me}}
            - {name: gone, context: {cluster: gone, user: gone}}
            """;

    @TempDir
    private Path home;

    private JsonNode written(Contexts contexts) {
        return Json.parse(contexts.text("federation").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void keepsWhatPeopleHaveAdded() throws IOException {
        Path file = Files.writeString(home.resolve("kubeconfig"), EDITED);
        Contexts contexts = Contexts.read(file);
        contexts.put("federation", "https://127.0.0.1:6443", "PEM", "new");
        contexts.put("c1", "https://127.0.0.1:6444", "PEM", "one");
        contexts.remove("gone");
        JsonNode config = written(contexts);
        assertThat(config.path("current-context").asString("")).isEqualTo("work");
        assertThat(config.path("preferences").path("colors").asBoolean()).isTrue();
        assertThat(config.path("contexts").toString())
                .isEqualTo("[{\"name\":\"federation\",\"context\":{\"cluster\":\"federation\",\"user\":\"federation\","
                        + "\"namespace\":\"shop\"}},{\"name\":\"work\",\"context\":{\"cluster\":\"far\",\"user\":\"me\"}},"
                        + "{\"name\":\"c1\",\"context\":{\"cluster\":\"c1\",\"user\":\"c1\"}}]");
        assertThat(config.path("clusters").path(0).path("cluster").toString())
                .isEqualTo("{\"server\":\"https://127.0.0.1:6443\",\"certificate-authority-data\":\"UEVN\"}");
        assertThat(config.path("users").toString())
                .isEqualTo("[{\"name\":\"federation\",\"user\":{\"token\":\"new\"}},"
                        + "{\"name\":\"me\",\"user\":{\"token\":\"mine\"}},"
                        + "{\"name\":\"c1\",\"user\":{\"token\":\"one\"}}]");
    }

    @Test
    void makesTheUsualContextCurrentWhereNoneIsThatIsThere() throws IOException {
        Contexts contexts = Contexts.read(home.resolve("none"));
        contexts.put("federation", "https://127.0.0.1:6443", "PEM", "new");
        assertThat(written(contexts).path("current-context").asString("")).isEqualTo("federation");
    }
}
