package dev.archipelago.apiserver.admission;

import static dev.archipelago.apiserver.admission.HookServer.allowed;
import static dev.archipelago.apiserver.admission.HookServer.patched;
import static dev.archipelago.apiserver.admission.HookServer.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Webhooks over real HTTPS, from their configuration to what they do to writes.
@ExtendWith(OwnServer.class)
@Timeout(60)
class WebhooksIT {
    private static final String CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final TestingClient client;
    private final HookServer hooks;

    WebhooksIT(TestingApiServer server, @TempDir Path directory) throws Exception {
        client = server.admin();
        hooks = new HookServer(directory);
    }

    @AfterEach
    void close() {
        hooks.close();
    }

    @Test
    void aMutatingOneChangesTheObjectAndDefaultsFollow() {
        hooks.answer(
                "/m",
                request -> patched(
                        "[{\"op\":\"add\",\"path\":\"/spec/containers/-\",\"value\":{\"name\":\"side\",\"image\":\"car\"}}]"));
        configure("mutating", "m", "/m", "pods", "");

        Answer made = client.post(
                PODS,
                "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"x\"}]}}");

        assertThat(made.code()).isEqualTo(201);
        assertThat(made.at("spec.containers.1.name")).isEqualTo("side");
        assertThat(made.at("spec.containers.1.imagePullPolicy")).isEqualTo("Always");
        var asked = hooks.asked("/m").getFirst();
        assertThat(asked.path("operation").asString()).isEqualTo("CREATE");
        assertThat(asked.path("object").path("spec").path("restartPolicy").asString())
                .as("defaults come before, too")
                .isEqualTo("Always");
        assertThat(asked.path("userInfo").path("username").asString()).isEqualTo("admin");
    }

    @Test
    void aRuleForOneVersionIsForAllOfThem() {
        hooks.answer(
                "/m",
                request -> patched("[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"seen\":\""
                        + request.path("object").path("apiVersion").asString().replace('/', '-') + "\"}}]"));
        configure("mutating", "m", "/m", "deployments", "");

        Answer made = client.post("/apis/apps/v1beta1/namespaces/default/deployments", """
            {"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":\
            {"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}\
            """);

        assertThat(made.at("metadata.labels.seen")).isEqualTo("apps-v1");
        assertThat(made.at("apiVersion")).isEqualTo("apps/v1beta1");
        var asked = hooks.asked("/m").getFirst();
        assertThat(asked.at("/kind/version").asString()).isEqualTo("v1");
        assertThat(asked.at("/requestKind/version").asString()).isEqualTo("v1beta1");
    }

    @Test
    void whatAMutatingOneChangesIsNobodysField() {
        hooks.answer(
                "/m",
                request -> patched("[{\"op\":\"add\",\"path\":\"/data\",\"value\":{\"hooked\":\""
                        + request.path("operation").asString() + "\"}}]"));
        configure("mutating", "m", "/m", "configmaps", "");

        Answer made = map("a", "\"labels\":{\"first\":\"1\"},");
        Answer changed = client.patch(
                MAPS + "/a", "application/merge-patch+json", "{\"metadata\":{\"labels\":{\"second\":\"2\"}}}");

        assertThat(made.at("data.hooked")).isEqualTo("CREATE");
        assertThat(changed.at("data.hooked")).isEqualTo("UPDATE");
        for (Answer answer : List.of(made, changed)) {
            assertThat(answer.json().at("/metadata/managedFields").toString())
                    .contains("f:first")
                    .doesNotContain("f:hooked");
        }
    }

    @Test
    void ownersThatAMutatingOneSpoilsArePutBack() {
        hooks.answer(
                "/m",
                request -> patched(
                        "[{\"op\":\"replace\",\"path\":\"/metadata/managedFields\",\"value\":[{\"manager\":\"m\"}]}]"));
        configure("mutating", "m", "/m", "configmaps", "");

        Answer made = map("a", "\"labels\":{\"first\":\"1\"},");

        assertThat(made.code()).as(made.text()).isEqualTo(201);
        assertThat(made.json().at("/metadata/managedFields").toString()).contains("f:first");
        assertThat(made.response().headers().allValues("Warning"))
                .singleElement()
                .asString()
                .contains("m.example.org");
    }

    @Test
    void whatAMutatingOneMakesIsValidated() {
        hooks.answer("/m", request -> patched("[{\"op\":\"add\",\"path\":\"/data\",\"value\":{\"a b\":\"c\"}}]"));
        configure("mutating", "m", "/m", "configmaps", "");

        Answer answer = map("a", "");

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.at("details.causes.0.field")).isEqualTo("data[a b]");
    }

    @Test
    void whatAMutatingOneMakesIsNoLargerThanARequestMayBe() {
        String much = "x".repeat(3_200_000);
        hooks.answer(
                "/m",
                request -> patched(
                        "[{\"op\":\"add\",\"path\":\"/spec/containers/0/args\",\"value\":[\"" + much + "\"]}]"));
        configure("mutating", "m", "/m", "pods", "");

        Answer answer = client.post(
                PODS,
                "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"x\"}]}}");

        assertThat(answer.code()).as(answer.text()).isEqualTo(413);
        assertThat(client.get(PODS + "/a").code()).isEqualTo(404);
    }

    @Test
    void aValidatingOneRefusesInItsOwnWords() {
        hooks.answer("/v", request -> {
            var response = refused("not on a Monday");
            response.putArray("warnings").add("nor on a Tuesday");
            return response;
        });
        configure("validating", "v", "/v", "configmaps", "");

        Answer answer = map("a", "");

        assertThat(answer.code()).isEqualTo(403);
        assertThat(answer.at("message"))
                .isEqualTo("admission webhook \"v.example.org\" denied the request: not on a Monday");
        assertThat(answer.response().headers().allValues("Warning")).containsExactly("299 - \"nor on a Tuesday\"");
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(404);
    }

    @Test
    void seesUpdatesAndDeletionsWithTheOldObject() {
        map("a", "");
        hooks.answer("/v", request -> allowed());
        configure("validating", "v", "/v", "configmaps", "");

        client.merge(MAPS + "/a", "{\"data\":{\"k\":\"new\"}}");
        client.delete(MAPS + "/a");

        assertThat(hooks.asked("/v"))
                .extracting(request -> request.path("operation").asString())
                .containsExactly("UPDATE", "DELETE");
        assertThat(hooks.asked("/v").get(0).at("/oldObject/metadata/name").asString())
                .isEqualTo("a");
        assertThat(hooks.asked("/v").get(0).at("/oldObject/data").isMissingNode())
                .isTrue();
        assertThat(hooks.asked("/v").get(0).at("/object/data/k").asString()).isEqualTo("new");
        assertThat(hooks.asked("/v").get(1).path("oldObject").path("data").path("k"))
                .hasToString("\"new\"");
        assertThat(hooks.asked("/v").get(1).path("object").isNull()).isTrue();
    }

    @Test
    void warningsReachTheClient() {
        hooks.answer("/v", request -> {
            var response = allowed();
            response.putArray("warnings").add("mind the step");
            return response;
        });
        configure("validating", "v", "/v", "configmaps", "");

        assertThat(map("a", "").response().headers().allValues("Warning")).containsExactly("299 - \"mind the step\"");
    }

    @Test
    void oneThatCannotBeAskedFailsTheWriteOrNotAsConfigured() {
        hooks.raw("/broken", (exchange, request) -> exchange.sendResponseHeaders(500, -1));
        configure("validating", "strict", "/broken", "configmaps", "");
        Answer strict = map("a", "");
        assertThat(strict.code()).isEqualTo(500);
        assertThat(strict.at("message"))
                .contains("failed calling webhook \"strict.example.org\"")
                .contains("response code: 500");

        client.delete(CONFIGURATIONS + "validatingwebhookconfigurations/strict");
        hooks.asked("/broken").clear();
        configure("validating", "lenient", "/broken", "configmaps", "\"failurePolicy\":\"Ignore\",");
        assertThat(map("b", "").code()).isEqualTo(201);
        assertThat(hooks.asked("/broken")).hasSize(1);
    }

    @Test
    void nobodyWaitsForAnAnswerLongerThanTheTimeout() {
        hooks.raw("/silent", (exchange, request) -> sleepLong());
        configure("validating", "v", "/silent", "configmaps", "\"timeoutSeconds\":1,");

        assertTimedOut(map("a", ""));
    }

    @Test
    void nobodyWaitsForTheRestOfAnAnswerLongerThanTheTimeout() {
        hooks.raw("/stalls", (exchange, request) -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            sleepLong();
        });
        configure("validating", "v", "/stalls", "configmaps", "\"timeoutSeconds\":1,");

        assertTimedOut(map("a", ""));
    }

    private static void assertTimedOut(Answer answer) {
        assertThat(answer.code()).isEqualTo(500);
        assertThat(answer.at("message")).contains("failed calling webhook").contains("timed out");
    }

    private static void sleepLong() {
        try {
            Thread.sleep(30_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void selectorsAndConditionsSayWhatItIsAskedAbout() {
        hooks.answer("/v", request -> refused("seen"));
        configure(
                "validating",
                "v",
                "/v",
                "configmaps",
                "\"objectSelector\":{\"matchLabels\":{\"tier\":\"db\"}},"
                        + "\"namespaceSelector\":{\"matchLabels\":{\"kubernetes.io/metadata.name\":\"default\"}},"
                        + "\"matchConditions\":[{\"name\":\"not-mine\",\"expression\":"
                        + "\"request.userInfo.username != 'x' && object.metadata.name.startsWith('see')\"}],");

        assertThat(map("see-not", "").code()).as("no label").isEqualTo(201);
        assertThat(map("a", "\"labels\":{\"tier\":\"db\"},").code())
                .as("another name")
                .isEqualTo(201);
        assertThat(client.post(
                                "/api/v1/namespaces/kube-system/configmaps",
                                "{\"metadata\":{\"name\":\"see-c\",\"labels\":{\"tier\":\"db\"}}}")
                        .code())
                .as("another namespace")
                .isEqualTo(201);
        assertThat(map("see", "\"labels\":{\"tier\":\"db\"},").code()).isEqualTo(403);
    }

    @Test
    void aConditionThatHasNoAnswerFollowsTheFailurePolicy() {
        hooks.answer("/v", request -> allowed());
        String condition = "\"matchConditions\":[{\"name\":\"odd\",\"expression\":\"object.data.missing == 'x'\"}],";
        configure("validating", "v", "/v", "configmaps", condition);

        Answer answer = map("a", "");

        assertThat(answer.code()).isEqualTo(403);
        assertThat(answer.at("message")).contains("odd").contains("no such key");

        client.delete(CONFIGURATIONS + "validatingwebhookconfigurations/v");
        configure("validating", "lenient", "/v", "configmaps", "\"failurePolicy\":\"Ignore\"," + condition);
        assertThat(map("a", "").code()).isEqualTo(201);
        assertThat(hooks.asked("/v")).isEmpty();
    }

    @Test
    void aConditionThatIsNoneIsRefusedByName() {
        Answer answer = client.post(
                CONFIGURATIONS + "validatingwebhookconfigurations",
                configuration(
                        "v", "/v", "configmaps", "\"matchConditions\":[{\"name\":\"c\",\"expression\":\"1 +\"}],"));

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.at("details.causes.0.field")).isEqualTo("webhooks[0].matchConditions[0].expression");
    }

    @Test
    void isAskedAboutADryRunAndToldThatItIsOne() {
        hooks.answer("/v", request -> allowed());
        configure("validating", "v", "/v", "configmaps", "");

        assertThat(client.post(MAPS + "?dryRun=All", "{\"metadata\":{\"name\":\"a\"}}")
                        .code())
                .isEqualTo(201);
        assertThat(hooks.asked("/v").getFirst().path("dryRun").asBoolean()).isTrue();
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(404);
    }

    /// The first is asked again, since the second changed what it had seen.
    @Test
    void anEarlierOneIsAskedAgainWhenALaterOneChangesTheObject() {
        hooks.answer("/first", request -> allowed());
        hooks.answer("/second", request -> patched("[{\"op\":\"add\",\"path\":\"/data\",\"value\":{\"k\":\"v\"}}]"));
        configure("mutating", "a", "/first", "configmaps", "\"reinvocationPolicy\":\"IfNeeded\",");
        configure("mutating", "b", "/second", "configmaps", "");

        assertThat(map("a", "").at("data.k")).isEqualTo("v");

        assertThat(hooks.asked("/first")).hasSize(2);
        assertThat(hooks.asked("/first").get(1).path("object").path("data").path("k"))
                .hasToString("\"v\"");
        assertThat(hooks.asked("/second")).hasSize(1);
    }

    private Answer map(String name, String metadata) {
        return client.post(MAPS, "{\"metadata\":{" + metadata + "\"name\":\"" + name + "\"}}");
    }

    /// Configures a webhook and waits until the server knows. Its own watch began before this one, and so is told
    /// before.
    private void configure(String kind, String name, String path, String resource, String more) {
        String configurations = CONFIGURATIONS + kind + "webhookconfigurations";
        String version = client.get(configurations).at("metadata.resourceVersion");
        try (TestingClient.Events events = client.watch(configurations + "?watch=1&resourceVersion=" + version)) {
            Answer answer = client.post(configurations, configuration(name, path, resource, more));
            assertThat(answer.code()).as(answer.text()).isEqualTo(201);
            assertThat(events.brief()).isEqualTo("ADDED " + name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String configuration(String name, String path, String resource, String more) {
        return """
            {"metadata":{"name":"%s"},"webhooks":[{"name":"%s.example.org",%s"clientConfig":%s,"sideEffects":"None",
             "admissionReviewVersions":["v1"],
             "rules":[{"operations":["*"],"apiGroups":["","apps"],"apiVersions":["v1"],"resources":["%s"]}]}]}
            """.formatted(name, name, more, hooks.client(path), resource);
    }
}
