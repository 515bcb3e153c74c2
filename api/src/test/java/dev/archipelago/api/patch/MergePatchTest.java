package dev.archipelago.api.patch;

import static dev.archipelago.api.patch.TestingJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class MergePatchTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {a: 'b'}                | {a: 'c'}              | {a: 'c'}
            {a: 'b'}                | {b: 'c'}              | {a: 'b', b: 'c'}
            {a: 'b'}                | {a: null}             | {}
            {a: 'b', b: 'c'}        | {a: null}             | {b: 'c'}
            {a: ['b']}              | {a: 'c'}              | {a: 'c'}
            {a: 'c'}                | {a: ['b']}            | {a: ['b']}
            {a: {b: 'c'}}           | {a: {b: 'd', c: null}}| {a: {b: 'd'}}
            {a: [{b: 'c'}]}         | {a: [1]}              | {a: [1]}
            {e: null}               | {a: 1}                | {e: null, a: 1}
            {}                      | {a: {bb: {ccc: null}}}| {a: {bb: {}}}
            {a: 'foo'}              | {a: {b: {c: 1}}}      | {a: {b: {c: 1}}}
            {a: {x: 1}}             | {a: [null]}           | {a: [null]}
            {a: {x: {y: 1, z: 2}}}  | {a: {x: {y: null}}}   | {a: {x: {z: 2}}}
            {a: 1}                  | {}                    | {a: 1}
            """)
    void merges(String current, String patch, String expected) {
        ObjectNode before = object(current);
        ObjectNode change = object(patch);

        assertThat(MergePatch.apply(before, change)).isEqualTo(object(expected));

        assertThat(before).as("the object is left alone").isEqualTo(object(current));
        assertThat(change).as("the patch is left alone").isEqualTo(object(patch));
    }
}
