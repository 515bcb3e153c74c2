package dev.archipelago.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// Kinds that users define, from the definition to its removal.
@ExtendWith(OwnServer.class)
@Timeout(60)
class CustomResourcesIT {
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String BOATS = "/apis/example.org/v1/namespaces/default/boats";
    private static final String OLD_BOATS = "/apis/example.org/v1beta1/namespaces/default/boats";

    private static final String DEFINITION = """
            {"metadata":{"name":"boats.example.org"},"spec":{"group":"example.org","scope":"Namespaced",
             "names":{"plural":"boats","singular":"boat","kind":"Boat","shortNames":["bt"]},
             "versions":[
              {"name":"v1","served":true,"storage":true,
               "subresources":{"status":{},
                "scale":{"specReplicasPath":".spec.oars","statusReplicasPath":".status.oars"}},
               "additionalPrinterColumns":[{"name":"Oars","type":"integer","jsonPath":".spec.oars"}],
               "schema":{"openAPIV3Schema":{"type":"object","properties":{
                "spec":{"type":"object","required":["name"],"properties":{
                 "name":{"type":"string","maxLength":8},
                 "oars":{"type":"integer","default":2,"minimum":0},
                 "captain":{"type":"string","nullable":true},
                 "crew":{"type":"array","items":{"type":"string"}}},
                 "x-kubernetes-validations":[{"rule":"self.oars % 2 == 0","message":"oars come in pairs"}]},
                "status":{"type":"object","properties":{"oars":{"type":"integer"}}}}}}},
              {"name":"v1beta1","served":true,"storage":false,"deprecated":true,
               "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}
            """;

    private final TestingApiServer server;
    private final TestingClient client;

    CustomResourcesIT(TestingApiServer server) {
        this.server = server;
        client = server.admin();
    }

    @BeforeEach
    void define() throws Exception {
        assertThat(client.post(DEFINITIONS, DEFINITION).code()).isEqualTo(201);
        while (client.get(BOATS).code() != 200) {
            Thread.sleep(10);
        }
    }

    @Test
    void theDefinitionIsEstablished() throws Exception {
        String definition = "";
        while (!definition.contains("\"type\":\"Established\"")) {
            Thread.sleep(10);
            definition = client.get(DEFINITIONS + "/boats.example.org").text();
        }
        assertThat(definition).contains("\"type\":\"NamesAccepted\"");
    }

    @Test
    void objectsDoNotGrowBeyondTheLimitInSmallSteps() {
        String much = "x".repeat(2 * 1000 * 1000);
        assertThat(create("a", "{\"name\":\"Ark\",\"captain\":\"" + much + "\"}")
                        .code())
                .isEqualTo(201);

        Answer refused = client.merge(BOATS + "/a", "{\"spec\":{\"crew\":[\"" + much + "\"]}}");

        assertThat(refused.code()).isEqualTo(413);
        assertThat(refused.at("reason")).isEqualTo("RequestEntityTooLarge");
        assertThat(client.delete(BOATS + "/a").code()).isEqualTo(200);
    }

    @Test
    void objectsAreDefaultedAndPruned() {
        Answer made = create("a", "{\"name\":\"Ark\",\"sails\":3}");
        assertThat(made.code()).as(made.text()).isEqualTo(201);
        assertThat(made.at("spec")).isEqualTo("{\"name\":\"Ark\",\"oars\":2}");
        assertThat(made.response().headers().allValues("Warning"))
                .containsExactly("299 - \"unknown field \\\"spec.sails\\\"\"");
    }

    @Test
    void unknownFieldsAreRefusedWhereTheClientIsStrict() {
        Answer refused = client.post(BOATS + "?fieldValidation=Strict", boat("a", "{\"name\":\"Ark\",\"sails\":3}"));
        assertThat(refused.code()).isEqualTo(400);
        assertThat(refused.at("message")).contains("strict decoding error: unknown field \"spec.sails\"");
    }

    @Test
    void aValueOfTheWrongTypeIsInvalidAndNamed() {
        Answer refused = create("a", "{\"name\":\"Ark\",\"oars\":\"two\",\"crew\":{}}");
        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.at("message"))
                .contains("spec.oars in body must be of type integer: \"string\"")
                .contains("spec.crew in body must be of type array: \"object\"");
        assertThat(refused.at("details.causes.0.field")).startsWith("spec.");
    }

    @Test
    void aPatchToTheWrongTypeIsInvalidToo() {
        create("a", "{\"name\":\"Ark\"}");
        Answer refused = client.merge(BOATS + "/a", "{\"spec\":{\"oars\":\"many\"}}");
        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.at("details.causes.0.field")).isEqualTo("spec.oars");
    }

    @Test
    void rulesAndRequiredFieldsHold() {
        assertThat(create("a", "{\"name\":\"Ark\",\"oars\":3}").at("message")).contains("oars come in pairs");
        assertThat(create("a", "{}").at("message")).contains("spec.name: Required value");
    }

    @Test
    void aNullIsKeptWhereTheSchemaAllowsIt() {
        Answer made = create("a", "{\"name\":\"Ark\",\"captain\":null,\"oars\":null}");
        assertThat(made.code()).as(made.text()).isEqualTo(201);
        assertThat(made.at("spec")).isEqualTo("{\"name\":\"Ark\",\"captain\":null,\"oars\":2}");
    }

    @Test
    void statusAndScaleAreWrittenApart() {
        create("a", "{\"name\":\"Ark\"}");
        assertThat(client.merge(BOATS + "/a", "{\"status\":{\"oars\":9}}").at("status"))
                .isEmpty();
        assertThat(client.merge(BOATS + "/a/status", "{\"status\":{\"oars\":2},\"spec\":{\"oars\":8}}")
                        .at("spec.oars"))
                .isEqualTo("2");
        assertThat(client.get(BOATS + "/a/scale").at("status.replicas")).isEqualTo("2");
        assertThat(client.merge(BOATS + "/a/scale", "{\"spec\":{\"replicas\":4}}")
                        .code())
                .isEqualTo(200);
        assertThat(client.get(BOATS + "/a").at("spec.oars")).isEqualTo("4");
    }

    @Test
    void everyServedVersionShowsTheSameObject() {
        create("a", "{\"name\":\"Ark\"}");
        Answer old = client.get(OLD_BOATS + "/a");
        assertThat(old.at("apiVersion")).isEqualTo("example.org/v1beta1");
        assertThat(old.at("spec.name")).isEqualTo("Ark");
    }

    @Test
    void clientsOfADeprecatedVersionAreWarned() {
        assertThat(client.get(OLD_BOATS).response().headers().allValues("Warning"))
                .containsExactly("299 - \"example.org/v1beta1 Boat is deprecated; use example.org/v1 Boat\"");
        assertThat(client.get(BOATS).response().headers().allValues("Warning")).isEmpty();
    }

    @Test
    void printerColumnsMakeTheTable() {
        create("a", "{\"name\":\"Ark\"}");
        Answer table = client.get(BOATS, "application/json;as=Table;v=v1;g=meta.k8s.io");
        assertThat(table.at("columnDefinitions.1.name")).isEqualTo("Oars");
        assertThat(table.at("rows.0.cells")).isEqualTo("[\"a\",2]");
    }

    @Test
    void withTheDefinitionGoTheObjects() throws Exception {
        create("a", "{\"name\":\"Ark\"}");
        assertThat(client.delete(DEFINITIONS + "/boats.example.org").code()).isEqualTo(200);
        while (client.get(DEFINITIONS + "/boats.example.org").code() != 404) {
            Thread.sleep(10);
        }
        // Who serves the kind hears of its end a moment later.
        while (client.get(BOATS).code() != 404) {
            Thread.sleep(10);
        }
        assertThat(server.store().range("boats.example.org/", "", 0, 0).entries())
                .isEmpty();
    }

    private Answer create(String name, String spec) {
        return client.post(BOATS, boat(name, spec));
    }

    private static String boat(String name, String spec) {
        return "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":" + spec + "}";
    }

    /// Kubernetes fills in defaults when it reads, so that a field with a default is there in every object.
    @Test
    void defaultsAddedLaterAreSeenInOlderObjects() throws Exception {
        client.post(
                BOATS,
                "{\"apiVersion\":\"example.org/v1\",\"kind\":\"Boat\",\"metadata\":{\"name\":\"old\"},"
                        + "\"spec\":{\"name\":\"o\",\"crew\":[\"a\"]}}");
        String changed = DEFINITION.replace(
                "\"captain\":{\"type\":\"string\",\"nullable\":true}",
                "\"captain\":{\"type\":\"string\",\"nullable\":true},\"flag\":{\"type\":\"string\",\"default\":\"red\"}");
        assertThat(client.merge(DEFINITIONS + "/boats.example.org", changed).code())
                .isEqualTo(200);
        while (client.get(BOATS + "/old").at("spec.flag").isEmpty()) {
            Thread.sleep(10);
        }
        Answer read = client.get(BOATS + "/old");
        assertThat(read.at("spec.flag")).isEqualTo("red");
        assertThat(read.at("metadata.generation")).isEqualTo("1");
        assertThat(client.get(BOATS).at("items.0.spec.flag")).isEqualTo("red");
        try (TestingClient.Events events = client.watch(BOATS + "?watch=true")) {
            assertThat(events.next().path("object").path("spec").path("flag").asString(""))
                    .isEqualTo("red");
        }
        assertThat(client.get(BOATS, "application/yaml").text()).contains("flag: red");
        // What only reading shows is no change of what was wished.
        Answer labelled = client.merge(BOATS + "/old", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        assertThat(labelled.at("spec.flag")).isEqualTo("red");
        assertThat(labelled.at("metadata.generation")).isEqualTo("1");
        assertThat(labelled.at("metadata.managedFields")).doesNotContain("flag");
    }
}
