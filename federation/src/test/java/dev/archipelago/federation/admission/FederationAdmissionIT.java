package dev.archipelago.federation.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.ApiServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import dev.archipelago.store.embedded.EmbeddedOptions;
import dev.archipelago.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Which changes of an existing StatefulSet the federation's API server accepts, and its warnings.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class FederationAdmissionIT {
    private static final String SETS = "/apis/apps/v1/namespaces/default/statefulsets";
    private static final String ANNOTATION = "archipelago.dev/identity";

    private TestingApiServer server;
    private TestingClient client;

    /// The ways to write an object.
    enum Way {
        PUT,
        MERGE,
        STRATEGIC,
        JSON,
        APPLY
    }

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        Path libraries = Path.of("target", "native").toAbsolutePath();
        FederationAdmission admission = new FederationAdmission();
        admission.usePropagation(template -> !template.object().name().equals("nowhere"));
        server = TestingApiServer.start(
                new ApiServer.Options(directory, "127.0.0.1", 0).with(admission),
                EmbeddedStore.open(
                        EmbeddedOptions.in(directory.resolve("store")).withLibraryDirectory(libraries)));
        client = server.admin();
        create("local", "{}");
        create("global", "{\"archipelago.dev/identity\":\"Global\"}");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static String set(String name, String annotations) {
        return """
            {"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{"name":"%s","annotations":%s},"spec":{
             "serviceName":"one","selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
             "spec":{"containers":[{"name":"c","image":"i"}]}},"volumeClaimTemplates":[{"metadata":{"name":"data"},
             "spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}}]}}
            """.formatted(name, annotations);
    }

    private void create(String name, String annotations) {
        Answer made = client.post(SETS, set(name, annotations));
        assertThat(made.code()).as(made.text()).isEqualTo(201);
    }

    private Answer write(Way way, String name, String subresource, String identity) {
        String path = SETS + '/' + name + subresource;
        String metadata = "{\"metadata\":{\"annotations\":{\"" + ANNOTATION + "\":\"" + identity + "\"}}}";
        return switch (way) {
            case PUT -> client.put(path, set(name, "{\"" + ANNOTATION + "\":\"" + identity + "\"}"));
            case MERGE -> client.merge(path, metadata);
            case STRATEGIC -> client.patch(path, "application/strategic-merge-patch+json", metadata);
            case JSON ->
                client.patch(
                        path,
                        "application/json-patch+json",
                        "[{\"op\":\"add\",\"path\":\"/metadata/annotations\",\"value\":{\"" + ANNOTATION + "\":\""
                                + identity + "\"}}]");
            case APPLY ->
                client.apply(
                        path + "?fieldManager=test&force=true",
                        set(name, "{\"" + ANNOTATION + "\":\"" + identity + "\"}"));
        };
    }

    private String identity(String name) {
        return client.get(SETS + '/' + name)
                .json()
                .path("metadata")
                .path("annotations")
                .path(ANNOTATION)
                .asString("");
    }

    @ParameterizedTest
    @EnumSource
    void theIdentityOfASetCannotBeChanged(Way way) {
        for (String name : new String[] {"local", "global"}) {
            String before = identity(name);
            String other = name.equals("local") ? "Global" : "Local";
            Answer refused = write(way, name, "", other);
            assertThat(refused.code()).as(way + " " + refused.text()).isEqualTo(422);
            assertThat(refused.at("message"))
                    .contains("metadata.annotations[archipelago.dev/identity]: Forbidden: the identity of a StatefulSet"
                            + " is fixed when it is created")
                    .contains("create another StatefulSet");
            assertThat(refused.at("details.causes.0.field"))
                    .isEqualTo("metadata.annotations[archipelago.dev/identity]");
            assertThat(identity(name)).isEqualTo(before);
        }
    }

    /// Whether a status update may change annotations is the server's decision; this one ignores them.
    @ParameterizedTest
    @EnumSource
    void aWriteOfTheStatusDoesNotChangeItEither(Way way) {
        write(way, "local", "/status", "Global");
        assertThat(identity("local")).isNotEqualTo("Global");
        write(way, "global", "/status", "Local");
        assertThat(identity("global")).isEqualTo("Global");
    }

    @ParameterizedTest
    @EnumSource
    void toSayTheSameInOtherWordsIsAllowed(Way way) {
        String name = "same-" + way.name().toLowerCase(Locale.ROOT);
        create(name, "{}");
        assertThat(write(way, name, "", "Local").code()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"spec":{"serviceName":"two"}}
        {"spec":{"volumeClaimTemplates":null}}
        {"spec":{"volumeClaimTemplates":[]}}
        """)
    void whatElseDecidesNamesAndVolumesCannotBeChanged(String patch) {
        Answer refused = client.merge(SETS + "/local", patch);
        assertThat(refused.code()).as(refused.text()).isEqualTo(422);
        assertThat(refused.at("details.causes.0.field")).isEqualTo("spec");
    }

    @Test
    void whoCreatesWhatGoesToNoClusterIsWarned() {
        String roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
        assertThat(warnings(roles, "{\"metadata\":{\"name\":\"somewhere\"},\"rules\":[]}"))
                .isEmpty();
        assertThat(warnings(roles, "{\"metadata\":{\"name\":\"nowhere\"},\"rules\":[]}"))
                .singleElement()
                .asString()
                .contains("roles.rbac.authorization.k8s.io: the object is in no cluster: no policy is about it");
        assertThat(client.merge(roles + "/nowhere", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                        .response()
                        .headers()
                        .allValues("Warning"))
                .isEmpty();
    }

    @Test
    void whoCreatesWhatIsNeverPropagatedIsWarnedUnlessItIsForTheServer() {
        assertThat(warnings("/api/v1/nodes", "{\"metadata\":{\"name\":\"n\"}}"))
                .singleElement()
                .asString()
                .contains("nodes: the object is in no cluster: objects like it are each cluster's own");
        assertThat(warnings(
                        "/apis/coordination.k8s.io/v1/namespaces/default/leases",
                        "{\"metadata\":{\"name\":\"leader\"},\"spec\":{}}"))
                .isEmpty();
        assertThat(warnings("/api/v1/namespaces/kube-system/configmaps", "{\"metadata\":{\"name\":\"nowhere\"}}"))
                .isEmpty();
    }

    @Test
    void whoCreatesWhatNoEmbeddedClusterActsOnIsWarned() {
        assertThat(warnings("/apis/batch/v1/namespaces/default/cronjobs", """
                {"metadata":{"name":"nightly"},"spec":{"schedule":"0 0 * * *","jobTemplate":{"spec":{"template":{"spec":{
                 "restartPolicy":"Never","containers":[{"name":"c","image":"i"}]}}}}}}
                """))
                .singleElement()
                .asString()
                .contains("cronjobs.batch: embedded clusters have no controller that acts on the object");
    }

    private List<String> warnings(String path, String object) {
        Answer made = client.post(path, object);
        assertThat(made.code()).as(made.text()).isEqualTo(201);
        return made.response().headers().allValues("Warning");
    }
}
