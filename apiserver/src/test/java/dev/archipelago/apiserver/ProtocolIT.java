package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Small things in which clients expect what kube-apiserver does.
@ExtendWith(OwnServer.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProtocolIT {
    private static final String TEMPLATE = """
            "template":{"metadata":{"labels":{"app":"x"}},"spec":{"restartPolicy":"%s",
             "containers":[{"name":"c","image":"i"}]}}""";

    private static final String CONTROLLERS = "/api/v1/namespaces/default/replicationcontrollers";
    private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";

    private final TestingClient client;

    ProtocolIT(TestingApiServer server) {
        client = server.admin();
    }

    @ParameterizedTest
    @CsvSource({"'', orphan", "?propagationPolicy=Background, ''", "?propagationPolicy=Foreground, foregroundDeletion"})
    void oldestControllersOrphanByDefault(String query, String finalizer) {
        Answer made = client.post(
                CONTROLLERS,
                "{\"metadata\":{\"name\":\"rc\"},\"spec\":{\"selector\":{\"app\":\"x\"}," + TEMPLATE.formatted("Always")
                        + "}}");
        assertThat(made.code()).as(made.text()).isEqualTo(201);
        client.post(JOBS, "{\"metadata\":{\"name\":\"job\"},\"spec\":{" + TEMPLATE.formatted("Never") + "}}");
        for (String object : new String[] {CONTROLLERS + "/rc", JOBS + "/job"}) {
            Answer deleted = client.delete(object + query);
            assertThat(deleted.code()).as(deleted.text()).isEqualTo(200);
            assertThat(deleted.at("metadata.finalizers.0")).isEqualTo(finalizer);
            client.merge(object, "{\"metadata\":{\"finalizers\":null}}");
        }
    }

    @Test
    void othersDoNot() {
        client.post("/apis/apps/v1/namespaces/default/deployments", """
                {"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"app":"x"}},%s}}""".formatted(TEMPLATE.formatted("Always")));
        Answer deleted = client.delete("/apis/apps/v1/namespaces/default/deployments/d");
        assertThat(deleted.at("status")).isEqualTo("Success");
    }

    @ParameterizedTest
    @CsvSource({"invalid, 400", "10, 400", "10s, 200", "1h2m3.5s, 200", "0, 200", "-5s, 400"})
    void timeoutsAreDurations(String timeout, int code) {
        Answer answer = client.get("/api/v1/namespaces/default/configmaps?timeout=" + timeout);
        assertThat(answer.code()).as(answer.text()).isEqualTo(code);
    }

    @Test
    void reviewsAreNoTables() {
        String path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
        String review = "{\"spec\":{\"nonResourceAttributes\":{\"path\":\"/\",\"verb\":\"get\"}}}";
        String table = "application/json;as=Table;v=v1;g=meta.k8s.io";
        assertThat(client.send("POST", path, "application/json", review, table).code())
                .isEqualTo(406);
        Answer either = client.send("POST", path, "application/json", review, table + ",application/json");
        assertThat(either.at("kind")).isEqualTo("SelfSubjectAccessReview");
    }

    @ParameterizedTest
    @ValueSource(strings = {"healthz", "livez", "readyz"})
    void healthHasNamedChecks(String path) {
        assertThat(client.get('/' + path + "/ping").text()).isEqualTo("ok");
        assertThat(client.get('/' + path + "/etcd").text()).isEqualTo("ok");
        assertThat(client.get('/' + path + "/none").code()).isEqualTo(404);
        String verbose =
                client.get('/' + path + "?verbose&exclude=ping&exclude=other").text();
        assertThat(verbose)
                .contains("[+]ping excluded: ok\n")
                .contains("warn: some health checks cannot be excluded: no matches for \"other\"\n")
                .endsWith(path + " check passed\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "exec", "attach", "portforward"})
    void whatNeedsANodeSaysThatThereIsNone(String subresource) {
        String pods = "/api/v1/namespaces/default/pods";
        client.post(
                pods,
                "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"nodeName\":\"n1\",\"containers\":[{\"name\":\"c\","
                        + "\"image\":\"i\"}]}}");
        client.post(
                pods, "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
        Answer refused = client.get(pods + "/p/" + subresource);
        assertThat(refused.code()).isEqualTo(400);
        assertThat(refused.at("message"))
                .startsWith(
                        subresource + " of pod \"p\" on node \"n1\" is not available: this API server does not connect"
                                + " to nodes, and the pods of simulated nodes run no containers");
        assertThat(client.get(pods + "/q/" + subresource).at("message"))
                .isEqualTo("pod q does not have a host assigned");
        assertThat(client.get(pods + "/none/" + subresource).code()).isEqualTo(404);
    }
}
