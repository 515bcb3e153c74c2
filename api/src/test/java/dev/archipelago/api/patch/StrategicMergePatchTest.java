package dev.archipelago.api.patch;

import static dev.archipelago.api.patch.TestingJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.api.errors.ApiException;
import dev.archipelago.model.kinds.BuiltinKinds;
import dev.archipelago.model.schema.Field;
import dev.archipelago.model.schema.Field.PatchStrategy;
import dev.archipelago.model.schema.Schema;
import dev.archipelago.model.schema.Schema.ListOf;
import dev.archipelago.model.schema.Schema.ListType;
import dev.archipelago.model.schema.Schema.MapOf;
import dev.archipelago.model.schema.Schema.Scalar;
import dev.archipelago.model.schema.Schema.ScalarType;
import dev.archipelago.model.schema.Struct;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class StrategicMergePatchTest {
    private static final Struct SCHEMA = schema();

    /// A type with one field of every kind that merging tells apart; `items` holds the type itself.
    private static Struct schema() {
        Struct item = new Struct("Item", false, false);
        Schema text = new Scalar(ScalarType.STRING);
        Schema numbers = new ListOf(new Scalar(ScalarType.INT64), ListType.ATOMIC, List.of());
        Schema items = new ListOf(item, ListType.ATOMIC, List.of());
        add(item, "name", text, null);
        add(item, "value", text, null);
        add(item, "other", text, null);
        add(item, "items", items, "name", PatchStrategy.MERGE);
        add(item, "plain", items, null);
        add(item, "set", numbers, null, PatchStrategy.MERGE);
        add(item, "numbers", numbers, null);
        add(item, "labels", new MapOf(text, false), null);
        add(item, "raw", new Schema.Any(), null, PatchStrategy.REPLACE);
        add(item, "union", item, null, PatchStrategy.RETAIN_KEYS);
        add(item, "keyless", items, null, PatchStrategy.MERGE);
        add(item, "volumes", items, "name", PatchStrategy.MERGE, PatchStrategy.RETAIN_KEYS);
        return item;
    }

    private static void add(
            Struct struct, String name, Schema schema, @Nullable String mergeKey, PatchStrategy... strategies) {
        struct.add(new Field(name, schema, false, Set.of(strategies), mergeKey));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # fields and maps
            {name: 'a', value: 'b'}   | {value: 'c'}                                | {name: 'a', value: 'c'}
            {name: 'a', value: 'b'}   | {value: null, other: null}                  | {name: 'a'}
            {labels: {a: '1', b: '2'}}| {labels: {a: null, c: '3'}}                 | {labels: {b: '2', c: '3'}}
            {}                        | {labels: {a: null, c: '3'}}                 | {labels: {c: '3'}}
            {labels: {a: '1'}}        | {labels: {$patch: 'replace', b: '2'}}       | {labels: {b: '2'}}
            {labels: {a: '1'}}        | {labels: {$patch: 'delete'}}                | {labels: {}}
            {labels: {a: '1'}}        | {labels: {$patch: 'merge', b: '2'}}         | {labels: {a: '1', b: '2'}}
            {}                        | {labels: {$patch: 'delete'}}                | {}
            {}                        | {labels: {$patch: 'replace', a: '1'}}       | {labels: {a: '1'}}
            {name: 'a', value: 'b'}   | {$patch: 'replace', other: 'c'}             | {other: 'c'}
            {name: 'a', value: 'b'}   | {$patch: 'replace'}                         | {}
            {labels: null}            | {labels: {a: '1'}}                          | {labels: {a: '1'}}
            {raw: {a: 1, b: {c: 1}}}  | {raw: {b: {d: null}}}                       | {raw: {b: {d: null}}}
            {union: {name: 'a'}}      | {union: {value: 'b'}}                       | {union: {name: 'a', value: 'b'}}
            {unknown: {a: 1, b: [1]}} | {unknown: {b: [2], c: {d: null}}}           | {unknown: {a: 1, b: [2], c: {}}}

            # lists that are replaced
            {numbers: [1, 2]}         | {numbers: [3]}                              | {numbers: [3]}
            {numbers: [1, 2]}         | {numbers: []}                               | {numbers: []}
            {plain: [{name: 'a', value: 'b'}]} | {plain: [{name: 'a', other: null}]}| {plain: [{name: 'a'}]}

            # lists of objects that merge
            {items: [{name: 'a'}]}    | {items: [{name: 'a', value: 'b'}]}          | {items: [{name: 'a', value: 'b'}]}
            {items: [{name: 'a', value: 'b'}]} | {items: [{name: 'a', value: null}]}| {items: [{name: 'a'}]}
            {items: [{name: 'a'}]}    | {items: [{name: 'b', value: null}]}         | {items: [{name: 'b'}, {name: 'a'}]}
            {items: [{name: 1}]}      | {items: [{name: 1, value: 'b'}]}            | {items: [{name: 1, value: 'b'}]}
            {items: [{name: 'a'}, {name: 'b'}]} | {items: [{name: 'a', $patch: 'delete'}]} | {items: [{name: 'b'}]}
            {items: [{name: 'a'}, {name: 'a'}, {name: 'b'}]} | {items: [{name: 'a', $patch: 'delete'}]} | {items: [{name: 'b'}]}
            {items: [{name: 'a'}]}    | {items: [{name: 'x', $patch: 'delete'}]}    | {items: [{name: 'a'}]}
            {}                        | {items: [{name: 'x', $patch: 'delete'}]}    | {items: []}
            {items: [{name: 'a'}]}    | {items: [{$patch: 'replace'}, {name: 'b'}]} | {items: [{name: 'b'}]}
            {items: [{name: 'a'}]}    | {items: [{$patch: 'replace'}]}              | {items: []}
            {items: [{name: 'a'}]}    | {items: [{name: 'a', $patch: 'merge', value: 'b'}]} | {items: [{name: 'a', value: 'b'}]}
            {items: [{name: 'a'}]}    | {items: null}                               | {}
            {items: []}               | {items: []}                                 | {items: []}
            {items: [{name: 'a', items: [{name: 'b'}]}]} | {items: [{name: 'a', items: [{name: 'b', value: 'c'}]}]} | {items: [{name: 'a', items: [{name: 'b', value: 'c'}]}]}
            {items: [{name: 'a', plain: [{name: 'b'}]}]} | {items: [{name: 'a', plain: [{name: 'c'}]}]} | {items: [{name: 'a', plain: [{name: 'c'}]}]}

            # lists of scalars that merge
            {set: [1, 2]}             | {set: [2, 3]}                               | {set: [1, 2, 3]}
            {set: [1, 2, 3]}          | {set: [3, 1]}                               | {set: [2, 3, 1]}
            {set: [1, 2, 3]}          | {set: [3, 1, 2]}                            | {set: [3, 1, 2]}
            {set: [1, 2, 3]}          | {'$deleteFromPrimitiveList/set': [2]}       | {set: [1, 3]}
            {set: [1, 2]}             | {'$deleteFromPrimitiveList/set': [3]}       | {set: [1, 2]}
            {name: 'a'}               | {'$deleteFromPrimitiveList/set': [3]}       | {name: 'a'}
            {numbers: [1, 2, 3]}      | {'$deleteFromPrimitiveList/numbers': [2]}   | {numbers: [1, 3]}
            {set: [1, 2, 1]}          | {'$deleteFromPrimitiveList/set': [1], set: [4]} | {set: [4, 2]}

            # the order of items
            {items: [{name: 'a'}, {name: 'b'}, {name: 'c'}]} | {items: [{name: 'c', value: '1'}, {name: 'a', value: '1'}]} | {items: [{name: 'b'}, {name: 'c', value: '1'}, {name: 'a', value: '1'}]}
            {items: [{name: 'a'}, {name: 'b'}]}  | {'$setElementOrder/items': [{name: 'b'}, {name: 'a'}]} | {items: [{name: 'b'}, {name: 'a'}]}
            {items: [{name: 'a'}, {name: 'c'}]}  | {'$setElementOrder/items': [{name: 'c'}, {name: 'x'}, {name: 'a'}], items: [{name: 'c', value: '3'}]} | {items: [{name: 'c', value: '3'}, {name: 'a'}]}
            {items: [{name: 'a'}, {name: 's'}, {name: 'b'}]} | {'$setElementOrder/items': [{name: 'b'}, {name: 'a'}]} | {items: [{name: 's'}, {name: 'b'}, {name: 'a'}]}
            {items: [{name: 'a'}, {name: 'b'}, {name: 's'}]} | {'$setElementOrder/items': [{name: 'a'}, {name: 'n'}, {name: 'b'}], items: [{name: 'n'}]} | {items: [{name: 'a'}, {name: 'n'}, {name: 'b'}, {name: 's'}]}
            {items: [{name: 's'}, {name: 'a'}]} | {'$setElementOrder/items': [{name: 'n'}, {name: 'a'}], items: [{name: 'n'}]} | {items: [{name: 'n'}, {name: 's'}, {name: 'a'}]}
            {items: [{name: 'a'}, {name: 'b'}]}  | {'$setElementOrder/items': [{name: 'b'}], items: [{name: 'a', $patch: 'delete'}]} | {items: [{name: 'b'}]}
            {items: [{name: 'a'}, {name: 'b'}, {name: 's'}]} | {'$setElementOrder/items': [{name: 'b'}, {name: 'n'}], items: [{name: 'n'}, {name: 'a', $patch: 'delete'}]} | {items: [{name: 'b'}, {name: 's'}, {name: 'n'}]}
            {set: [1, 2, 3, 2, 4]}    | {'$setElementOrder/set': [2, 1, 4, 3, 2]}   | {set: [2, 2, 1, 4, 3]}
            {set: [1, 2, 2]}          | {set: [3]}                                  | {set: [3, 1, 2]}
            {name: 'x'}               | {'$setElementOrder/items': [{name: 'a'}]}   | {name: 'x'}
            {}                        | {'$setElementOrder/items': [{name: 'a'}], items: [{name: 'a'}]} | {items: [{name: 'a'}]}
            {items: [{name: 'a'}]}    | {'$setElementOrder/items': [], items: null} | {}
            {set: [1, 3]}             | {'$setElementOrder/set': [3, 2, 1]}         | {set: [3, 1]}
            {set: [1, 2, 3]}          | {'$setElementOrder/set': [3, 4, 1], set: [4], '$deleteFromPrimitiveList/set': [2]} | {set: [3, 4, 1]}
            {labels: {a: '1'}}        | {labels: {b: '2'}, union: {'$setElementOrder/items': [{name: 'a'}], items: [{name: 'a'}]}} | {labels: {a: '1', b: '2'}, union: {items: [{name: 'a'}]}}

            # retained keys
            {union: {name: 'a', value: 'b'}} | {union: {$retainKeys: ['name', 'other'], other: 'c'}} | {union: {name: 'a', other: 'c'}}
            {union: {name: 'a', value: 'b'}} | {union: {$retainKeys: ['other'], other: 'c', name: null}} | {union: {other: 'c'}}
            {union: {name: 'a', set: [1]}}   | {union: {$retainKeys: ['set'], '$setElementOrder/set': [2, 1], set: [2]}} | {union: {set: [2, 1]}}
            {volumes: [{name: 'a', value: 'b'}]} | {volumes: [{name: 'a', other: 'c', $retainKeys: ['name', 'other']}]} | {volumes: [{name: 'a', other: 'c'}]}
            """)
    void merges(String current, String patch, String expected) {
        ObjectNode before = object(current);
        ObjectNode change = object(patch);

        assertThat(StrategicMergePatch.apply(before, change, SCHEMA)).isEqualTo(object(expected));

        assertThat(before).as("the object is left alone").isEqualTo(object(current));
        assertThat(change).as("the patch is left alone").isEqualTo(object(patch));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            422 | {items: [{value: 'b'}]}                            | items[0]: does not contain declared merge key: name
            422 | {items: [{name: 'a', items: [{value: 'b'}]}]}      | items[0].items[0]: does not contain declared merge key: name
            422 | {items: [{$patch: 'delete', value: 'b'}]}          | items[0]: does not contain declared merge key: name
            422 | {items: ['a']}                                     | items: list element types are not identical
            422 | {set: [[1]]}                                       | set: lists of lists are not supported
            422 | {keyless: [{name: 'a'}]}                           | keyless: cannot merge lists without merge key
            422 | {'$setElementOrder/items': [{name: 'a'}, {name: 'b'}], items: [{name: 'b'}, {name: 'a'}]} | items: The order in patch list doesn't match $setElementOrder list
            422 | {'$setElementOrder/set': [1, 2], set: [3]}         | set: The order in patch list doesn't match $setElementOrder list: 3 in [1,2]
            422 | {'$setElementOrder/items': [{value: 'a'}]}         | items[0]: does not contain declared merge key: name
            400 | {'$setElementOrder/items': ['a']}                  | items: invalid patch format of setElementOrder list
            400 | {'$setElementOrder/items': 'a'}                    | invalid patch format of setElementOrder list
            400 | {'$setElementOrder': []}                           | invalid patch format of setElementOrder list
            400 | {'$setElementOrder/items': [], items: 'a'}         | items: expected a list
            400 | {'$deleteFromPrimitiveList': [1]}                  | invalid patch format of primitive list
            400 | {'$deleteFromPrimitiveList/set': 1}                | invalid patch format of primitive list
            400 | {labels: {$retainKeys: 'a'}}                       | labels: invalid patch format of retainKeys
            400 | {labels: {$retainKeys: ['a'], b: '1'}}             | labels: invalid patch format of retainKeys: it does not list the field b
            400 | {labels: {$patch: 'keep'}}                         | labels: unknown patch type: "keep"
            400 | {items: [{name: 'a', $patch: 'keep'}]}             | items[0]: unknown patch type: "keep"
            """)
    void refuses(int code, String patch, String message) {
        ObjectNode current = object(
                "{items: [{name: 'a', items: [{name: 'x'}]}], set: [1], keyless: [{name: 'x'}], labels: {a: '1'}}");

        ApiException error = catchThrowableOfType(
                ApiException.class, () -> StrategicMergePatch.apply(current, object(patch), SCHEMA));

        assertThat(error).isNotNull();
        assertThat(error.getMessage()).startsWith(message);
        assertThat(error.reason().code()).isEqualTo(code);
    }

    /// What kubectl sends for everyday changes.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            core.v1.Pod | {spec: {containers: [{name: 'a', image: 'x'}, {name: 'b'}]}} | {spec: {containers: [{name: 'a', image: 'y'}]}} | {spec: {containers: [{name: 'a', image: 'y'}, {name: 'b'}]}}
            core.v1.Pod | {spec: {tolerations: [{key: 'a'}, {key: 'b'}]}} | {spec: {tolerations: [{key: 'c'}]}} | {spec: {tolerations: [{key: 'c'}]}}
            core.v1.Pod | {metadata: {finalizers: ['a']}} | {metadata: {finalizers: ['b'], '$deleteFromPrimitiveList/finalizers': ['a']}} | {metadata: {finalizers: ['b']}}
            core.v1.Pod | {metadata: {ownerReferences: [{uid: '1', name: 'a'}]}} | {metadata: {ownerReferences: [{uid: '1', $patch: 'delete'}]}} | {metadata: {ownerReferences: []}}
            core.v1.Pod | {spec: {volumes: [{name: 'v', emptyDir: {}}]}} | {spec: {volumes: [{name: 'v', configMap: {name: 'c'}, $retainKeys: ['name', 'configMap']}]}} | {spec: {volumes: [{name: 'v', configMap: {name: 'c'}}]}}
            core.v1.Pod | {spec: {containers: [{name: 'a', env: [{name: 'E', value: '1'}], args: ['x']}]}} | {spec: {containers: [{name: 'a', env: [{name: 'F', value: '2'}], args: ['y']}]}} | {spec: {containers: [{name: 'a', env: [{name: 'F', value: '2'}, {name: 'E', value: '1'}], args: ['y']}]}}
            core.v1.Pod | {status: {conditions: [{type: 'Ready', status: 'False'}]}} | {status: {'$setElementOrder/conditions': [{type: 'Init'}, {type: 'Ready'}], conditions: [{type: 'Init', status: 'True'}]}} | {status: {conditions: [{type: 'Init', status: 'True'}, {type: 'Ready', status: 'False'}]}}
            core.v1.Service | {spec: {ports: [{port: 80, name: 'http'}, {port: 443}], selector: {a: '1'}}} | {spec: {ports: [{port: 80, targetPort: 8080}], selector: {b: '2'}}} | {spec: {ports: [{port: 80, name: 'http', targetPort: 8080}, {port: 443}], selector: {a: '1', b: '2'}}}
            apps.v1.Deployment | {spec: {strategy: {type: 'RollingUpdate', rollingUpdate: {maxSurge: 1}}}} | {spec: {strategy: {$retainKeys: ['type'], type: 'Recreate'}}} | {spec: {strategy: {type: 'Recreate'}}}
            apps.v1.Deployment | {spec: {template: {metadata: {annotations: {a: '1'}}}}} | {spec: {template: {metadata: {annotations: {'kubectl.kubernetes.io/restartedAt': 'now'}}}}} | {spec: {template: {metadata: {annotations: {a: '1', 'kubectl.kubernetes.io/restartedAt': 'now'}}}}}
            """)
    void mergesBuiltInKinds(String type, String current, String patch, String expected) {
        assertThat(StrategicMergePatch.apply(object(current), object(patch), BuiltinKinds.type(type)))
                .isEqualTo(object(expected));
    }

    @Test
    void sharesWhatIsNotTouched() {
        ObjectNode before = object("{union: {name: 'a'}, items: [{name: 'a'}, {name: 'b'}]}");

        ObjectNode after = StrategicMergePatch.apply(before, object("{items: [{name: 'b', value: 'c'}]}"), SCHEMA);

        assertThat(after.get("union")).isSameAs(before.get("union"));
        assertThat(after.get("items").get(0)).isSameAs(before.get("items").get(0));
    }
}
