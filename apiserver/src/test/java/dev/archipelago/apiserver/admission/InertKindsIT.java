package dev.archipelago.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a client is told that creates an object on which nothing acts.
class InertKindsIT {
    @TempDir
    private Path directory;

    private TestingApiServer server;

    @BeforeEach
    void start() throws Exception {
        ApiServer.Options options =
                new ApiServer.Options(directory, "127.0.0.1", 0).actingOn(Set.of("replicationcontrollers"));
        server = TestingApiServer.start(
                options,
                EmbeddedStore.open(EmbeddedOptions.in(directory.resolve("store"))
                        .withLibraryDirectory(Path.of("target", "native").toAbsolutePath())));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aKindWithoutAControllerIsStoredWithAWarning() {
        assertThat(warnings("/apis/networking.k8s.io/v1/namespaces/default/networkpolicies", """
            {"metadata":{"name":"a"},"spec":{"podSelector":{}}}\
            """))
                .singleElement()
                .asString()
                .contains("networkpolicies.networking.k8s.io: no controller here acts on the object");
    }

    @Test
    void aKindThatOnlyAServerCouldActOnIsStoredWithAWarning() {
        assertThat(warnings("/apis/apiregistration.k8s.io/v1/apiservices", """
            {"metadata":{"name":"v1.example.org"},"spec":{"group":"example.org","version":"v1",\
            "groupPriorityMinimum":1,"versionPriority":1}}\
            """))
                .singleElement()
                .asString()
                .contains("apiservices.apiregistration.k8s.io: this server stores the object and does not act on it");
    }

    @Test
    void whatIsActedOnAndWhatIsDataIsStoredInSilence() {
        assertThat(warnings("/api/v1/namespaces/default/replicationcontrollers", """
            {"metadata":{"name":"a"},"spec":{"replicas":0,"template":{"metadata":{"labels":{"a":"b"}},\
            "spec":{"containers":[{"name":"c","image":"i"}]}}}}\
            """))
                .isEmpty();
        assertThat(warnings("/api/v1/namespaces/default/configmaps", "{\"metadata\":{\"name\":\"a\"}}"))
                .isEmpty();
    }

    private List<String> warnings(String path, String object) {
        TestingClient.Answer made = server.admin().post(path, object);
        assertThat(made.code()).as(made.text()).isEqualTo(201);
        return made.response().headers().allValues("Warning");
    }
}
