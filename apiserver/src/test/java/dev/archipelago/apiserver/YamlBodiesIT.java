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
import org.junit.jupiter.params.provider.ValueSource;

/// Bodies in YAML mean what the same bodies in JSON mean, and are held to the same field validation.
@ExtendWith(OwnServer.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class YamlBodiesIT {
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
    private static final String CONFIGMAPS = "/api/v1/namespaces/default/configmaps";

    /// An int32, an int64, a quantity as an integer and as a fraction, and both forms of IntOrString.
    private static final String NUMBERS = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: %s}
            spec:
              replicas: %s
              selector: {matchLabels: {app: a}}
              strategy: {rollingUpdate: {maxSurge: 2, maxUnavailable: 25%%}}
              template:
                metadata: {labels: {app: a}}
                spec:
                  terminationGracePeriodSeconds: 3
                  containers:
                  - name: c
                    image: i
                    resources: {requests: {memory: 1000000000, cpu: 0.5}}
                    livenessProbe: {httpGet: {port: 0x50}}
            """;

    private final TestingClient client;

    YamlBodiesIT(TestingApiServer server) {
        client = server.admin();
    }

    private static void hasNumbers(Answer answer) {
        assertThat(answer.at("spec.replicas")).isEqualTo("3");
        assertThat(answer.at("spec.strategy.rollingUpdate")).isEqualTo("{\"maxSurge\":2,\"maxUnavailable\":\"25%\"}");
        String container = "spec.template.spec.containers.0.";
        assertThat(answer.at("spec.template.spec.terminationGracePeriodSeconds"))
                .isEqualTo("3");
        assertThat(answer.at(container + "resources.requests.memory")).isEqualTo("1G");
        assertThat(answer.at(container + "resources.requests.cpu")).isEqualTo("500m");
        assertThat(answer.at(container + "livenessProbe.httpGet.port")).isEqualTo("80");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "3.0", "0b11"})
    void numbersOfAllTypesCanBeApplied(String three) {
        String name = "applied-" + three;
        Answer applied = client.apply(DEPLOYMENTS + '/' + name + "?fieldManager=m", NUMBERS.formatted(name, three));
        assertThat(applied.code()).as(applied.text()).isEqualTo(201);
        hasNumbers(applied);
        // Equal numbers are no conflict. Quantities are compared as texts, as Kubernetes does.
        String canonical = NUMBERS.replace("1000000000", "1G").replace("0.5", "500m");
        Answer again = client.apply(DEPLOYMENTS + '/' + name + "?fieldManager=other", canonical.formatted(name, three));
        assertThat(again.code()).as(again.text()).isEqualTo(200);
        assertThat(again.at("metadata.generation")).isEqualTo("1");
    }

    @Test
    void numbersOfAllTypesCanBeCreatedAndReplaced() {
        Answer created = client.send("POST", DEPLOYMENTS, "application/yaml", NUMBERS.formatted("created", "3"), "");
        assertThat(created.code()).as(created.text()).isEqualTo(201);
        hasNumbers(created);
        Answer replaced =
                client.send("PUT", DEPLOYMENTS + "/created", "application/yaml", NUMBERS.formatted("created", "3"), "");
        assertThat(replaced.code()).as(replaced.text()).isEqualTo(200);
        hasNumbers(replaced);
    }

    @Test
    void integerThatDoesNotFitIsRefused() {
        Answer applied = client.apply(DEPLOYMENTS + "/large?fieldManager=m", NUMBERS.formatted("large", "3000000000"));
        assertThat(applied.code()).isEqualTo(400);
        assertThat(applied.at("message"))
                .contains("cannot unmarshal number 3000000000")
                .contains("spec.replicas");
    }

    @Test
    void scaleCanBeAppliedAndReplaced() {
        client.send("POST", DEPLOYMENTS, "application/yaml", NUMBERS.formatted("scaled", "3"), "");
        String scale = "apiVersion: autoscaling/v1\nkind: Scale\nmetadata: {name: scaled}\nspec: {replicas: %d}\n";
        Answer replaced = client.send("PUT", DEPLOYMENTS + "/scaled/scale", "application/yaml", scale.formatted(4), "");
        assertThat(replaced.at("spec.replicas")).as(replaced.text()).isEqualTo("4");
        Answer applied = client.apply(DEPLOYMENTS + "/scaled/scale?fieldManager=m&force=true", scale.formatted(5));
        assertThat(applied.at("spec.replicas")).as(applied.text()).isEqualTo("5");
    }

    @Test
    void optionsOfDeleteCanBeYaml() {
        client.post(CONFIGMAPS, "{\"metadata\":{\"name\":\"gone\"}}");
        Answer refused =
                client.send("DELETE", CONFIGMAPS + "/gone", "application/yaml", "preconditions: {uid: another}\n", "");
        assertThat(refused.code()).as(refused.text()).isEqualTo(409);
        Answer deleted = client.send("DELETE", CONFIGMAPS + "/gone", "application/yaml", "gracePeriodSeconds: 0\n", "");
        assertThat(deleted.code()).as(deleted.text()).isEqualTo(200);
    }

    private static final String TWICE =
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\ndata:\n  a: '1'\n  a: '2'\n";

    private static final String FAULT = "yaml: unmarshal errors:\n  line 6: key \"a\" already set in map";

    @Test
    void strictApplyRefusesDuplicateKeys() {
        String path = CONFIGMAPS + "/twice?fieldManager=m&fieldValidation=";
        Answer refused = client.apply(path + "Strict", TWICE.formatted("twice"));
        assertThat(refused.code()).isEqualTo(400);
        assertThat(refused.at("message")).isEqualTo("error strict decoding YAML: " + FAULT);
        Answer warned = client.apply(path + "Warn", TWICE.formatted("twice"));
        assertThat(warned.code()).isEqualTo(201);
        assertThat(warnings(warned)).contains("line 6: key \\\"a\\\" already set in map");
        assertThat(warnings(client.apply(path + "Ignore", TWICE.formatted("twice"))))
                .isEmpty();
    }

    @Test
    void strictCreateRefusesDuplicateKeys() {
        String path = CONFIGMAPS + "?dryRun=All&fieldValidation=";
        Answer refused = client.send("POST", path + "Strict", "application/yaml", TWICE.formatted("made"), "");
        assertThat(refused.code()).isEqualTo(400);
        assertThat(refused.at("message")).contains("strict decoding error: " + FAULT);
        Answer warned = client.send("POST", path + "Warn", "application/yaml", TWICE.formatted("made"), "");
        assertThat(warned.code()).isEqualTo(201);
        assertThat(warnings(warned)).contains("already set in map");
        assertThat(warnings(client.send("POST", path + "Ignore", "application/yaml", TWICE.formatted("made"), "")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge-patch", "strategic-merge-patch"})
    void strictPatchRefusesDuplicateKeys(String type) {
        client.post(CONFIGMAPS, "{\"metadata\":{\"name\":\"patched\"}}");
        String path = CONFIGMAPS + "/patched?fieldValidation=";
        String patch = "{\"data\":{\"a\":\"1\",\"a\":\"2\"}}";
        Answer refused = client.patch(path + "Strict", "application/" + type + "+json", patch);
        assertThat(refused.code()).isEqualTo(400);
        assertThat(refused.at("message")).isEqualTo("strict decoding error: duplicate field \"data.a\"");
        Answer warned = client.patch(path + "Warn", "application/" + type + "+json", patch);
        assertThat(warned.at("data.a")).isEqualTo("2");
        assertThat(warnings(warned)).contains("duplicate field \\\"data.a\\\"");
    }

    private static String warnings(Answer answer) {
        return String.join("\n", answer.response().headers().allValues("Warning"));
    }
}
