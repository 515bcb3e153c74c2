package dev.archipelago.apiserver.structural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.crd.TestingYaml;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaValidationTest {

    @ParameterizedTest
    @MethodSource
    void saysWhatKubernetesSays(String schema, String value, String[] expected) {
        assertThat(errors(schema, value)).containsExactly(expected);
    }

    static Stream<Arguments> saysWhatKubernetesSays() {
        return Stream.of(
                row("{type: integer, maximum: 5}", "5"),
                row(
                        "{type: integer, maximum: 5}",
                        "6",
                        "spec.x: Invalid value: 6: spec.x in body should be less than or equal to 5"),
                row(
                        "{type: integer, maximum: 5}",
                        "7",
                        "spec.x: Invalid value: 7: spec.x in body should be less than or equal to 5"),
                row(
                        "{type: integer, maximum: 5, exclusiveMaximum: true}",
                        "5",
                        "spec.x: Invalid value: 5: spec.x in body should be less than 5"),
                row(
                        "{type: number, minimum: 0.5}",
                        "0.25",
                        "spec.x: Invalid value: 0.25: spec.x in body should be greater than or equal to 0.5"),
                row(
                        "{type: number, minimum: 0, exclusiveMinimum: true}",
                        "0",
                        "spec.x: Invalid value: 0: spec.x in body should be greater than 0"),
                row(
                        "{type: number, maximum: 1000000}",
                        "2500000.5",
                        "spec.x: Invalid value: 2.5000005e+06: spec.x in body should be less than or equal to 1e+06"),
                row(
                        "{type: integer, multipleOf: 3}",
                        "10",
                        "spec.x: Invalid value: 10: spec.x in body should be a multiple of 3"),
                row("{type: number, multipleOf: 0.5}", "1.5"),
                row("{type: integer}", "1.0"),
                row(
                        "{type: integer}",
                        "1.5",
                        "spec.x: Invalid value: \"number\": spec.x in body must be of type integer: \"number\""),
                row(
                        "{type: integer, format: int64}",
                        "1.5",
                        "spec.x: Invalid value: \"float64\": spec.x in body must be of type int64: \"float64\""),
                row("{type: integer, format: int32}", "2147483647"),
                row(
                        "{type: integer, format: int32}",
                        "2147483648",
                        "<nil>: Invalid value: \"\": Checked value must be of type integer with format int32 in spec.x"),
                row(
                        "{type: string}",
                        "7",
                        "spec.x: Invalid value: \"integer\": spec.x in body must be of type string: \"integer\""),
                row(
                        "{type: string}",
                        "null",
                        "spec.x: Invalid value: \"null\": spec.x in body must be of type string: \"null\""),
                row("{type: string, nullable: true}", "null"),
                row(
                        "{type: object}",
                        "[]",
                        "spec.x: Invalid value: \"array\": spec.x in body must be of type object: \"array\""),
                row(
                        "{type: boolean}",
                        "\"true\"",
                        "spec.x: Invalid value: \"string\": spec.x in body must be of type boolean: \"string\""),
                row("{x-kubernetes-int-or-string: true}", "50%"),
                row("{x-kubernetes-int-or-string: true}", "50"),
                row(
                        "{x-kubernetes-int-or-string: true}",
                        "true",
                        "spec.x: Invalid value: \"boolean\": spec.x in body must be of type integer,string: \"boolean\""),
                row("{type: string, maxLength: 3}", "äöü"),
                row("{type: string, maxLength: 3}", "abcd", "spec.x: Too long: may not be more than 3 bytes"),
                row("{type: string, maxLength: 1}", "ab", "spec.x: Too long: may not be more than 1 byte"),
                row(
                        "{type: string, minLength: 3}",
                        "ab",
                        "spec.x: Invalid value: \"ab\": spec.x in body should be at least 3 chars long"),
                row(
                        "{type: string, pattern: '^[a-z]+$'}",
                        "Ab",
                        "spec.x: Invalid value: \"Ab\": spec.x in body should match '^[a-z]+$'"),
                row("{type: string, pattern: 'b'}", "abc"),
                row(
                        "{type: string, enum: [a, b]}",
                        "c",
                        "spec.x: Unsupported value: \"c\": supported values: \"a\", \"b\""),
                row(
                        "{type: integer, enum: [1, 2]}",
                        "3",
                        "spec.x: Unsupported value: 3: supported values: \"1\", \"2\""),
                row(
                        "{type: array, items: {type: string}, minItems: 2}",
                        "[a]",
                        "spec.x: Invalid value: 1: spec.x in body should have at least 2 items"),
                row(
                        "{type: array, items: {type: string}, maxItems: 1}",
                        "[a, b]",
                        "spec.x: Too many: 2: must have at most 1 item"),
                row(
                        "{type: array, items: {type: string}}",
                        "[a, 1, {}]",
                        "spec.x[1]: Invalid value: \"integer\": spec.x[1] in body must be of type string: \"integer\"",
                        "spec.x[2]: Invalid value: \"object\": spec.x[2] in body must be of type string: \"object\""),
                row(
                        "{type: object, additionalProperties: {type: integer}, minProperties: 2, maxProperties: 3}",
                        "{a: b}",
                        "spec.x: Invalid value: 1: spec.x in body should have at least 2 properties",
                        "spec.x.a: Invalid value: \"string\": spec.x.a in body must be of type integer: \"string\""),
                row(
                        "{type: object, additionalProperties: {type: integer}, maxProperties: 1}",
                        "{a: 1, b: 2}",
                        "spec.x: Too many: 2: must have at most 1 item"),
                row(
                        "{type: object, required: [a, b], properties: {a: {type: string}, b: {type: string}}}",
                        "{a: x}",
                        "spec.x.b: Required value"));
    }

    @ParameterizedTest
    @MethodSource
    void readsFormats(String format, String fine, String wrong) {
        String schema = "{type: string, format: %s}".formatted(format);
        assertThat(errors(schema, '"' + fine + '"')).isEmpty();
        assertThat(errors(schema, '"' + wrong + '"'))
                .containsExactly("spec.x: Invalid value: \"%2$s\": spec.x in body must be of type %1$s: \"%2$s\""
                        .formatted(format, wrong));
    }

    static Stream<Arguments> readsFormats() {
        return Stream.of(
                arguments("date-time", "2026-02-28T23:59:59.5+01:00", "2026-02-28 23:59:59Z"),
                arguments("date-time", "2026-02-28t00:00:00z", "2026-02-30T00:00:00Z"),
                arguments("date", "2024-02-29", "2023-02-29"),
                arguments("duration", "1h30m", "soon"),
                arguments("duration", "3 days", "days 3"),
                arguments("byte", "aGk=", "aGk"),
                arguments("email", "a.b@example.org", "a@"),
                arguments("uuid", "123E4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-42661417400"),
                arguments("uuid4", "123e4567-e89b-42d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174000"),
                arguments("ipv4", "10.0.0.255", "10.0.0.256"),
                arguments("ipv6", "2001:db8::1", "2001:db8::1::2"),
                arguments("ipv6", "::ffff:10.0.0.1", "10.0.0.1"),
                arguments("cidr", "10.0.0.0/8", "10.0.0.0/33"),
                arguments("mac", "00:1a:2b:3c:4d:5e", "00:1a:2b:3c:4d"),
                arguments("hostname", "www.example.org", "www.example.o1"),
                arguments("hostname", "localhost", "-localhost"),
                arguments("uri", "https://example.org/a?b=c", "example.org/a"),
                arguments("k8s-short-name", "a-1", "a.b"),
                arguments("k8s-long-name", "a.b-1", "a..b"));
    }

    @Test
    void ignoresFormatsThatAreNotKnown() {
        assertThat(errors("{type: string, format: colour}", "blue")).isEmpty();
    }

    @Test
    void namesTheFormatWhenTextIsMissing() {
        assertThat(errors("{type: string, format: date-time}", "12"))
                .containsExactly(
                        "spec.x: Invalid value: \"int64\": spec.x in body must be of type date-time: \"int64\"");
    }

    @ParameterizedTest
    @MethodSource
    void combinesSchemas(String schema, String value, String[] expected) {
        assertThat(errors(schema, value)).containsExactly(expected);
    }

    static Stream<Arguments> combinesSchemas() {
        String oneOf = "{type: object, properties: {a: {type: string}, b: {type: string}},"
                + " oneOf: [{required: [a]}, {required: [b]}]}";
        String anyOf = "{type: integer, anyOf: [{minimum: 10}, {maximum: 2}]}";
        return Stream.of(
                row(oneOf, "{a: x}"),
                row(
                        oneOf,
                        "{}",
                        "<nil>: Invalid value: \"\": \"spec.x\" must validate one and only one schema (oneOf)."
                                + " Found none valid",
                        "spec.x.a: Required value"),
                row(
                        oneOf,
                        "{a: x, b: y}",
                        "<nil>: Invalid value: \"\": \"spec.x\" must validate one and only one schema (oneOf)."
                                + " Found 2 valid alternatives"),
                row(anyOf, "1"),
                row(
                        anyOf,
                        "5",
                        "<nil>: Invalid value: \"\": \"spec.x\" must validate at least one schema (anyOf)",
                        "spec.x: Invalid value: 5: spec.x in body should be greater than or equal to 10"),
                row(
                        "{type: integer, allOf: [{minimum: 10}, {maximum: 20}]}",
                        "5",
                        "spec.x: Invalid value: 5: spec.x in body should be greater than or equal to 10",
                        "<nil>: Invalid value: \"\": \"spec.x\" must validate all the schemas (allOf)"),
                row(
                        "{type: string, not: {pattern: '^no'}}",
                        "nothing",
                        "<nil>: Invalid value: \"\": \"spec.x\" must not validate the schema (not)"));
    }

    @ParameterizedTest
    @MethodSource
    void keepsSetsAndMapsFreeOfRepetitions(String schema, String value, String[] expected) {
        assertThat(errors(schema, value)).containsExactly(expected);
    }

    static Stream<Arguments> keepsSetsAndMapsFreeOfRepetitions() {
        String set = "{type: array, x-kubernetes-list-type: set, items: {type: string}}";
        String one = "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name],"
                + " items: {type: object, properties: {name: {type: string}, v: {type: string}}}}";
        String two = "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [port, protocol],"
                + " items: {type: object, properties: {port: {type: integer}, protocol: {type: string}}}}";
        return Stream.of(
                row(set, "[a, b, c]"),
                row(set, "[a, b, a, a]", "spec.x[2]: Duplicate value: \"a\""),
                row(one, "[{name: a}, {name: b}]"),
                row(one, "[{name: a, v: x}, {name: a, v: y}]", "spec.x[1]: Duplicate value: {\"name\":\"a\"}"),
                row(one, "[{v: x}, {v: y}]", "spec.x[1]: Duplicate value: {}"),
                row(two, "[{port: 1, protocol: TCP}, {port: 1, protocol: UDP}]"),
                row(
                        two,
                        "[{port: 1, protocol: TCP}, {port: 1, protocol: TCP}]",
                        "spec.x[1]: Duplicate value: {\"port\":1,\"protocol\":\"TCP\"}"));
    }

    @ParameterizedTest
    @MethodSource
    void toleratesWhatWasWrongAndHasNotChanged(String schema, String old, String value, String[] expected) {
        StructuralSchema structural = schema(schema);
        List<FieldError> errors = structural.validateUpdate(
                TestingYaml.parse("{spec: {x: %s}}".formatted(old)),
                TestingYaml.parse("{spec: {y: new, x: %s}}".formatted(value)));
        assertThat(errors).extracting(FieldError::toString).containsExactly(expected);
    }

    static Stream<Arguments> toleratesWhatWasWrongAndHasNotChanged() {
        String list = "{type: array, items: {type: object, properties: {name: {type: string}, v: {type: integer}}}%s}";
        String atomic = list.formatted("");
        String map = list.formatted(", x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name]");
        String set = "{type: array, x-kubernetes-list-type: set, items: {type: string}}";
        String wrong = "spec.x[%1$d].v: Invalid value: \"string\": spec.x[%1$d].v in body must be of type integer:"
                + " \"string\"";
        return Stream.of(
                arguments("{type: integer, maximum: 5}", "7", "7", none()),
                arguments("{type: integer, maximum: 5}", "7", "8", new String[] {
                    "spec.x: Invalid value: 8: spec.x in body should be less than or equal to 5"
                }),
                arguments(atomic, "[{name: a, v: x}]", "[{name: a, v: x}]", none()),
                arguments(
                        atomic, "[{name: a, v: x}]", "[{name: a, v: x}, {name: b}]", new String[] {wrong.formatted(0)}),
                arguments(map, "[{name: a, v: x}]", "[{name: b, v: 1}, {name: a, v: x}]", none()),
                arguments(
                        map, "[{name: a, v: x}]", "[{name: b, v: x}, {name: a, v: x}]", new String[] {wrong.formatted(0)
                        }),
                arguments(set, "[a, a]", "[a, a, b, b]", none()),
                arguments(set, "[a]", "[a, a]", new String[] {"spec.x[1]: Duplicate value: \"a\""}));
    }

    @Test
    void namesFieldsOfTheStatusAsKubernetesDoes() {
        StructuralSchema structural = StructuralSchema.of(
                TestingYaml.parse(
                        "{type: object, properties: {status: {type: object, properties: {n: {type: integer}}}}}"),
                noRules());
        assertThat(structural.validateStatusUpdate(
                        TestingYaml.parse("{status: {n: 1}}"), TestingYaml.parse("{status: {n: one}}")))
                .extracting(FieldError::toString)
                .containsExactly("status.n: Invalid value: \"string\": n in body must be of type integer: \"string\"");
    }

    @Test
    void wantsEmbeddedObjectsToSayWhatTheyAre() {
        String schema =
                "{type: object, x-kubernetes-embedded-resource: true," + " x-kubernetes-preserve-unknown-fields: true}";
        assertThat(errors(schema, "{apiVersion: v1, kind: Pod, spec: {}}")).isEmpty();
        assertThat(errors(schema, "{apiVersion: a/b/c, kind: ''}"))
                .containsExactly(
                        "spec.x.apiVersion: Invalid value: \"a/b/c\": unexpected GroupVersion string: a/b/c",
                        "spec.x.kind: Invalid value: \"\": must not be empty");
        assertThat(errors(schema, "{metadata: {}}"))
                .containsExactly("spec.x.apiVersion: Required value", "spec.x.kind: Required value");
    }

    @Test
    void doesNotListErrorsWithoutEnd() {
        String list = "[" + "x, ".repeat(20_000) + "x]";
        assertThat(errors("{type: array, items: {type: integer}}", list)).hasSize(200);
        assertThat(errors("{type: array, x-kubernetes-list-type: set, items: {type: integer}}", list))
                .hasSize(201);
    }

    @Test
    void matchesHostilePatternsInLinearTime() {
        String schema = "{type: string, pattern: '^(a+)+$'}";
        assertThat(errors(schema, "a".repeat(5_000) + "!")).hasSize(1);
    }

    private static Arguments row(String schema, String value, String... expected) {
        return arguments(schema, value, expected);
    }

    private static String[] none() {
        return new String[0];
    }

    static RuleChecker.Factory noRules() {
        return (node, resource) -> {
            throw new AssertionError("no rules here");
        };
    }

    private static StructuralSchema schema(String schema) {
        return StructuralSchema.of(
                TestingYaml.parse(
                        "{type: object, properties: {spec: {type: object, properties: {y: {type: string}, x: %s}}}}"
                                .formatted(schema)),
                noRules());
    }

    private static List<String> errors(String schema, String value) {
        return schema(schema).validate(TestingYaml.parse("{spec: {x: %s}}".formatted(value))).stream()
                .map(FieldError::toString)
                .toList();
    }
}
