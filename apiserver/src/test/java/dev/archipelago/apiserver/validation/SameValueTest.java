package dev.archipelago.apiserver.validation;

import static dev.archipelago.apiserver.defaults.YamlObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SameValueTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {a: 1, b: 2}        | {b: 2, a: 1}   | true
        {a: []}             | {}             | true
        {}                  | {a: {b: ''}}   | true
        {a: false, b: 0}    | {}             | true
        {a: 1}              | {}             | false
        {}                  | {a: 1}         | false
        {a: [1, 2]}         | {a: [2, 1]}    | false
        {a: [1]}            | {a: [1, 1]}    | false
        {a: {b: c}}         | {a: {b: d}}    | false
        {a: 12345678901}    | {a: 12345678901} | true
        {a: 9223372036854775808} | {a: 9223372036854775808} | true
        {a: 9223372036854775808} | {a: 1}    | false
        {a: 9223372036854775808} | {}        | false
        """)
    void treatsAbsentAsEmpty(String a, String b, boolean same) {
        assertThat(SameValue.of(tree(a), tree(b))).isEqualTo(same);
    }
}
