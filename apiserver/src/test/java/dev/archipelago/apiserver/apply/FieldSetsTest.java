package dev.archipelago.apiserver.apply;

import static dev.archipelago.api.patch.TestingJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldSetsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {value: 'a'}                              | {"f:value":{}}
            {value: null}                             | {"f:value":{}}
            {struct: {value: 'a'}}                    | {"f:struct":{"f:value":{}}}
            {struct: {}}                              | {"f:struct":{}}
            {struct: null}                            | {"f:struct":{}}
            {atomic: {a: 1}}                          | {"f:atomic":{}}
            {labels: {a: '1', b: '2'}}                | {"f:labels":{"f:a":{},"f:b":{}}}
            {whole: {a: '1'}}                         | {"f:whole":{}}
            {any: {a: [1]}}                           | {"f:any":{}}
            {open: {known: 'a', b: {c: 1, d: [1]}}}   | {"f:open":{"f:b":{".":{},"f:c":{},"f:d":{}},"f:known":{}}}
            {list: ['a']}                             | {"f:list":{}}
            {list: []}                                | {"f:list":{}}
            {set: ['b', 'a']}                         | {"f:set":{"v:\\"a\\"":{},"v:\\"b\\"":{}}}
            {set: []}                                 | {}
            {items: [{name: 'a', value: 'b'}]}        | {"f:items":{"k:{\\"name\\":\\"a\\"}":{".":{},"f:name":{},"f:value":{}}}}
            {ports: [{port: 80, name: 'a'}, {port: 8}]} | {"f:ports":{"k:{\\"name\\":\\"a\\",\\"port\\":80}":{".":{},"f:name":{},"f:port":{}},"k:{\\"port\\":8}":{".":{},"f:port":{}}}}
            {ports: [{port: null, name: 'a'}, {port: null}]} | {"f:ports":{"k:{\\"name\\":\\"a\\",\\"port\\":null}":{".":{},"f:name":{},"f:port":{}},"k:{\\"port\\":null}":{".":{},"f:port":{}}}}
            {apiVersion: 'v1', kind: 'A', metadata: {name: 'a', uid: 'b', labels: {x: 'y'}}} | {"f:metadata":{"f:labels":{".":{},"f:x":{}}}}
            {metadata: {name: 'a'}}                   | {}
            """)
    void findsWhatAnObjectSets(String object, String expected) {
        assertThat(FieldSets.of(object(object), TestingKinds.SHAPES)).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {value: 'a'}              | {value: 'a'}                  | {} | {} | {}
            {value: 'a'}              | {value: 'b'}                  | {} | {"f:value":{}} | {}
            {}                        | {value: 'b'}                  | {"f:value":{}} | {} | {}
            {value: 'a'}              | {}                            | {} | {} | {"f:value":{}}
            {port: 1}                 | {port: 1.0}                   | {} | {} | {}
            {struct: {value: 'a'}}    | {struct: {value: 'a', port: 1}} | {"f:struct":{"f:port":{}}} | {} | {}
            {}                        | {struct: {value: 'a'}}        | {"f:struct":{".":{},"f:value":{}}} | {} | {}
            {struct: {value: 'a'}}    | {struct: {}}                  | {} | {} | {"f:struct":{"f:value":{}}}
            {struct: {value: 'a'}}    | {}                            | {} | {} | {"f:struct":{".":{},"f:value":{}}}
            {}                        | {struct: {}}                  | {"f:struct":{}} | {} | {}
            {struct: {}}              | {struct: null}                | {} | {"f:struct":{}} | {}
            {labels: {a: '1', b: '1'}}| {labels: {a: '2', c: '1'}}    | {"f:labels":{"f:c":{}}} | {"f:labels":{"f:a":{}}} | {"f:labels":{"f:b":{}}}
            {whole: {a: '1'}}         | {whole: {a: '1', b: '2'}}     | {} | {"f:whole":{}} | {}
            {atomic: {a: 1}}          | {atomic: {a: 2}}              | {} | {"f:atomic":{}} | {}
            {any: {a: 1}}             | {any: {a: 1.0}}               | {} | {} | {}
            {any: {a: 1}}             | {any: [1]}                    | {} | {"f:any":{}} | {}
            {open: {x: 'a'}}          | {open: {x: {y: 1}}}           | {"f:open":{"f:x":{"f:y":{}}}} | {"f:open":{"f:x":{}}} | {}
            {list: ['a', 'b']}        | {list: ['b', 'a']}            | {} | {"f:list":{}} | {}
            {set: ['a', 'b']}         | {set: ['c', 'b']}             | {"f:set":{"v:\\"c\\"":{}}} | {} | {"f:set":{"v:\\"a\\"":{}}}
            {set: ['a', 'b']}         | {set: ['b', 'a']}             | {} | {} | {}
            {set: ['a']}              | {set: []}                     | {} | {} | {"f:set":{"v:\\"a\\"":{}}}
            {}                        | {set: []}                     | {"f:set":{}} | {} | {}
            {set: ['a', 'a']}         | {set: ['a']}                  | {"f:set":{"v:\\"a\\"":{}}} | {} | {"f:set":{"v:\\"a\\"":{}}}
            {items: [{name: 'a'}, {name: 'b', value: '1'}]} | {items: [{name: 'b', value: '2'}, {name: 'a'}]} | {} | {"f:items":{"k:{\\"name\\":\\"b\\"}":{"f:value":{}}}} | {}
            {items: [{name: 'a'}]}    | {items: [{name: 'b', value: '1'}]} | {"f:items":{"k:{\\"name\\":\\"b\\"}":{".":{},"f:name":{},"f:value":{}}}} | {} | {"f:items":{"k:{\\"name\\":\\"a\\"}":{".":{},"f:name":{}}}}
            {items: [{name: 'a', value: '1'}, {name: 'a'}]} | {items: [{name: 'a', value: '2'}, {name: 'a'}]} | {} | {"f:items":{"k:{\\"name\\":\\"a\\"}":{}}} | {}
            {items: [{name: 'a', value: '1'}]} | {items: [{name: 'a'}, {name: 'a'}]} | {"f:items":{"k:{\\"name\\":\\"a\\"}":{}}} | {} | {"f:items":{"k:{\\"name\\":\\"a\\"}":{".":{},"f:name":{},"f:value":{}}}}
            {metadata: {uid: 'a', labels: {a: '1'}}, kind: 'A'} | {metadata: {uid: 'b', labels: {a: '2'}}, kind: 'B'} | {} | {"f:metadata":{"f:labels":{"f:a":{}}}} | {}
            """)
    void findsDifferences(String older, String newer, String added, String modified, String removed) {
        FieldComparison comparison = FieldSets.compare(object(older), object(newer), TestingKinds.SHAPES);

        assertThat(comparison.added()).as("added").hasToString(added);
        assertThat(comparison.modified()).as("modified").hasToString(modified);
        assertThat(comparison.removed()).as("removed").hasToString(removed);
    }

    /// What a stock server writes for `kubectl create` of such objects.
    @Test
    void ownsOfANewObjectWhatKubernetesSaysItOwns() {
        assertThat(FieldSets.compare(null, object("""
                {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web', labels: {app: 'web'}},
                 spec: {replicas: 1, selector: {matchLabels: {app: 'web'}}, strategy: {type: 'RollingUpdate',
                 rollingUpdate: {maxSurge: '25%'}}, template: {metadata: {labels: {app: 'web'}},
                 spec: {containers: [{name: 'web', image: 'web', resources: {}, ports: [{containerPort: 80}],
                 env: [{name: 'A', value: 'b'}]}]}}}, status: {}}"""), TestingKinds.DEPLOYMENT).changed())
                .hasToString("""
                {"f:metadata":{"f:labels":{".":{},"f:app":{}}},\
                "f:spec":{"f:replicas":{},"f:selector":{},\
                "f:strategy":{"f:rollingUpdate":{".":{},"f:maxSurge":{}},"f:type":{}},\
                "f:template":{"f:metadata":{"f:labels":{".":{},"f:app":{}}},\
                "f:spec":{"f:containers":{"k:{\\"name\\":\\"web\\"}":{".":{},\
                "f:env":{".":{},"k:{\\"name\\":\\"A\\"}":{".":{},"f:name":{},"f:value":{}}},"f:image":{},"f:name":{},\
                "f:ports":{".":{},"k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}":{".":{},"f:containerPort":{}}},\
                "f:resources":{}}}}}}}""");
    }
}
