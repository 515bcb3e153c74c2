package dev.archipelago.api.jsonpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonPathTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final JsonNode OBJECT = JSON.readTree("""
            {"metadata":{"name":"x","labels":{"a.b/c":"dotted","plain":"p"}},
             "spec":{"replicas":3,"ratio":0.5,"on":true,"nothing":null,"list":[10,20,30,40],"empty":[],"deep":{"name":"d"}},
             "status":{"conditions":[
               {"type":"Ready","status":"True","n":1,"ok":true},
               {"type":"Synced","status":"False","n":2,"ok":false},
               {"type":"we(i]rd","status":"Odd","n":3}]}}
            """);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                ".metadata.name                                    | \"x\"",
                "$.metadata.name                                   | \"x\"",
                ".                                                 | ROOT",
                ".spec.replicas                                    | 3",
                ".spec.nothing                                     | null",
                ".spec.missing                                     | ``",
                ".spec.missing.deeper                              | ``",
                ".spec.replicas.deeper                             | ``",
                ".metadata.labels['a.b/c']                         | \"dotted\"",
                ".metadata.labels['a\\.b/c']                       | \"dotted\"",
                ".metadata.labels[\"a.b/c\"]                       | \"dotted\"",
                ".metadata.labels.a\\.b/c                          | \"dotted\"",
                ".metadata['labels'].plain                         | \"p\"",
                ".metadata.labels['plain','a.b/c']                 | \"p\" \"dotted\"",
                ".spec.list[0]                                     | 10",
                ".spec.list[-1]                                    | 40",
                ".spec.list[-5]                                    | ``",
                ".spec.list[9]                                     | ``",
                ".spec.list[*]                                     | 10 20 30 40",
                ".spec.list.*                                      | 10 20 30 40",
                ".spec.list[:]                                     | 10 20 30 40",
                ".spec.list[1:3]                                   | 20 30",
                ".spec.list[:2]                                    | 10 20",
                ".spec.list[2:]                                    | 30 40",
                ".spec.list[-2:]                                   | 30 40",
                ".spec.list[:-1]                                   | 10 20 30",
                ".spec.list[0:4:2]                                 | 10 30",
                ".spec.list[::3]                                   | 10 40",
                ".spec.list[2:2]                                   | ``",
                ".spec.list[0:9]                                   | ``",
                ".spec.list[0,2]                                   | 10 30",
                ".spec.list[0:4:2147483647]                        | 10",
                ".spec.empty[0]                                    | ``",
                ".spec.replicas[0]                                 | ``",
                ".status.conditions[?(@.type==\"Ready\")].status   | \"True\"",
                ".status.conditions[?(@.type=='Synced')].status    | \"False\"",
                ".status.conditions[?( @.type == 'Ready' )].status | \"True\"",
                ".status.conditions[?(@.type!='Ready')].status     | \"False\" \"Odd\"",
                ".status.conditions[?(@.type=='we(i]rd')].status   | \"Odd\"",
                ".status.conditions[?(@.type=='None')].status      | ``",
                ".status.conditions[?(@.n>1)].n                    | 2 3",
                ".status.conditions[?(@.n>=2)].n                   | 2 3",
                ".status.conditions[?(@.n<2)].n                    | 1",
                ".status.conditions[?(@.n<=2.5)].n                 | 1 2",
                ".status.conditions[?(@.ok==true)].n               | 1",
                ".status.conditions[?(@.ok)].n                     | 1 2",
                ".status.conditions[?(@.n=='1')].n                 | ``",
                ".status.conditions[?('Ready'==@.type)].n          | 1",
                ".status.conditions[*].type                        | \"Ready\" \"Synced\" \"we(i]rd\"",
                ".status[?(@.x==1)]                                | ``",
                "..name                                            | \"x\" \"d\"",
                ".status..type                                     | \"Ready\" \"Synced\" \"we(i]rd\"",
                "..conditions[0].n                                 | 1",
            })
    void findsValues(String path, String expected) {
        List<JsonNode> found = JsonPath.compile(path).find(OBJECT);
        String text = String.join(
                " ",
                found.stream()
                        .map(node -> node.equals(OBJECT) ? "ROOT" : node.toString())
                        .toList());
        assertThat(text).isEqualTo(expected);
        JsonNode first = JsonPath.compile(path).first(OBJECT);
        assertThat(first).isEqualTo(found.isEmpty() ? null : found.getFirst());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "spec.x            | unexpected character 's' where a step begins with '.' or '['",
                ".a}               | unexpected character '}' where a step begins with '.' or '['",
                ".a[               | unterminated array",
                ".a['b]            | unterminated array",
                ".a[]              | invalid array index ",
                ".a[x]             | invalid array index x",
                ".a[1:2:3:4]       | invalid array index 1:2:3:4",
                ".a[99999999999]   | invalid array index 99999999999",
                ".a[0:3:0]         | step must be > 0",
                ".a....b           | invalid multiple recursive descent",
                ".a[?(@.b          | unterminated filter",
                ".a[?(@.b)         | unclosed array expect ]",
                ".a[?(@.b=~'x')]   | unrecognized filter operator =",
                ".a[?(@.b=='x)]    | unterminated filter",
                ".a[?(@.b==)]      | incomplete filter",
                ".a[?()]           | incomplete filter",
                ".a[?(@.b==1x)]    | cannot parse number 1x",
            })
    void saysWhatIsWrong(String path, String fault) {
        assertThatThrownBy(() -> JsonPath.compile(path))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST))
                .hasMessageStartingWith("invalid JSONPath \"" + path + "\": " + fault);
    }

    @Test
    void namesTheFieldsOfPlainPaths() {
        assertThat(JsonPath.compile(".spec.replicas").fieldNames()).contains(List.of("spec", "replicas"));
        assertThat(JsonPath.compile(".spec['a.b']").fieldNames()).contains(List.of("spec", "a.b"));
        assertThat(JsonPath.compile(".spec.list[0]").fieldNames()).isEmpty();
    }

    @Test
    void longPathsAreRefused() {
        assertThatThrownBy(() -> JsonPath.compile("[?(@".repeat(10_000)))
                .isInstanceOf(ApiException.class)
                .hasMessage("invalid JSONPath: longer than 1024 characters");
    }

    @Test
    void multiplyingDescentsFindNothingRatherThanExhaustTheHeap() {
        String nested = "[".repeat(300) + "1" + "]".repeat(300);
        assertThat(JsonPath.compile("..*..*..*..*..*").find(JSON.readTree(nested)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anyTextIsAPathOrABadRequest(long seed) {
        Random random = new Random(seed);
        List<String> pieces = List.of(
                ".",
                "..",
                "[",
                "]",
                "[?(",
                ")]",
                "@",
                "*",
                "'",
                "\"",
                "a",
                "list",
                "spec",
                "0",
                "-1",
                ":",
                ",",
                "==",
                "<",
                " ",
                "\\",
                "ü",
                "true",
                "1.5",
                "conditions",
                "status");
        for (int i = 0; i < 3000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(14); j > 0; j--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            try {
                assertThat(JsonPath.compile(text.toString()).find(OBJECT)).doesNotContainNull();
            } catch (ApiException e) {
                assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST);
            }
        }
    }
}
