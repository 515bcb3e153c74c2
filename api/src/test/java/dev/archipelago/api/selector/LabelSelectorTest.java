package dev.archipelago.api.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.errors.Reason;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class LabelSelectorTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String NAME_RULE =
            "name part must consist of alphanumeric characters, '-', '_' or '.', and must"
                    + " start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
                    + " validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new TreeMap<>();
        if (!text.isEmpty()) {
            for (String pair : text.split(" ")) {
                int equals = pair.indexOf('=');
                labels.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return labels;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                     | ''                      | true",
                "''                     | a=b                     | true",
                "a=b                    | a=b                     | true",
                "a=b                    | a=c                     | false",
                "a=b                    | ''                      | false",
                "a==b                   | a=b c=d                 | true",
                "a=                     | a=                      | true",
                "a=                     | ''                      | false",
                "a=                     | a=b                     | false",
                "a!=b                   | a=b                     | false",
                "a!=b                   | a=c                     | true",
                "a!=b                   | ''                      | true",
                "a                      | a=                      | true",
                "a                      | b=a                     | false",
                "!a                     | b=a                     | true",
                "!a                     | a=                      | false",
                "a in (x,y)             | a=y                     | true",
                "a in (x,y)             | a=z                     | false",
                "a in (x,y)             | ''                      | false",
                "a notin (x,y)          | a=y                     | false",
                "a notin (x,y)          | a=z                     | true",
                "a notin (x,y)          | ''                      | true",
                "a in ()                | a=                      | true",
                "a in ()                | a=x                     | false",
                "a in (x,)              | a=                      | true",
                "a in (,x)              | a=                      | true",
                "a in (x,,y)            | a=                      | true",
                "a in (x,y)             | a=                      | false",
                "n>5                    | n=6                     | true",
                "n>5                    | n=5                     | false",
                "n>5                    | n=abc                   | false",
                "n>5                    | ''                      | false",
                "n<5                    | n=4                     | true",
                "n<5                    | n=5                     | false",
                "a=b,c!=d,e in (x),!f,g | a=b c=z e=x g=1         | true",
                "a=b,c!=d,e in (x),!f,g | a=b c=z e=x g=1 f=0     | false",
                "in in (in,notin)       | in=notin                | true",
                "notin=in               | notin=in                | true",
                "a=in                   | a=in                    | true",
                "example.com/a=b        | example.com/a=b         | true",
            })
    void selectsByLabels(String selector, String labels, boolean expected) {
        assertThat(LabelSelector.parse(selector).matches(labels(labels))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                        | ''",
                "b=1,a=2                   | a=2,b=1",
                " a = 1 , b == 2           | a=1,b==2",
                "a   in (z , x,y, x)       | a in (x,y,z)",
                "a notin()                 | a notin ()",
                "! a                       | !a",
                "a>5,b<3                   | a>5,b<3",
                "x in (a,,b)               | x in (,a,b)",
                "a!=                       | a!=",
            })
    void printsCanonically(String selector, String expected) {
        LabelSelector parsed = LabelSelector.parse(selector);
        assertThat(parsed).hasToString(expected);
        assertThat(LabelSelector.parse(expected)).isEqualTo(parsed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a,                 | found '', expected: identifier after ','",
                ",a                 | found ',', expected: !, identifier, or 'end of string'",
                "a,,b               | found ',', expected: identifier after ','",
                "=a                 | found '=', expected: !, identifier, or 'end of string'",
                "a b                | unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
                "a=b c              | found 'c', expected: ',' or 'end of string'",
                "!a=b               | found '=', expected: ',' or 'end of string'",
                "!                  | unable to parse requirement: found '', expected: identifier",
                "!!a                | unable to parse requirement: found '!', expected: identifier",
                "a==(b              | unable to parse requirement: found '(', expected: identifier",
                "a===b              | unable to parse requirement: found '=', expected: identifier",
                "a in x             | unable to parse requirement: found 'x' expected: '('",
                "a in               | unable to parse requirement: found '' expected: '('",
                "a in (             | unable to parse requirement: found '', expected: ',', ')' or identifier",
                "a in (=            | unable to parse requirement: found '=', expected: ',', ')' or identifier",
                "a in (x            | unable to parse requirement: found '', expected: ',' or ')'",
                "a in (x y)         | unable to parse requirement: found 'y', expected: ',' or ')'",
                "a in (x,           | unable to parse requirement: found '', expected: ',', or identifier",
                "a in (x,!          | unable to parse requirement: found '!', expected: ',', or identifier",
                "a in (x))          | found ')', expected: ',' or 'end of string'",
                "a(b                | unable to parse requirement: found '(', expected: in, notin, =, ==, !=, gt, lt",
                "a>x                | unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
                "a<                 | unable to parse requirement: values[0]: Invalid value: \"\": for 'Gt', 'Lt' operators, the value must be an integer",
                "/b=1               | unable to parse requirement: <nil>: Invalid value: \"/b\": prefix part must be non-empty",
            })
    void refusesInKubernetesWords(String selector, String message) {
        assertThatThrownBy(() -> LabelSelector.parse(selector))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST))
                .hasMessage(message);
    }

    @Test
    void refusesBadKeysAndValuesWithTheRule() {
        assertThatThrownBy(() -> LabelSelector.parse("a\"ü=1"))
                .hasMessage("unable to parse requirement: <nil>: Invalid value: \"a\\\"ü\": " + NAME_RULE);
        assertThatThrownBy(() -> LabelSelector.parse("A.com/x"))
                .hasMessageStartingWith("unable to parse requirement: <nil>: Invalid value: \"A.com/x\": prefix part a"
                        + " lowercase RFC 1123 subdomain must consist of");
        assertThatThrownBy(() -> LabelSelector.parse("a/b/c"))
                .hasMessageStartingWith(
                        "unable to parse requirement: <nil>: Invalid value: \"a/b/c\": a valid label key"
                                + " must consist of alphanumeric characters")
                .hasMessageEndingWith(" with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        assertThatThrownBy(() -> LabelSelector.parse("a/=1"))
                .hasMessage("unable to parse requirement: <nil>: Invalid value: \"a/\": name part must be non-empty; "
                        + NAME_RULE);
        assertThatThrownBy(() -> LabelSelector.parse("a".repeat(64)))
                .hasMessageEndingWith(": name part must be no more than 63 bytes");
        assertThatThrownBy(() -> LabelSelector.parse("a=-x"))
                .hasMessage("unable to parse requirement: values[0][a]: Invalid value: \"-x\": a valid label must be an"
                        + " empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end"
                        + " with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for"
                        + " validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
        assertThatThrownBy(() -> LabelSelector.parse("a in (b-,c-)"))
                .hasMessageStartingWith("unable to parse requirement: [values[0][a]: Invalid value: \"b-\": ")
                .hasMessageContaining(", values[1][a]: Invalid value: \"c-\": ")
                .hasMessageEndingWith("]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                                            | `` | x=y | true",
                "{\"matchLabels\":{\"b\":\"1\",\"a\":\"2\"}}                                   | a=2,b=1 | a=2 b=1 | true",
                "{\"matchLabels\":{\"b\":\"1\"}}                                               | b=1 | b=2 | false",
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\",\"values\":[\"y\",\"x\"]}]} | a in (x,y) | a=x | true",
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"NotIn\",\"values\":[\"x\"]}]} | a notin (x) | a=x | false",
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\"}]}              | a | a=x | true",
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"DoesNotExist\"}]}        | !a | a=x | false",
            })
    void readsTheFormOfObjects(String json, String text, String labels, boolean matches) {
        LabelSelector selector = LabelSelector.of(JSON.readTree(json));
        assertThat(selector).hasToString(text);
        assertThat(selector.matches(labels(labels))).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Is\"}]} | \"Is\" is not a valid label selector operator",
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\"}]} | values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty",
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\",\"values\":[\"x\"]}]} | values: Invalid value: [\"x\"]: values set must be empty for exists and does not exist",
            })
    void refusesObjectsThatAreNoSelectors(String json, String message) {
        assertThatThrownBy(() -> LabelSelector.of(JSON.readTree(json)))
                .isInstanceOf(ApiException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5",
                "[]",
                "{\"matchLabels\":5,\"matchExpressions\":{\"a\":1}}",
                "{\"matchLabels\":{\"a\":{\"b\":[]}}}",
                "{\"matchExpressions\":[1,null,{\"key\":{},\"operator\":[],\"values\":{\"x\":[]}}]}",
                "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\",\"values\":[{}]}]}",
            })
    void otherShapesAreReadOrRefused(String json) {
        try {
            assertThat(LabelSelector.of(JSON.readTree(json))).isNotNull();
        } catch (ApiException e) {
            assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST);
        }
    }

    @Test
    void noSelectorSelectsNothing() {
        assertThat(LabelSelector.of((tools.jackson.databind.JsonNode) null)).isEqualTo(LabelSelector.nothing());
        assertThat(LabelSelector.nothing().matches(Map.of())).isFalse();
        assertThat(LabelSelector.nothing().isNothing()).isTrue();
        assertThat(LabelSelector.nothing().isEverything()).isFalse();
        assertThat(LabelSelector.everything().isEverything()).isTrue();
        assertThat(LabelSelector.parse("  ").isEverything()).isTrue();
    }

    @Test
    void tellsTheOnlyPossibleValue() {
        assertThat(LabelSelector.parse("a=b,c").requiredValue("a")).contains("b");
        assertThat(LabelSelector.parse("a in (b)").requiredValue("a")).contains("b");
        assertThat(LabelSelector.parse("a in (b,c)").requiredValue("a")).isEmpty();
        assertThat(LabelSelector.parse("a!=b").requiredValue("a")).isEmpty();
        assertThat(LabelSelector.parse("a=b").requiredValue("c")).isEmpty();
        assertThat(LabelSelector.exactly(Map.of("x", "1", "b", "2"))).hasToString("b=2,x=1");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anyTextIsASelectorOrABadRequest(long seed) {
        Random random = new Random(seed);
        String alphabet = "ab/.-_=!(),<> in notin 0159\"\\ü\u0000\n";
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(24); j > 0; j--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                LabelSelector parsed = LabelSelector.parse(text.toString());
                assertThat(LabelSelector.parse(parsed.toString())).isEqualTo(parsed);
            } catch (ApiException e) {
                assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST);
            }
        }
    }
}
