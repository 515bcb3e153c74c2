package dev.archipelago.apiserver.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class CompactJsonTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String[] TEXTS = {
        "",
        "a",
        "metadata",
        "managedFields",
        "k:{\"ip\":\"10.0.0.1\"}",
        "zwölf",
        "日本",
        "😀",
        "\\",
        "\n\t\b\f\r\u0001",
        "/"
    };

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"a\":[]}",
                "{\"a\":[1,-1,0,2147483647,2147483648,-2147483649,9223372036854775807,9223372036854775808]}",
                "{\"a\":[0.5,-1.25e10,1E3,123456789012345678901234567890]}",
                "{\"a\":[true,false,null,\"\\u00e4\\ud83d\\ude00\\/\"]}",
                "{\"a\":{\"b\":{\"c\":[[{}]]}},\"ä\":\"ö\",\"x\\\"y\":1}",
            })
    void readsWhatJacksonReads(String json) {
        ObjectNode read = CompactJson.read(bytes(json), false, null);

        assertThat((Object) read).isEqualTo(Json.MAPPER.readTree(json));
    }

    @Test
    void readsWhateverIsWritten() {
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            ObjectNode object = object(random, 4);
            byte[] json = Json.bytes(object);

            assertThat((Object) CompactJson.read(json, false, null)).isEqualTo(Json.MAPPER.readTree(json));
        }
    }

    private static ObjectNode object(Random random, int depth) {
        ObjectNode object = NODES.objectNode();
        for (int i = random.nextInt(6); i > 0; i--) {
            object.set(TEXTS[random.nextInt(TEXTS.length)], node(random, depth));
        }
        return object;
    }

    private static JsonNode node(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> NODES.numberNode(random.nextInt());
            case 1 -> NODES.numberNode(random.nextLong());
            case 2 -> NODES.numberNode(random.nextDouble());
            case 3 -> NODES.booleanNode(random.nextBoolean());
            case 4 -> NODES.nullNode();
            case 5 -> NODES.stringNode(TEXTS[random.nextInt(TEXTS.length)]);
            case 6 -> object(random, depth - 1);
            default -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(node(random, depth - 1));
                }
                yield array;
            }
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ }",
                "{\"a\": 1}",
                "{\"a\":1} ",
                "{\"a\":tru}",
                "{\"a\"",
                "{\"a\":\"b",
                "{\"a\":1]",
                "[]",
                "1",
                "{\"a\":-}"
            })
    void leavesToOthersWhatIsNotAsThisServerWritesIt(String json) {
        assertThat((Object) CompactJson.read(bytes(json), false, null)).isNull();
    }

    @Test
    void briefLeavesOutManagersOfFieldsAndNothingElse() {
        byte[] json = bytes(
                "{\"metadata\":{\"name\":\"a\",\"managedFields\":[{\"x\":\"}]\\\"\"}],\"uid\":\"u\"},\"managedFields\":1,"
                        + "\"spec\":{\"managedFields\":2,\"metadata\":{\"managedFields\":3}}}");

        assertThat(Json.parseBrief(json).toString())
                .isEqualTo("{\"metadata\":{\"name\":\"a\",\"uid\":\"u\"},\"managedFields\":1,"
                        + "\"spec\":{\"managedFields\":2,\"metadata\":{\"managedFields\":3}}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{\"x\":[\"]\"]}]", "{}", "\"a\\\"b\"", "1", "true", "null"})
    void aFieldIsLeftOutWhateverItIs(String value) {
        byte[] json = bytes("{\"a\":{\"x\":1},\"x\":" + value + ",\"z\":2}");

        assertThat(Json.parseWithout(json, "x").toString()).isEqualTo("{\"a\":{\"x\":1},\"z\":2}");
    }
}
