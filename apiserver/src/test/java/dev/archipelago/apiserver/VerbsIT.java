package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/// Create, get, update, patch and delete over HTTP.
@ExtendWith(OwnServer.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VerbsIT {
    private static final String CONFIGMAPS = "/api/v1/namespaces/default/configmaps";

    private final TestingApiServer server;
    private final TestingClient client;

    VerbsIT(TestingApiServer server) {
        this.server = server;
        client = server.admin();
    }

    private static String configMap(String name, String value) {
        return """
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s"},"data":{"key":"%s"}}""".formatted(name, value);
    }

    @Test
    void createdObjectHasWhatTheServerGives() {
        Answer created = client.post(CONFIGMAPS, configMap("made", "1"));
        assertThat(created.code()).isEqualTo(201);
        assertThat(created.at("metadata.uid")).hasSize(36);
        assertThat(created.at("metadata.namespace")).isEqualTo("default");
        assertThat(created.at("metadata.creationTimestamp")).endsWith("Z");
        assertThat(Long.parseLong(created.at("metadata.resourceVersion"))).isPositive();
        assertThat(client.get(CONFIGMAPS + "/made").text()).isEqualTo(created.text());
    }

    /// Whoever may do anything in a namespace is allowed such a path.
    @Test
    void whatIsInNoNamespaceIsNotFoundInOne() {
        for (String path : List.of(
                "/api/v1/namespaces/default/namespaces/kube-system",
                "/api/v1/namespaces/default/persistentvolumes",
                "/apis/rbac.authorization.k8s.io/v1/namespaces/default/clusterroles/cluster-admin")) {
            assertThat(client.get(path).code()).as(path).isEqualTo(404);
        }
        assertThat(client.get("/api/v1/namespaces/default").code()).isEqualTo(200);
        assertThat(client.get("/api/v1/namespaces/default/status").code()).isEqualTo(200);
    }

    @Test
    void secondCreateIsRefused() {
        client.post(CONFIGMAPS, configMap("twice", "1"));
        Answer again = client.post(CONFIGMAPS, configMap("twice", "2"));
        assertThat(again.code()).isEqualTo(409);
        assertThat(again.at("reason")).isEqualTo("AlreadyExists");
        assertThat(again.at("message")).isEqualTo("configmaps \"twice\" already exists");
        assertThat(client.get(CONFIGMAPS + "/twice").at("data.key")).isEqualTo("1");
    }

    @Test
    void namesAreGenerated() {
        String body = """
                {"metadata":{"generateName":"gen-"},"data":{}}""";
        String one = client.post(CONFIGMAPS, body).at("metadata.name");
        String other = client.post(CONFIGMAPS, body).at("metadata.name");
        assertThat(one).matches("gen-[bcdfghjklmnpqrstvwxz2456789]{5}").isNotEqualTo(other);
    }

    @Test
    void staleUpdateConflictsAndFreshOneWins() {
        String created = client.post(CONFIGMAPS, configMap("contended", "1")).text();
        assertThat(client.put(CONFIGMAPS + "/contended", created.replace("\"key\":\"1\"", "\"key\":\"2\""))
                        .code())
                .isEqualTo(200);
        Answer stale = client.put(CONFIGMAPS + "/contended", created.replace("\"key\":\"1\"", "\"key\":\"3\""));
        assertThat(stale.code()).isEqualTo(409);
        assertThat(stale.at("reason")).isEqualTo("Conflict");
        assertThat(client.get(CONFIGMAPS + "/contended").at("data.key")).isEqualTo("2");
    }

    @Test
    void updateThatChangesNothingKeepsTheVersion() {
        Answer created = client.post(CONFIGMAPS, configMap("same", "1"));
        Answer updated = client.put(CONFIGMAPS + "/same", created.text());
        assertThat(updated.at("metadata.resourceVersion")).isEqualTo(created.at("metadata.resourceVersion"));
    }

    @Test
    void dryRunLeavesNothingBehind() {
        Answer answer = client.post(CONFIGMAPS + "?dryRun=All", configMap("phantom", "1"));
        assertThat(answer.code()).isEqualTo(201);
        assertThat(client.get(CONFIGMAPS + "/phantom").code()).isEqualTo(404);
    }

    @Test
    void patchesOfEachTypeApply() {
        client.post(CONFIGMAPS, configMap("patched", "1"));
        String path = CONFIGMAPS + "/patched";
        assertThat(client.merge(path, "{\"data\":{\"key\":\"2\",\"more\":\"x\"}}")
                        .at("data"))
                .isEqualTo("{\"key\":\"2\",\"more\":\"x\"}");
        assertThat(client.patch(
                                path,
                                "application/json-patch+json",
                                "[{\"op\":\"test\",\"path\":\"/data/key\",\"value\":\"2\"},"
                                        + "{\"op\":\"remove\",\"path\":\"/data/more\"}]")
                        .at("data"))
                .isEqualTo("{\"key\":\"2\"}");
        assertThat(client.patch(
                                path,
                                "application/strategic-merge-patch+json",
                                "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                        .at("metadata.labels"))
                .isEqualTo("{\"a\":\"b\"}");
        Answer failed = client.patch(
                path, "application/json-patch+json", "[{\"op\":\"test\",\"path\":\"/data/key\",\"value\":\"9\"}]");
        assertThat(failed.code()).isEqualTo(422);
        assertThat(client.patch(path, "text/plain", "{}").code()).isEqualTo(415);
    }

    @Test
    void applyOwnsConflictsAndForces() {
        String path = CONFIGMAPS + "/applied?fieldManager=";
        String body = configMap("applied", "1");
        assertThat(client.apply(path + "one", body).code()).isEqualTo(201);
        assertThat(client.apply(path + "one", body).code()).isEqualTo(200);
        Answer conflict = client.apply(path + "two", configMap("applied", "2"));
        assertThat(conflict.code()).isEqualTo(409);
        assertThat(conflict.at("details.causes.0.reason")).isEqualTo("FieldManagerConflict");
        assertThat(conflict.at("message")).contains("conflict with \"one\"").contains(".data.key");
        assertThat(client.apply(path + "two&force=true", configMap("applied", "2"))
                        .at("data.key"))
                .isEqualTo("2");
    }

    @Test
    void unknownFieldsAreRefusedWarnedOfOrDropped() {
        String body = """
                {"metadata":{"name":"typo"},"data":{},"dtaa":{}}""";
        Answer strict = client.post(CONFIGMAPS + "?fieldValidation=Strict", body);
        assertThat(strict.code()).isEqualTo(400);
        assertThat(strict.at("message")).contains("unknown field \"dtaa\"");
        Answer warned = client.post(CONFIGMAPS + "?fieldValidation=Warn", body);
        assertThat(warned.code()).isEqualTo(201);
        assertThat(warned.response().headers().firstValue("warning").orElse(""))
                .isEqualTo("299 - \"unknown field \\\"dtaa\\\"\"");
        assertThat(warned.text()).doesNotContain("dtaa");
    }

    @Test
    void deleteAnswersWithStatusAndHonoursPreconditions() {
        Answer created = client.post(CONFIGMAPS, configMap("doomed", "1"));
        Answer refused = client.send(
                "DELETE", CONFIGMAPS + "/doomed", "application/json", "{\"preconditions\":{\"uid\":\"other\"}}", "");
        assertThat(refused.code()).isEqualTo(409);
        Answer deleted = client.delete(CONFIGMAPS + "/doomed");
        assertThat(deleted.code()).isEqualTo(200);
        assertThat(deleted.at("status")).isEqualTo("Success");
        assertThat(deleted.at("details.uid")).isEqualTo(created.at("metadata.uid"));
        assertThat(client.delete(CONFIGMAPS + "/doomed").code()).isEqualTo(404);
    }

    @Test
    void finalizersHoldAnObjectUntilTheyAreGone() {
        client.post(CONFIGMAPS, """
                {"metadata":{"name":"held","finalizers":["example.com/hold"]},"data":{}}""");
        Answer marked = client.delete(CONFIGMAPS + "/held");
        assertThat(marked.at("metadata.deletionTimestamp")).isNotEmpty();
        assertThat(client.get(CONFIGMAPS + "/held").code()).isEqualTo(200);
        client.merge(CONFIGMAPS + "/held", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(client.get(CONFIGMAPS + "/held").code()).isEqualTo(404);
    }

    @Test
    void propagationPolicyBecomesAFinalizer() {
        for (String policy : new String[] {"Orphan", "Foreground"}) {
            String name = "cascade-" + policy.toLowerCase(Locale.ROOT);
            client.post(CONFIGMAPS, configMap(name, "1"));
            Answer marked = client.delete(CONFIGMAPS + "/" + name + "?propagationPolicy=" + policy);
            assertThat(marked.at("metadata.finalizers.0"))
                    .isEqualTo(policy.equals("Orphan") ? "orphan" : "foregroundDeletion");
        }
    }

    @Test
    void invalidObjectsAreRefusedWithTheFieldAtFault() {
        Answer answer = client.post("/apis/apps/v1/namespaces/default/statefulsets", """
                {"metadata":{"name":"bad"},"spec":{"replicas":-1,"selector":{"matchLabels":{"a":"b"}},
                "template":{"metadata":{"labels":{"a":"c"}},"spec":{"containers":[]}}}}""");
        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.at("reason")).isEqualTo("Invalid");
        assertThat(answer.at("message")).contains("spec.replicas").contains("spec.template.metadata.labels");
        assertThat(answer.at("details.causes.0.field")).isNotEmpty();
    }

    @Test
    void statusIsWrittenOnlyThroughItsSubresource() {
        String deployments = "/apis/apps/v1/namespaces/default/deployments";
        client.post(deployments, """
                {"metadata":{"name":"web"},"spec":{"replicas":1,"selector":{"matchLabels":{"a":"b"}},"template":{
                "metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}},
                "status":{"replicas":7}}""");
        assertThat(client.get(deployments + "/web").at("status.replicas")).isNotEqualTo("7");
        client.merge(deployments + "/web", "{\"status\":{\"replicas\":8},\"spec\":{\"replicas\":2}}");
        assertThat(client.get(deployments + "/web").at("status.replicas")).isNotEqualTo("8");
        Answer status =
                client.merge(deployments + "/web/status", "{\"status\":{\"replicas\":9},\"spec\":{\"replicas\":5}}");
        assertThat(status.at("status.replicas")).isEqualTo("9");
        assertThat(status.at("spec.replicas")).isEqualTo("2");
        assertThat(status.at("metadata.generation")).isEqualTo("2");
        assertThat(client.get(deployments + "/web/scale").at("spec.replicas")).isEqualTo("2");
        client.merge(deployments + "/web/scale", "{\"spec\":{\"replicas\":4}}");
        assertThat(client.get(deployments + "/web").at("spec.replicas")).isEqualTo("4");
    }

    @Test
    void nodeIsBornWithItsStatus() {
        Answer node = client.post("/api/v1/nodes", """
                {"metadata":{"name":"born"},"status":{"capacity":{"memory":"1Gi"}}}""");
        assertThat(node.at("status.capacity.memory")).isEqualTo("1Gi");
    }

    @Test
    void answersAreLaidOutForPeople() {
        client.post(CONFIGMAPS, configMap("pretty", "1"));
        assertThat(client.get(CONFIGMAPS + "/pretty?pretty=true").text()).contains("{\n  \"apiVersion\": \"v1\",\n");
        assertThat(client.get(CONFIGMAPS + "?pretty=true").text()).contains("\n    {\n      \"metadata\": {\n");
        assertThat(client.get(CONFIGMAPS + "/none?pretty=true").text()).contains("\"code\": 404\n}");
        assertThat(client.get(CONFIGMAPS + "/pretty?pretty=false").text()).doesNotContain("\n  ");
    }

    @Test
    void oldStatefulSetVersionsAreReadAndWritten() {
        Answer created = client.post("/apis/apps/v1beta1/namespaces/default/statefulsets", """
                {"apiVersion":"apps/v1beta1","kind":"StatefulSet","metadata":{"name":"old"},"spec":{"serviceName":"s",
                "replicas":1,"template":{"metadata":{"labels":{"app":"x"}},
                "spec":{"containers":[{"name":"c","image":"i"}]}}}}""");
        assertThat(created.code()).as(created.text()).isEqualTo(201);
        assertThat(created.at("apiVersion")).isEqualTo("apps/v1beta1");
        Answer stored = client.get("/apis/apps/v1/namespaces/default/statefulsets/old");
        assertThat(stored.at("apiVersion")).isEqualTo("apps/v1");
        assertThat(stored.at("spec.selector.matchLabels.app")).isEqualTo("x");
    }

    @Test
    void nothingIsCreatedInANamespaceThatIsNotThere() {
        Answer answer = client.post("/api/v1/namespaces/nowhere/configmaps", configMap("lost", "1"));
        assertThat(answer.code()).isEqualTo(404);
        assertThat(answer.at("message")).isEqualTo("namespaces \"nowhere\" not found");
    }

    @Test
    void strangersAreKeptOut() throws Exception {
        assertThat(server.as("").get(CONFIGMAPS).code()).isEqualTo(403);
        assertThat(server.as("wrong").get(CONFIGMAPS).code()).isEqualTo(401);
        assertThat(server.as("").get("/healthz").text()).isEqualTo("ok");
    }

    @Test
    void serviceAccountTokensWork() throws Exception {
        client.post("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
        String token = client.post(
                        "/api/v1/namespaces/default/serviceaccounts/robot/token",
                        "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":{}}")
                .at("status.token");
        TestingClient robot = server.as(token);
        Answer refused = robot.get(CONFIGMAPS);
        assertThat(refused.code()).isEqualTo(403);
        assertThat(refused.at("message"))
                .isEqualTo("configmaps is forbidden: User \"system:serviceaccount:default:robot\" cannot list resource "
                        + "\"configmaps\" in API group \"\" in the namespace \"default\"");
    }
}
