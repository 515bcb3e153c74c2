package dev.archipelago.api.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

class YamlWriterTest {
    private static final JsonMapper JSON = new JsonMapper();

    private static String yaml(JsonNode tree) {
        return new String(YamlWriter.write(tree), StandardCharsets.UTF_8);
    }

    @Test
    void writesAManifestAsKubectlDoes() {
        assertThat(yaml(JSON.readTree("""
                {"kind":"Pod","apiVersion":"v1","metadata":{"name":"x","labels":{"b":"2","a":"yes"},"annotations":{}},
                 "spec":{"containers":[{"name":"c","args":["-x","5"],"ports":[]},{"name":"d"}],"text":"one\\ntwo\\n","open":"one\\ntwo"},
                 "status":{"ready":true,"n":5,"ratio":0.5,"none":null,"empty":""}}
                """))).isEqualTo("""
                apiVersion: v1
                kind: Pod
                metadata:
                  annotations: {}
                  labels:
                    a: "yes"
                    b: "2"
                  name: x
                spec:
                  containers:
                  - args:
                    - -x
                    - "5"
                    name: c
                    ports: []
                  - name: d
                  open: |-
                    one
                    two
                  text: |
                    one
                    two
                status:
                  empty: ""
                  "n": 5
                  none: null
                  ratio: 0.5
                  ready: true
                """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a | a",
                "a b | a b",
                "yes | \"yes\"",
                "n | \"n\"",
                "True | \"True\"",
                "null | \"null\"",
                "~ | \"~\"",
                "5 | \"5\"",
                "0x1 | \"0x1\"",
                "1e3 | \"1e3\"",
                ".5 | \".5\"",
                "1_000 | \"1_000\"",
                "012 | \"012\"",
                "08 | \"08\"",
                "1. | \"1.\"",
                "+1 | \"+1\"",
                "2024-01-01 | \"2024-01-01\"",
                "2024-01-01T00:00:00Z | \"2024-01-01T00:00:00Z\"",
                "2024-1-1 1:2:3 | \"2024-1-1 1:2:3\"",
                "2024-01-01x | 2024-01-01x",
                "2024-01 | 2024-01",
                "1:30 | \"1:30\"",
                "12:30:45.5 | \"12:30:45.5\"",
                "1:99 | 1:99",
                "1:30x | 1:30x",
                "a: b | 'a: b'",
                "a #b | 'a #b'",
                "#x | '#x'",
                "- a | '- a'",
                "-x | -x",
                "- | '-'",
                "@x | '@x'",
                "{x} | '{x}'",
                "[x | '[x'",
                "'q' | '''q'''",
                "a,b | a,b",
                "? | '?'",
                "%a | '%a'",
                "!t | '!t'",
                "&a | '&a'",
                "*a | '*a'",
                "--- | '---'",
                "... | '...'",
                "http://x/y?z=1 | http://x/y?z=1",
                "{\"a\": \"b\"} | '{\"a\": \"b\"}'",
                "a\\b | a\\b",
                "ünï | ünï",
                "<< | \"<<\"",
                "= | =",
                ".. | ..",
            })
    void quotesOnlyWhatNeedsIt(String text, String expected) {
        assertThat(yaml(StringNode.valueOf(text))).isEqualTo(expected + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " lead",
                "trail ",
                "\nlead",
                "a\n\n",
                "tab\there",
                "a\r\nb",
                "\u0000",
                "\u0085",
                "\u2028",
                "\ufeffx",
                "trailing \nspace"
            })
    void writesAwkwardTextSoThatItComesBack(String text) {
        assertThat(YamlReader.read(YamlWriter.write(StringNode.valueOf(text))).tree())
                .isEqualTo(StringNode.valueOf(text));
    }

    @ParameterizedTest
    @CsvSource({
        "5, 5",
        "-9223372036854775808, -9223372036854775808",
        "18446744073709551615, 18446744073709551615",
        "2.5, 2.5",
        "2.0, 2",
        "123456.5, 123456.5",
        "1234567.5, 1.2345675e+06",
        "0.00001, 1e-05",
        "1e30, 1e+30",
        "0.0, 0",
        "true, true",
        "null, null",
    })
    void writesNumbers(String json, String expected) {
        assertThat(yaml(JSON.readTree(json))).isEqualTo(expected + "\n");
    }

    @Test
    void foldsLongLines() {
        assertThat(yaml(JSON.readTree("{\"a\":\"" + "word ".repeat(20).strip() + "\"}")))
                .isEqualTo("""
                        a: word word word word word word word word word word word word word word word word
                          word word word word
                        """);
        assertThat(yaml(StringNode.valueOf("x".repeat(200)))).isEqualTo("x".repeat(200) + "\n");
    }

    @Test
    void ordersKeysNaturally() {
        List<String> sorted =
                List.of("-a", "1", "2", "02", "10", "A", "a", "a-1", "a1", "a2", "a10", "a10b", "ab", "b");
        List<String> shuffled = Stream.of(
                        "b", "a10b", "a", "10", "a2", "-a", "ab", "2", "A", "a-1", "02", "a10", "1", "a1")
                .sorted(new NaturalOrder())
                .toList();
        assertThat(shuffled).isEqualTo(sorted);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsWrittenIsReadBack(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            JsonNode tree = value(random, 4);
            assertThat(YamlReader.read(YamlWriter.write(tree)).tree())
                    .as("%s", tree)
                    .isEqualTo(tree);
        }
    }

    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "yes",
            "5",
            "a: b",
            "#x",
            "l1\nl2\n",
            "l1\n\n",
            "\nlead",
            " x",
            "x ",
            "tab\there",
            "ü😀",
            "2024-01-01",
            "1:30",
            "{x}",
            "'q'",
            "\"d\"",
            "word ".repeat(40),
            "\u0000",
            "\u0085",
            "\u2028",
            "a\r\nb",
            "multi\n  in\nback",
            "<<",
            "---",
            "k1",
            "k2",
            "k10",
            "- a");

    private static JsonNode value(Random random, int depth) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0, 1 -> nodes.stringNode(TEXTS.get(random.nextInt(TEXTS.size())));
            case 2 -> nodes.numberNode(random.nextLong());
            case 3 -> nodes.numberNode(random.nextInt(1000) + 0.5);
            case 4 -> random.nextBoolean() ? nodes.nullNode() : nodes.booleanNode(random.nextBoolean());
            case 5 -> {
                ArrayNode array = nodes.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(random, depth - 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = nodes.objectNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    object.set(TEXTS.get(random.nextInt(TEXTS.size())), value(random, depth - 1));
                }
                yield object;
            }
        };
    }
}
