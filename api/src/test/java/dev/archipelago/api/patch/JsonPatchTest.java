package dev.archipelago.api.patch;

import static dev.archipelago.api.patch.TestingJson.json;
import static dev.archipelago.api.patch.TestingJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.archipelago.api.errors.ApiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class JsonPatchTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {a: 1}             | [{op: 'add', path: '/b', value: 2}]                             | {a: 1, b: 2}
            {a: 1}             | [{op: 'add', path: '/a', value: [1]}]                           | {a: [1]}
            {a: 1}             | [{op: 'add', path: '/b', value: null}]                          | {a: 1, b: null}
            {a: [1, 3]}        | [{op: 'add', path: '/a/1', value: 2}]                           | {a: [1, 2, 3]}
            {a: [1]}           | [{op: 'add', path: '/a/-', value: 2}]                           | {a: [1, 2]}
            {a: [1]}           | [{op: 'add', path: '/a/1', value: 2}]                           | {a: [1, 2]}
            {a: [1]}           | [{op: 'add', path: '/a/-1', value: 2}]                          | {a: [1, 2]}
            {a: 1}             | [{op: 'add', path: '', value: {b: 2}}]                          | {b: 2}
            {a: {b: {c: 1}}}   | [{op: 'remove', path: '/a/b/c'}]                                | {a: {b: {}}}
            {a: [1, 2, 3]}     | [{op: 'remove', path: '/a/1'}]                                  | {a: [1, 3]}
            {a: [1, 2, 3]}     | [{op: 'remove', path: '/a/-1'}]                                 | {a: [1, 2]}
            {a: [1, 2]}        | [{op: 'replace', path: '/a/0', value: {b: 1}}]                  | {a: [{b: 1}, 2]}
            {a: 1}             | [{op: 'replace', path: '/b', value: 2}]                         | {a: 1, b: 2}
            {a: 1}             | [{op: 'replace', path: '', value: {c: 3}}]                      | {c: 3}
            {a: {b: 1}, c: {}} | [{op: 'move', from: '/a/b', path: '/c/d'}]                      | {a: {}, c: {d: 1}}
            {a: [1, 2, 3]}     | [{op: 'move', from: '/a/0', path: '/a/2'}]                      | {a: [2, 3, 1]}
            {a: {b: [1]}}      | [{op: 'copy', from: '/a', path: '/c'}]                          | {a: {b: [1]}, c: {b: [1]}}
            {a: {b: 1}}        | [{op: 'copy', from: '/a', path: '/a/c'}]                        | {a: {b: 1, c: {b: 1}}}
            {a: {b: 1}}        | [{op: 'test', path: '/a', value: {b: 1.0}}]                     | {a: {b: 1}}
            {a: 1}             | [{op: 'test', path: '/b', value: null}]                         | {a: 1}
            {a: 1}             | [{op: 'test', path: '', value: {a: 1}}]                         | {a: 1}
            {'a/b': 1, '~': 2} | [{op: 'add', path: '/a~1b', value: 3}, {op: 'remove', path: '/~0'}] | {'a/b': 3}
            {'~1': 1}          | [{op: 'replace', path: '/~01', value: 2}]                       | {'~1': 2}
            {'': 1}            | [{op: 'replace', path: '/', value: 2}]                          | {'': 2}
            {a: 1}             | []                                                              | {a: 1}
            {}  | [{op: 'add', path: '/a', value: {}}, {op: 'add', path: '/a/b', value: 1}]      | {a: {b: 1}}
            """)
    void applies(String current, String patch, String expected) {
        ObjectNode before = object(current);
        JsonNode operations = json(patch);

        assertThat(JsonPatch.apply(before, operations)).isEqualTo(object(expected));

        assertThat(before).as("the object is left alone").isEqualTo(object(current));
        assertThat(operations).as("the patch is left alone").isEqualTo(json(patch));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            422 | [{op: 'test', path: '/a', value: 2}]            | testing value /a failed: test failed
            422 | [{op: 'test', path: '/a', value: '1'}]          | testing value /a failed: test failed
            422 | [{op: 'remove', path: '/b'}]                    | remove operation does not apply: doc is missing path: "/b"
            422 | [{op: 'remove', path: ''}]                      | the whole document cannot be removed
            422 | [{op: 'add', path: '/b/c', value: 1}]           | add operation does not apply: doc is missing path: "/b/c"
            422 | [{op: 'add', path: '/a/c', value: 1}]           | add operation does not apply: doc is missing path: "/a/c"
            422 | [{op: 'replace', path: '/list/2', value: 1}]    | Unable to access invalid index: 2
            422 | [{op: 'add', path: '/list/3', value: 1}]        | Unable to access invalid index: 3
            422 | [{op: 'add', path: '/list/x', value: 1}]        | Unable to access invalid index: x
            422 | [{op: 'remove', path: '/list/-3'}]              | Unable to access invalid index: -3
            422 | [{op: 'copy', from: '/b', path: '/c'}]          | copy operation does not apply: doc is missing path: "/b"
            422 | [{op: 'move', from: '/o', path: '/o/p'}]        | move operation does not apply: doc is missing path: "/o/p"
            422 | [{op: 'add', path: '', value: 1}]               | the result of the patch is not an object
            400 | {op: 'add'}                                     | a JSON patch must be a list of operations
            400 | ['add']                                         | JSON patch operation 0 is not an object
            400 | [{path: '/a'}]                                  | JSON patch operation 0 has no "op"
            400 | [{op: 'add', value: 1}]                         | JSON patch operation 0 has no "path"
            400 | [{op: 'add', path: 1, value: 1}]                | JSON patch operation 0 has no "path"
            400 | [{op: 'add', path: '/a'}]                       | JSON patch operation 0 has no "value"
            400 | [{op: 'move', path: '/a'}]                      | JSON patch operation 0 has no "from"
            400 | [{op: 'merge', path: '/a'}]                     | JSON patch operation 0 has the unknown op "merge"
            400 | [{op: 'remove', path: 'a'}]                     | JSON patch path "a" must be empty or begin with "/"
            """)
    void refuses(int code, String patch, String message) {
        ApiException error = refused(object("{a: 1, o: {}, list: [1, 2]}"), json(patch));

        assertThat(error.getMessage()).contains(message);
        assertThat(error.reason().code()).isEqualTo(code);
    }

    @Test
    void refusesTooManyOperations() {
        ArrayNode patch = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i <= JsonPatch.OPERATIONS_MAX; i++) {
            patch.add(json("{op: 'add', path: '/a', value: 1}"));
        }

        ApiException error = refused(object("{}"), patch);

        assertThat(error.reason().code()).isEqualTo(413);
        assertThat(error.getMessage()).isEqualTo("The allowed maximum operations in a JSON patch is 10000, got 10001");
    }

    @Test
    void copiesCannotGrowTheObjectWithoutEnd() {
        ArrayNode doubling = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < 100; i++) {
            doubling.add(json("{op: 'copy', from: '/a', path: '/a/x" + i + "'}"));
        }
        ArrayNode nesting = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < 600; i++) {
            nesting.add(json("{op: 'copy', from: '/a', path: '/a/x'}"));
        }

        assertThat(refused(object("{a: {}}"), doubling).getMessage()).contains("at most 3145728 bytes");
        assertThat(refused(object("{a: {}}"), nesting).getMessage()).contains("levels");
    }

    @Test
    void sharesWhatIsNotTouched() {
        ObjectNode before = object("{a: {b: 1}, c: {d: 1}}");

        ObjectNode after = JsonPatch.apply(before, json("[{op: 'add', path: '/a/b', value: 2}]"));

        assertThat(after.get("c")).isSameAs(before.get("c"));
        assertThat(after.get("a")).isNotSameAs(before.get("a"));
    }

    private static ApiException refused(ObjectNode current, JsonNode patch) {
        ApiException error = catchThrowableOfType(ApiException.class, () -> JsonPatch.apply(current, patch));
        assertThat(error).isNotNull();
        return error;
    }
}
