package dev.archipelago.api.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @Test
    void briefLeavesOutManagersOfFieldsAndNothingElse() {
        String json = """
                {"metadata":{"name":"a","managedFields":[{"fieldsV1":{"k:{\\"ip\\":\\"1\\"}":{}}}],"uid":"ü"},\
                "spec":{"managedFields":[1],"metadata":{"managedFields":2}},"status":{}}""";
        assertThat(Json.parseBrief(json.getBytes(UTF_8))).hasToString("""
                {"metadata":{"name":"a","uid":"ü"},\
                "spec":{"managedFields":[1],"metadata":{"managedFields":2}},"status":{}}""");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"apiVersion":"v1","kind":"A","metadata":{"managedFields":[{"f":{}}],"name":"a"},"spec":{"metadata":{}}}""",
                """
                {"apiVersion":"v1","kind":"A","metadata":{"name":"a"},"not":"even""",
            })
    void aHeadEndsWithTheMetadata(String json) {
        assertThat(Json.parseHead(json.getBytes(UTF_8))).hasToString("""
                {"apiVersion":"v1","kind":"A","metadata":{"name":"a"}}""");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{\"x\":[\"]\"]}]", "{}", "\"a\\\"b\"", "1", "true", "null"})
    void aFieldIsLeftOutWhateverItIs(String value) {
        String json = "{\"a\":1,\"subsets\":" + value + ",\"b\":{\"subsets\":1}}";
        assertThat(Json.parseWithout(json.getBytes(UTF_8), "subsets")).hasToString("{\"a\":1,\"b\":{\"subsets\":1}}");
    }
}
