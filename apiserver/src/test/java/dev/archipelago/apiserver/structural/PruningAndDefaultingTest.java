package dev.archipelago.apiserver.structural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.archipelago.apiserver.crd.TestingYaml;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class PruningAndDefaultingTest {

    @ParameterizedTest
    @MethodSource
    void dropsWhatIsNotKnown(String schema, String object, String expected, List<String> dropped) {
        ObjectNode value = TestingYaml.parse(object);
        assertThat(schema(schema).prune(value)).isEqualTo(dropped);
        assertThat(value).isEqualTo(TestingYaml.parse(expected));
    }

    static Stream<Arguments> dropsWhatIsNotKnown() {
        return Stream.of(
                arguments("{spec: {type: string}}", "{spec: x, other: 1}", "{spec: x}", List.of("other")),
                arguments(
                        "{a: {type: object, properties: {b: {type: string}}}}",
                        "{apiVersion: g/v1, kind: K, metadata: {name: n, labels: {l: x}, nmae: y}, a: {b: x, c: 1}}",
                        "{apiVersion: g/v1, kind: K, metadata: {name: n, labels: {l: x}}, a: {b: x}}",
                        List.of("a.c", "metadata.nmae")),
                arguments(
                        "{a: {type: array, items: {type: object, properties: {b: {type: string}}}}}",
                        "{a: [{b: x}, {c: y, d: z}]}",
                        "{a: [{b: x}, {}]}",
                        List.of("a[1].c", "a[1].d")),
                arguments(
                        "{a: {type: object, additionalProperties: {type: object, properties: {b: {type: string}}}}}",
                        "{a: {k: {b: x, c: y}}}",
                        "{a: {k: {b: x}}}",
                        List.of("a.k.c")),
                arguments(
                        "{a: {type: object, additionalProperties: true}}",
                        "{a: {k: {b: x}, l: 1}}",
                        "{a: {k: {}, l: 1}}",
                        List.of("a.k.b")),
                arguments(
                        "{a: {type: object, x-kubernetes-preserve-unknown-fields: true,"
                                + " properties: {b: {type: object, properties: {c: {type: string}}}}}}",
                        "{a: {free: {x: {y: 1}}, b: {c: x, d: y}}}",
                        "{a: {free: {x: {y: 1}}, b: {c: x}}}",
                        List.of("a.b.d")),
                arguments(
                        "{a: {x-kubernetes-preserve-unknown-fields: true}}",
                        "{a: [{b: 1}]}",
                        "{a: [{b: 1}]}",
                        List.of()),
                arguments(
                        "{a: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: string}}}}",
                        "{a: {apiVersion: v1, kind: K, metadata: {name: n, x: y}, spec: s, more: 1}}",
                        "{a: {apiVersion: v1, kind: K, metadata: {name: n}, spec: s}}",
                        List.of("a.metadata.x", "a.more")));
    }

    @ParameterizedTest
    @MethodSource
    void fillsInWhatIsLeftOut(String schema, String object, String expected) {
        ObjectNode value = TestingYaml.parse(object);
        schema(schema).applyDefaults(value);
        assertThat(value).isEqualTo(TestingYaml.parse(expected));
    }

    static Stream<Arguments> fillsInWhatIsLeftOut() {
        String nested = "{a: {type: object, default: {}, properties: {b: {type: integer, default: 1},"
                + " c: {type: object, properties: {d: {type: string, default: x}}}}}}";
        return Stream.of(
                arguments("{a: {type: integer, default: 3}}", "{}", "{a: 3}"),
                arguments("{a: {type: integer, default: 3}}", "{a: 4}", "{a: 4}"),
                arguments("{a: {type: integer, default: 3}}", "{a: null}", "{a: 3}"),
                arguments("{a: {type: integer, nullable: true, default: 3}}", "{a: null}", "{a: null}"),
                arguments("{a: {type: integer}}", "{a: null}", "{}"),
                arguments("{a: {type: integer, nullable: true}}", "{a: null}", "{a: null}"),
                arguments(nested, "{}", "{a: {b: 1}}"),
                arguments(nested, "{a: {c: {}}}", "{a: {b: 1, c: {d: x}}}"),
                arguments(
                        "{a: {type: array, items: {type: object, properties: {b: {type: string, default: x}}}}}",
                        "{a: [{}, {b: y}]}",
                        "{a: [{b: x}, {b: y}]}"),
                arguments("{a: {type: array, items: {type: integer, default: 7}}}", "{a: [1, null]}", "{a: [1, 7]}"),
                arguments(
                        "{a: {type: object, additionalProperties: {type: object, properties:"
                                + " {b: {type: string, default: x}}}}}",
                        "{a: {k: {}, l: null}}",
                        "{a: {k: {b: x}}}"));
    }

    @Test
    void sharesNoDefaultBetweenObjects() {
        StructuralSchema schema = schema("{a: {type: object, default: {b: 1}, properties: {b: {type: integer}}}}");
        ObjectNode first = TestingYaml.parse("{}");
        schema.applyDefaults(first);
        first.withObjectProperty("a").put("b", 2);
        ObjectNode second = TestingYaml.parse("{}");
        schema.applyDefaults(second);
        assertThat(second).isEqualTo(TestingYaml.parse("{a: {b: 1}}"));
    }

    private static StructuralSchema schema(String properties) {
        return StructuralSchema.of(
                TestingYaml.parse("{type: object, properties: %s}".formatted(properties)),
                SchemaValidationTest.noRules());
    }
}
