package dev.archipelago.apiserver.apply;

import static dev.archipelago.api.patch.TestingJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergerTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {value: 'a'}               | {port: 1}                     | {value: 'a', port: 1}
            {value: 'a'}               | {value: 'b'}                  | {value: 'b'}
            {value: 'a'}               | {value: null}                 | {value: null}
            {labels: {a: '1'}}         | {labels: {b: '2'}}            | {labels: {a: '1', b: '2'}}
            {labels: {a: '1'}}         | {labels: {}}                  | {labels: {a: '1'}}
            {labels: {a: '1'}}         | {labels: null}                | {labels: {a: '1'}}
            {labels: null}             | {labels: {a: '1'}}            | {labels: {a: '1'}}
            {labels: {}}               | {labels: null}                | {labels: null}
            {whole: {a: '1'}}          | {whole: {b: '2'}}             | {whole: {b: '2'}}
            {list: ['a', 'b']}         | {list: ['c']}                 | {list: ['c']}
            {open: {x: {a: 1}}}        | {open: {x: {b: [1]}}}         | {open: {x: {a: 1, b: [1]}}}
            {open: {x: [1]}}           | {open: {x: [2]}}              | {open: {x: [2]}}
            {set: ['a', 'b', 'c']}     | {set: ['c', 'd']}             | {set: ['a', 'b', 'c', 'd']}
            {set: ['a', 'b', 'c']}     | {set: ['c', 'a']}             | {set: ['b', 'c', 'a']}
            {set: ['a', 'b', 'c']}     | {set: ['x', 'b', 'y']}        | {set: ['a', 'x', 'b', 'c', 'y']}
            {set: ['a', 'b', 'c']}     | {set: ['c', 'b', 'a']}        | {set: ['c', 'b', 'a']}
            {set: ['a', 'b', 's', 'c']}| {set: ['b', 'a', 'x']}        | {set: ['b', 's', 'c', 'a', 'x']}
            {set: ['a']}               | {set: []}                     | {set: ['a']}
            {set: ['a', 'a', 'b']}     | {set: ['b', 'a']}             | {set: ['b', 'a']}
            {items: [{name: 'a', value: '1'}, {name: 'b'}]} | {items: [{name: 'b', value: '2'}, {name: 'c'}]} | {items: [{name: 'a', value: '1'}, {name: 'b', value: '2'}, {name: 'c'}]}
            {items: [{name: 'a', value: '1'}, {name: 'a', value: '2'}]} | {items: [{name: 'a', port: 1}]} | {items: [{name: 'a', port: 1}]}
            {items: [{value: 'x'}, {name: 'a'}]} | {items: [{name: 'a', port: 1}]} | {items: [{value: 'x'}, {name: 'a', port: 1}]}
            {ports: [{name: 'a', port: 1}]} | {ports: [{name: 'a', port: 2}]} | {ports: [{name: 'a', port: 1}, {name: 'a', port: 2}]}
            """)
    void merges(String live, String applied, String expected) {
        assertThat(Merger.merge(object(live), object(applied), TestingKinds.SHAPES))
                .isEqualTo(object(expected));
    }
}
