package dev.archipelago.federation.sync;

import static dev.archipelago.federation.testing.TestingObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.objects.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DifferencesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {a: 1, b: {c: 2, d: 3}}                      | {a: 1, b: {c: 9, d: 3, e: 4}}                 | b.c
            {data: {password: c2VjcmV0}}                 | {data: {password: bWluZQ==}}                  | data.password
            {data: {password: c2VjcmV0}}                 | {}                                            | data
            {labels: {a.io/b: x}}                        | {labels: {a.io/b: y}}                         | labels[a.io/b]
            {l: [{name: m, image: x}, {name: n}]}        | {l: [{name: m, image: y}, {name: n}]}         | l[m].image
            {l: [{name: m}]}                             | {l: [{name: o}]}                              | l
            {args: [a, b]}                               | {args: [a, c]}                                | args[1]
            {a: 1, b: 1, c: 1, d: 1, e: 1, f: 1}         | {}                                            | a, b, c, d, e and more
            {a: 1}                                       | {a: 1}                                        | ``
            """)
    void namesFieldsAndNeverWhatTheyHold(String wanted, String found, String text) {
        assertThat(Differences.between(tree(wanted), tree(found))).isEqualTo(text);
    }

    @Test
    void isNoLongerThanCanBeRead() {
        assertThat(Differences.between(Json.object().put("x".repeat(5000), 1), Json.object()))
                .hasSize(121);
    }
}
