package dev.archipelago.api.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {

    private static YamlReader.Document read(String yaml) {
        return YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8));
    }

    private static String json(String yaml) {
        return read(yaml).tree().toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // Booleans of YAML 1.1
                "yes | true",
                "Yes | true",
                "YES | true",
                "y | true",
                "Y | true",
                "on | true",
                "On | true",
                "true | true",
                "TRUE | true",
                "no | false",
                "No | false",
                "n | false",
                "N | false",
                "off | false",
                "OFF | false",
                "false | false",
                "False | false",
                "yEs | \"yEs\"",
                "tRUE | \"tRUE\"",
                "'yes' | \"yes\"",
                "\"no\" | \"no\"",
                // Null
                "~ | null",
                "null | null",
                "Null | null",
                "NULL | null",
                "`` | null",
                "nULL | \"nULL\"",
                "'' | \"\"",
                // Integers
                "5 | 5",
                "-5 | -5",
                "+5 | 5",
                "0 | 0",
                "-0 | 0",
                "1_000 | 1000",
                "0x1F | 31",
                "0X1f | 31",
                "-0x10 | -16",
                "0x_1 | 1",
                "0o17 | 15",
                "017 | 15",
                "00 | 0",
                "0644 | 420",
                "0_7 | 7",
                "0b101 | 5",
                "-0b11 | -3",
                "08 | 8",
                "09.5 | 9.5",
                "9223372036854775807 | 9223372036854775807",
                "-9223372036854775808 | -9223372036854775808",
                "18446744073709551615 | 18446744073709551615",
                "0x | \"0x\"",
                "0xg | \"0xg\"",
                "0b | \"0b\"",
                "0o8 | \"0o8\"",
                "_1 | \"_1\"",
                "+ | \"+\"",
                "--1 | \"--1\"",
                "1d | \"1d\"",
                // Numbers with a fraction
                "1.5 | 1.5",
                "1.0 | 1",
                "5. | 5",
                ".5 | 0.5",
                "-.5 | -0.5",
                "1e3 | 1000",
                "1E-3 | 0.001",
                "3.0e2 | 300",
                "12e03 | 12000",
                "1e+3 | 1000",
                "1e | \"1e\"",
                "1.2.3 | \"1.2.3\"",
                ". | \".\"",
                ".. | \"..\"",
                "1e400 | \"1e400\"",
                "0x1.8p1 | \"0x1.8p1\"",
                "1e21 | 1.0E21",
                "NaN | \"NaN\"",
                "Infinity | \"Infinity\"",
                // What is a string after all
                "2024-01-01 | \"2024-01-01\"",
                "2024-01-01T00:00:00Z | \"2024-01-01T00:00:00Z\"",
                "1:30 | \"1:30\"",
                "a#b | \"a#b\"",
                "a #b | \"a\"",
                "= | \"=\"",
                "<< | \"<<\"",
                "'a''b' | \"a'b\"",
                "\"a\\tb\\u00e9\" | \"a\\tbé\"",
                // Tags
                "!!str 5 | \"5\"",
                "!!int '7' | 7",
                "!!float 3 | 3",
                "!!bool yes | true",
                "!!null '' | null",
                "!foo bar | \"bar\"",
                "! 5 | \"5\"",
                "!!binary aGk= | \"hi\"",
                "!!timestamp 2001-01-01 | \"2001-01-01\"",
                // Collections
                "[1, yes, a] | [1,true,\"a\"]",
                "{a: 1, b: [x]} | {\"a\":1,\"b\":[\"x\"]}",
                "[] | []",
                "{} | {}",
                "{a, b: } | {\"a\":null,\"b\":null}",
                // Keys
                "{5: a} | {\"5\":\"a\"}",
                "{0x10: a} | {\"16\":\"a\"}",
                "{yes: a} | {\"true\":\"a\"}",
                "{1.5: a} | {\"1.5\":\"a\"}",
                "{1e22: a} | {\"1e+22\":\"a\"}",
                "{1e50: a} | {\"1e+50\":\"a\"}",
            })
    void readsScalarsAsKubernetesDoes(String yaml, String expected) {
        assertThat(json(yaml)).isEqualTo(expected);
    }

    @Test
    void readsAManifest() {
        assertThat(json("""
                # a comment
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: x}
                data:
                  literal: |
                    one
                      two
                  folded: >-
                    one
                    two
                list:
                - a
                - b:
                    c: d
                """))
                .isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\"},"
                        + "\"data\":{\"literal\":\"one\\n  two\\n\",\"folded\":\"one two\"},"
                        + "\"list\":[\"a\",{\"b\":{\"c\":\"d\"}}]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":{\"b\":[1,2.5,true,null,\"x\\u00e9\\ud83d\\ude00\\/\"]}}",
                "\n  {\"a\":{\"b\":[1,2.5,true,null,\"x\\u00e9\\ud83d\\ude00\\/\"]}}\n",
                "\t\n{\"a\":\t{\"b\":[1,2.5,true,null,\"xé😀/\"]}}",
            })
    void readsJson(String json) {
        assertThat(json(json)).isEqualTo("{\"a\":{\"b\":[1,2.5,true,null,\"xé😀/\"]}}");
    }

    @Test
    void expandsAnchorsAndMerges() {
        assertThat(json("a: &x {k: 1, l: 2}\nb: *x\nc: {<<: *x, k: 3}\nd: {k: 4, <<: [{k: 5, m: 6}, {m: 7, o: 8}]}\n"))
                .isEqualTo(
                        "{\"a\":{\"k\":1,\"l\":2},\"b\":{\"k\":1,\"l\":2},\"c\":{\"k\":3,\"l\":2},\"d\":{\"k\":4,\"m\":6,\"o\":8}}");
        assertThat(json("a: &x 1\nb: &x 2\nc: *x\n'<<': 5\n")).isEqualTo("{\"a\":1,\"b\":2,\"c\":2,\"<<\":5}");
    }

    @Test
    void copiesWhatAliasesNameSoThatNothingIsShared() {
        var tree = read("a: &x {k: 1}\nb: *x\n").tree();
        assertThat(tree.get("a")).isNotSameAs(tree.get("b"));
    }

    @Test
    void tellsDuplicateKeysAndKeepsTheLast() {
        YamlReader.Document document = read("a: 1\nb:\n  c: 1\n  c:\n    d: 2\na: 3\n5: v\n0x5: w\nyes: 1\ntrue: 2\n");
        assertThat(document.tree()).hasToString("{\"a\":3,\"b\":{\"c\":{\"d\":2}},\"5\":\"w\",\"true\":2}");
        assertThat(document.duplicateKeys())
                .containsExactly(
                        "line 5: key \"c\" already set in map",
                        "line 6: key \"a\" already set in map",
                        "line 8: key 5 already set in map",
                        "line 10: key true already set in map");
        assertThat(document.strictFault())
                .hasValueSatisfying(fault -> assertThat(fault)
                        .startsWith("yaml: unmarshal errors:\n  line 5: key \"c\" already set in map\n  line 6"));
        assertThat(read("{\"a\":1,\"a\":2}").duplicateKeys()).containsExactly("line 1: key \"a\" already set in map");
        assertThat(read("a: 1\n").strictFault()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a: b: c            | line 1: mapping values are not allowed here",
                "a: [1              | line 1: expected ',' or ']', but got <stream end>",
                "a: 'x              | line 1: found unexpected end of stream",
                "`a:\n\t- b`        | line 2: found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation)",
                "@x                 | line 1: found character '@' that cannot start any token. (Do not use @ for indentation)",
                "a: *x              | unknown anchor 'x' referenced",
                "a: &x [*x]         | anchor 'x' value contains itself",
                "a: .nan            | neither infinity nor NaN can be converted to JSON",
                "a: -.inf           | neither infinity nor NaN can be converted to JSON",
                "!!int abc          | cannot decode !!str `abc` as a !!int",
                "!!bool 5           | cannot decode !!int `5` as a !!bool",
                "!!null x           | cannot decode !!str `x` as a !!null",
                "!!binary '*'       | `!!binary value contains invalid base64 data`",
                "`a: 1\nb:\n  ? [x]\n  : y` | line 3: a map key must be a string, a number or a boolean",
                "~: x               | line 1: a map key must be a string, a number or a boolean",
                "{<<: 5}            | line 1: map merge requires map or sequence of maps as the value",
                "`a: 1\n---\nb: 2`  | line 3: expected a single document",
            })
    void saysWhatIsWrongAndWhere(String yaml, String problem) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST))
                .hasMessage("error converting YAML to JSON: yaml: " + problem);
    }

    @Test
    void trailingSeparatorsAreNoSecondDocument() {
        assertThat(json("---\na: 1\n---\n")).isEqualTo("{\"a\":1}");
        assertThat(json("a: 1\n...\n")).isEqualTo("{\"a\":1}");
    }

    @Test
    void refusesBytesThatAreNotText() {
        assertThatThrownBy(() -> YamlReader.read(new byte[] {'a', ':', ' ', (byte) 0xff}))
                .hasMessage("error converting YAML to JSON: yaml: invalid UTF-8");
        assertThatThrownBy(() -> read("a: \u0001")).isInstanceOf(ApiException.class);
    }

    @Test
    void refusesAliasBombs() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append("a%d: &a%d [".formatted(i, i));
            bomb.append("*a%d,".formatted(i - 1).repeat(9)).append("]\n");
        }
        assertThatThrownBy(() -> read(bomb.toString()))
                .hasMessage("error converting YAML to JSON: yaml: document contains excessive aliasing");
    }

    @Test
    void refusesNestingWithoutEnd() {
        assertThatThrownBy(() -> read("[".repeat(20_000)))
                .hasMessage("error converting YAML to JSON: yaml: line 1: exceeded max depth of 500");
        assertThatThrownBy(() -> read("{\"a\":".repeat(20_000)))
                .hasMessage("error converting YAML to JSON: yaml: line 1: exceeded max depth of 500");
        String nested = "a: &a " + "[".repeat(300) + "]".repeat(300) + "\nb: " + "[".repeat(300) + "*a"
                + "]".repeat(300) + "\n";
        assertThatThrownBy(() -> read(nested))
                .hasMessage("error converting YAML to JSON: yaml: line 2: exceeded max depth of 500");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anyTextIsADocumentOrABadRequest(long seed) {
        Random random = new Random(seed);
        List<String> pieces = List.of(
                "a", "b: ", "- ", "\n", "\n  ", "[", "]", "{", "}", ",", ": ", "'", "\"", "&x ", "*x", "!!int ", "<<: ",
                "|\n", ">-\n", "5", "1e5_0", "yes", "~", "#", "---\n", "...\n", "%", "\t", "ü", "\\", "? ", ".inf",
                "0x", "\u0000", "@", "!<", "\ud83d");
        for (int i = 0; i < 1500; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(14); j > 0; j--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            try {
                assertThat(read(text.toString()).tree()).isNotNull();
            } catch (ApiException e) {
                assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST);
            }
        }
    }
}
