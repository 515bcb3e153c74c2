package dev.archipelago.apiserver.structural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.crd.TestingYaml;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StructuralCheckTest {

    @ParameterizedTest
    @MethodSource
    void tellsStructuralSchemasFromOthers(String schema, String[] expected) {
        assertThat(StructuralSchema.checkStructural("s", TestingYaml.parse(schema)))
                .extracting(FieldError::toString)
                .containsExactly(expected);
    }

    static Stream<Arguments> tellsStructuralSchemasFromOthers() {
        return Stream.of(
                row("{type: object}"),
                row("{}", "s.type: Required value: must not be empty at the root"),
                row("{type: string}", "s.type: Invalid value: \"string\": must be object at the root"),
                row(
                        "{type: object, additionalProperties: true}",
                        "s.additionalProperties: Forbidden: must not be used at the root"),
                row(
                        "{type: object, properties: {a: {}, b: {type: array}, c: {type: array, items: {}}}}",
                        "s.properties[a].type: Required value: must not be empty for specified object fields",
                        "s.properties[b].items: Required value: must be specified",
                        "s.properties[c].items.type: Required value: must not be empty for specified array items"),
                row("{type: object, properties: {a: {x-kubernetes-preserve-unknown-fields: true}}}"),
                row("{type: object, properties: {a: {x-kubernetes-int-or-string: true,"
                        + " anyOf: [{type: integer}, {type: string}]}}}"),
                row("{type: object, properties: {a: {x-kubernetes-int-or-string: true,"
                        + " allOf: [{anyOf: [{type: integer}, {type: string}]}, {pattern: x}]}}}"),
                row(
                        "{type: object, properties: {a: {type: integer, anyOf: [{type: integer}, {minimum: 1}]}}}",
                        "s.properties[a].anyOf[0].type: Forbidden: must be empty to be structural"),
                row(
                        "{type: object, properties: {a: {type: object}},"
                                + " anyOf: [{properties: {a: {properties: {b: {minimum: 1}}}}}]}",
                        "s.properties[a].properties[b]: Required value: because it is defined in"
                                + " s.anyOf[0].properties[a].properties[b]"),
                row(
                        "{type: object, not: {description: d, default: {}, nullable: true,"
                                + " properties: {metadata: {}}}, properties: {metadata: {type: object}}}",
                        "s.not.default: Forbidden: must be undefined to be structural",
                        "s.not.description: Forbidden: must be empty to be structural",
                        "s.not.nullable: Forbidden: must be false to be structural",
                        "s.not.properties[metadata]: Forbidden: must not be specified in a nested context"),
                row(
                        "{type: object, properties: {a: {type: string, pattern: '('}}}",
                        "s.properties[a].pattern: Invalid value: \"(\": must be a valid regular expression, but isn't:"
                                + " error parsing regexp: missing closing ): `(`"),
                row(
                        "{type: object, properties: {kind: {type: integer}, metadata: {type: object,"
                                + " properties: {labels: {type: object}}}}}",
                        "s.properties[kind].type: Invalid value: \"integer\": must be string",
                        "s.properties[metadata]: Forbidden: must not specify anything other than name and"
                                + " generateName, but metadata is implicitly specified"),
                row("{type: object, properties: {metadata: {type: object, properties:"
                        + " {name: {type: string, pattern: '^a'}}}}}"),
                row(
                        "{type: object, properties: {a: {x-kubernetes-embedded-resource: true}}}",
                        "s.properties[a].properties: Required value: must not be empty if"
                                + " x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
                        "s.properties[a].type: Required value: must be object if x-kubernetes-embedded-resource is"
                                + " true"));
    }

    @ParameterizedTest
    @MethodSource
    void wantsDefaultsThatFit(String property, String[] expected) {
        String schema = "{type: object, properties: {a: %s}}".formatted(property);
        assertThat(StructuralSchema.checkDefaults("s", TestingYaml.parse(schema), SchemaValidationTest.noRules()))
                .extracting(FieldError::toString)
                .containsExactly(expected);
    }

    static Stream<Arguments> wantsDefaultsThatFit() {
        return Stream.of(
                row("{type: integer, default: 1}"),
                row(
                        "{type: integer, default: x}",
                        "s.properties[a].default: Invalid value: \"string\":  in body must be of type integer:"
                                + " \"string\""),
                row(
                        "{type: object, default: {b: 1}, properties: {c: {type: string}}}",
                        "s.properties[a].default: Invalid value: {\"b\":1}: must not have unknown fields"),
                row(
                        "{type: object, default: {c: 1}, properties: {c: {type: string}}}",
                        "s.properties[a].default.c: Invalid value: \"integer\": c in body must be of type string:"
                                + " \"integer\""));
    }

    private static Arguments row(String schema, String... expected) {
        return arguments(schema, expected);
    }
}
