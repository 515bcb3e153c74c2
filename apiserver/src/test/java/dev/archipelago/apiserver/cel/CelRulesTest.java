package dev.archipelago.apiserver.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.crd.TestingYaml;
import dev.archipelago.apiserver.structural.StructuralSchema;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class CelRulesTest {
    private static final String FIELDS = """
            type: object
            properties:
              n: {type: integer}
              d: {type: number}
              s: {type: string}
              b: {type: boolean}
              namespace: {type: string}
              a-b.c: {type: string}
              when: {type: string, format: date-time}
              wait: {type: string, format: duration}
              raw: {type: string, format: byte}
              either: {x-kubernetes-int-or-string: true}
              list: {type: array, items: {type: string}}
              numbers: {type: array, items: {type: integer}}
              map: {type: object, additionalProperties: {type: integer}}
              pod: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: object}}}
            """;

    @ParameterizedTest
    @MethodSource
    void seesValuesAsTheSchemaTypesThem(String rule) {
        String object = """
                {spec: {n: 3, d: 2, s: abc, namespace: ns, a-b.c: x, when: "2026-01-02T03:04:05Z", wait: 90s,
                  raw: aGk=, either: 5, list: [a, b, b], numbers: [1, 2, 3], map: {k: 1},
                  pod: {apiVersion: v1, kind: Pod, metadata: {name: p}}}}
                """;
        assertThat(errors(rule, object)).as(rule).isEmpty();
        assertThat(errors("!(" + rule + ")", object)).as("not " + rule).hasSize(1);
    }

    static Stream<String> seesValuesAsTheSchemaTypesThem() {
        return Stream.of(
                "self.n == 3 && self.n < 3.5",
                "self.d == 2.0",
                "!has(self.b) && has(self.s)",
                "self.__namespace__ == 'ns' && self.a__dash__b__dot__c == 'x'",
                "self.when < timestamp('2026-01-02T03:04:06Z') && self.when.getFullYear() == 2026",
                "self.wait == duration('1m30s')",
                "self.raw == b'hi'",
                "type(self.either) == int ? self.either == 5 : self.either == 'x'",
                "self.list.exists(x, x == 'a') && self.list.size() == 3",
                "self.map.all(k, k == 'k') && self.map['k'] == 1",
                "self.pod.kind == 'Pod' && self.pod.metadata.name == 'p'",
                "self.?b.orValue(true)",
                // strings
                "self.s.upperAscii() == 'ABC' && self.s.substring(1) == 'bc' && self.list.join('-') == 'a-b-b'",
                "'%s is %d, %.1f%%'.format([self.s, self.n, self.d]) == 'abc is 3, 2.0%'",
                "'%x %b %s'.format([255, true, self.list]) == 'ff 1 [a, b, b]'",
                "self.s.find('[bc]+') == 'bc' && self.s.findAll('[a-c]', 2) == ['a', 'b']",
                "self.s.matches('^a.c$')",
                // lists
                "self.numbers.sum() == 6 && self.numbers.min() == 1 && self.numbers.max() == 3",
                "self.numbers.isSorted() && ['b', 'a'].isSorted() == false",
                "self.list.indexOf('b') == 1 && self.list.lastIndexOf('b') == 2 && self.list.indexOf('z') == -1",
                "self.s.indexOf('c') == 2",
                "sets.contains(self.list, ['b']) && self.list.distinct() == ['a', 'b']",
                "self.list.all(i, v, i < 3 && v != 'z')",
                // quantities
                "isQuantity('1Gi') && !isQuantity('1X') && quantity('1Gi').isGreaterThan(quantity('1G'))",
                "quantity('500m').add(quantity('500m')) == quantity('1') && quantity('2').sub(1).asInteger() == 1",
                "!quantity('500m').isInteger() && quantity('500m').asApproximateFloat() == 0.5 && sign(quantity('-1')) == -1",
                "quantity('1k').compareTo(quantity('1000')) == 0",
                // addresses
                "isIP('10.0.0.1') && !isIP('10.0.0.01') && !isIP('::ffff:10.0.0.1')",
                "ip('2001:DB8::0:1') == ip('2001:db8::1') && ip.isCanonical('2001:db8::1') && !ip.isCanonical('2001:DB8::1')",
                "ip('127.0.0.1').isLoopback() && ip('10.0.0.1').family() == 4 && ip('fe80::1').isLinkLocalUnicast()",
                "ip('8.8.8.8').isGlobalUnicast() && ip('224.0.0.1').isLinkLocalMulticast() && ip('::').isUnspecified()",
                "isCIDR('10.0.0.0/8') && !isCIDR('10.0.0.0/33') && cidr('10.0.0.0/8').containsIP('10.1.2.3')",
                "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.0.0.0/16').containsCIDR(cidr('10.0.0.0/8'))",
                "cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8') && cidr('10.0.0.0/8').prefixLength() == 8",
                "cidr('10.1.2.3/8').ip() == ip('10.1.2.3') && string(ip('::1')) == '::1' && string(cidr('::/0')) == '::/0'",
                // URLs
                "isURL('https://h/p') && !isURL('h/p')",
                "url('https://u@h:80/p%20q?a=1&a=2').getHost() == 'h:80' && url('https://h:80').getPort() == '80'",
                "url('https://[::1]:80/p%20q').getHostname() == '::1' && url('https://h/p%20q').getEscapedPath() == '/p%20q'",
                "url('https://h/?a=1&a=2').getQuery()['a'] == ['1', '2'] && url('/x').getScheme() == ''",
                // formats
                "!format.dns1123Label().validate('a-b').hasValue() && format.dns1123Label().validate('A').hasValue()",
                "format.named('uuid').value().validate('x').value() == ['does not match the UUID format']",
                "!format.named('nothing').hasValue() && !format.labelValue().validate('').hasValue()",
                "!format.qualifiedName().validate('example.com/Name').hasValue()");
    }

    @ParameterizedTest
    @MethodSource
    void saysWhatKubernetesSays(String rules, String object, String[] expected) {
        assertThat(errors(TestingYaml.parse("{r: %s}".formatted(rules)).withArrayProperty("r"), object))
                .containsExactly(expected);
    }

    static Stream<Arguments> saysWhatKubernetesSays() {
        return Stream.of(
                row("[{rule: self.n < 3}]", "{spec: {n: 4}}", "spec: Invalid value: failed rule: self.n < 3"),
                row("[{rule: self.n < 3, message: too many}]", "{spec: {n: 4}}", "spec: Invalid value: too many"),
                row(
                        "[{rule: self.n < 3, message: too many, messageExpression: \"'got ' + string(self.n)\"}]",
                        "{spec: {n: 4}}",
                        "spec: Invalid value: got 4"),
                row(
                        "[{rule: self.n < 3, message: too many, messageExpression: \"'a\\\\n' + string(self.n)\"}]",
                        "{spec: {n: 4}}",
                        "spec: Invalid value: too many"),
                row(
                        "[{rule: self.n < 3, reason: FieldValueForbidden, fieldPath: .n, message: no}]",
                        "{spec: {n: 4}}",
                        "spec.n: Forbidden: no"),
                row(
                        "[{rule: has(self.s), reason: FieldValueRequired, fieldPath: .s, message: give one}]",
                        "{spec: {n: 4}}",
                        "spec.s: Required value: give one"),
                row(
                        "[{rule: \"self.map['a'] == 1\"}]",
                        "{spec: {map: {}}}",
                        "spec: Invalid value: \"object\": no such key: a evaluating rule: self.map['a'] == 1"),
                row(
                        "[{rule: \"self.list[1] == 'x'\"}]",
                        "{spec: {list: [a]}}",
                        "spec: Invalid value: \"object\": index out of bounds: 1 evaluating rule: self.list[1] == 'x'"),
                row(
                        "[{rule: 1 / self.n == 1}]",
                        "{spec: {n: 0}}",
                        "spec: Invalid value: \"object\": division by zero evaluating rule: 1 / self.n == 1"),
                row(
                        "[{rule: self.either < 3}]",
                        "{spec: {either: x}}",
                        "spec: Invalid value: \"object\": 'no such overload': call arguments did not match a supported"
                                + " operator, function or macro signature for rule: self.either < 3"),
                row(
                        "[{rule: \"quantity(self.s).isInteger()\"}]",
                        "{spec: {s: lots}}",
                        "spec: Invalid value: \"object\": quantities must match the regular expression"
                                + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$' evaluating rule:"
                                + " quantity(self.s).isInteger()"),
                row(
                        "[{rule: self.n < 3}, {rule: self.s == 'x'}]",
                        "{spec: {n: 4, s: y}}",
                        "spec: Invalid value: failed rule: self.n < 3",
                        "spec: Invalid value: failed rule: self.s == 'x'"));
    }

    @Test
    void showsTheValueOfAScalar() {
        StructuralSchema schema = StructuralSchema.of(TestingYaml.parse("""
                        type: object
                        properties:
                          sizes:
                            type: object
                            additionalProperties:
                              type: array
                              items: {type: integer, x-kubernetes-validations: [{rule: self % 2 == 0, message: odd}]}
                        """), CelRules.factory());
        assertThat(schema.validate(TestingYaml.parse("{sizes: {a: [2, 3], b: [4]}}")))
                .extracting(FieldError::toString)
                .containsExactly("sizes[a][1]: Invalid value: 3: odd");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "self.metadata.name.startsWith('a')",
                "self.spec.n == 3 && self.spec.inner.s == 'b'",
                "self.kind == 'Thing' && self.apiVersion == 'example.com/v1'",
            })
    void seesTheWholeObjectFromItsRoot(String rule) {
        String schema = """
                type: object
                x-kubernetes-validations: [{rule: "%s"}]
                properties:
                  metadata: {type: object}
                  spec: {type: object, properties: {n: {type: integer}, inner: {type: object, properties: {s: {type: string}}}}}
                """;
        ObjectNode object = TestingYaml.parse("""
                apiVersion: example.com/v1
                kind: Thing
                metadata: {name: ark}
                spec: {n: 3, inner: {s: b}}
                """);
        assertThat(read(schema.formatted(rule)).validate(object)).isEmpty();
        assertThat(read(schema.formatted("!(" + rule + ")")).validate(object)).hasSize(1);
    }

    private static StructuralSchema read(String schema) {
        return StructuralSchema.of(TestingYaml.parse(schema), CelRules.factory());
    }

    @Test
    void putsSchemaErrorsFirst() {
        assertThat(errors("self.n < 3", "{spec: {n: many}}"))
                .containsExactly(
                        "spec.n: Invalid value: \"string\": spec.n in body must be of type integer: \"string\"",
                        "<nil>: Invalid value: null: some validation rules were not checked because the object was"
                                + " invalid; correct the existing errors to complete validation");
    }

    @ParameterizedTest
    @MethodSource
    void comparesWithWhatWas(String rule, String old, String updated, String[] expected) {
        StructuralSchema schema =
                schema(TestingYaml.parse("{r: [%s]}".formatted(rule)).withArrayProperty("r"));
        assertThat(schema.validateUpdate(TestingYaml.parse(old), TestingYaml.parse(updated)))
                .extracting(FieldError::toString)
                .containsExactly(expected);
    }

    static Stream<Arguments> comparesWithWhatWas() {
        String immutable = "{rule: self.s == oldSelf.s, message: immutable}";
        String optional = "{rule: \"!oldSelf.hasValue() || self.n >= oldSelf.value().n\", optionalOldSelf: true,"
                + " message: never less}";
        String plain = "{rule: self.n < 3, message: too many}";
        return Stream.of(
                arguments(immutable, "{spec: {s: a}}", "{spec: {s: a, n: 1}}", new String[0]),
                arguments(
                        immutable, "{spec: {s: a}}", "{spec: {s: b}}", new String[] {"spec: Invalid value: immutable"}),
                arguments(immutable, "{}", "{spec: {s: b}}", new String[0]),
                arguments(optional, "{}", "{spec: {n: 1}}", new String[0]),
                arguments(
                        optional, "{spec: {n: 2}}", "{spec: {n: 1}}", new String[] {"spec: Invalid value: never less"}),
                // what was wrong and has not changed is tolerated
                arguments(plain, "{spec: {n: 5}}", "{spec: {n: 5}}", new String[0]),
                arguments(plain, "{spec: {n: 5}}", "{spec: {n: 6}}", new String[] {"spec: Invalid value: too many"}));
    }

    @Test
    void matchesItemsOfListsThatAreMaps() {
        StructuralSchema schema = StructuralSchema.of(TestingYaml.parse("""
                        type: object
                        properties:
                          ports:
                            type: array
                            x-kubernetes-list-type: map
                            x-kubernetes-list-map-keys: [name]
                            items:
                              type: object
                              properties: {name: {type: string}, port: {type: integer}}
                              x-kubernetes-validations: [{rule: self.port >= oldSelf.port, message: lower}]
                        """), CelRules.factory());
        ObjectNode old = TestingYaml.parse("{ports: [{name: a, port: 5}, {name: b, port: 6}]}");
        assertThat(schema.validateUpdate(
                        old,
                        TestingYaml.parse("{ports: [{name: c, port: 1}, {name: b, port: 5}, {name: a, port: 5}]}")))
                .extracting(FieldError::toString)
                .containsExactly("ports[1]: Invalid value: lower");
    }

    @ParameterizedTest
    @MethodSource
    void findsRulesThatCannotWork(String rule, String[] expected) {
        StructuralSchema schema =
                schema(TestingYaml.parse("{r: [%s]}".formatted(rule)).withArrayProperty("r"));
        assertThat(CelRules.check("s", schema.root()))
                .extracting(FieldError::toString)
                .containsExactly(expected);
    }

    static Stream<Arguments> findsRulesThatCannotWork() {
        String at = "s.properties[spec].x-kubernetes-validations[0].";
        String shown = "{\"Rule\":\"%s\",\"Message\":\"%s\",\"MessageExpression\":\"%s\",\"Reason\":null,"
                + "\"FieldPath\":\"\",\"OptionalOldSelf\":null}";
        return Stream.of(
                only("{rule: self.n < 3}"),
                only(
                        "{rule: self.m < 3}",
                        at + "rule: Invalid value: " + shown.formatted("self.m < 3", "", "")
                                + ": compilation failed: ERROR: <input>:1:5: undefined field 'm'\n | self.m < 3\n"
                                + " | ....^"),
                only(
                        "{rule: self.n}",
                        at + "rule: Invalid value: " + shown.formatted("self.n", "", "")
                                + ": cel expression must evaluate to a bool"),
                only(
                        "{rule: \"true\", messageExpression: self.n}",
                        at + "messageExpression: Invalid value: " + shown.formatted("true", "", "self.n")
                                + ": messageExpression must evaluate to a string"),
                only(
                        "{rule: \"true\", optionalOldSelf: true}",
                        at + "optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule"));
    }

    @Test
    void refusesTransitionRulesInListsThatAreNotMaps() {
        StructuralSchema schema = StructuralSchema.of(
                TestingYaml.parse("{type: object, properties: {a: {type: array, items: {type: string,"
                        + " x-kubernetes-validations: [{rule: self == oldSelf}]}}}}"),
                CelRules.factory());
        assertThat(CelRules.check("s", schema.root()))
                .extracting(FieldError::toString)
                .containsExactly("s.properties[a].items.x-kubernetes-validations[0].rule: Invalid value:"
                        + " \"self == oldSelf\": oldSelf cannot be used on the uncorrelatable portion of the schema"
                        + " within s.properties[a]");
    }

    @ParameterizedTest
    @MethodSource
    void endsRulesThatTakeTooLong(String rule) {
        ObjectNode object = TestingYaml.parse("{spec: {s: %s}}".formatted("x".repeat(10_000)));
        ArrayNode numbers = object.withObjectProperty("spec").putArray("numbers");
        for (int i = 0; i < 20_000; i++) {
            numbers.add(i);
        }
        assertThat(schema(rules(rule)).validate(object))
                .extracting(FieldError::toString)
                .containsExactly(
                        "spec: Invalid value: \"object\": 'operation cancelled: actual cost limit exceeded': no"
                                + " further validation rules will be run due to call cost exceeds limit for rule: "
                                + rule);
    }

    static Stream<String> endsRulesThatTakeTooLong() {
        return Stream.of(
                "self.numbers.all(x, self.numbers.all(y, x + y >= 0))",
                "self.numbers.all(x, (self.s + self.s).size() > 0)",
                "sets.equivalent(self.numbers, self.numbers)");
    }

    private static Arguments row(String rules, String object, String... expected) {
        return arguments(rules, object, expected);
    }

    private static Arguments only(String rule, String... expected) {
        return arguments(rule, expected);
    }

    private static ArrayNode rules(String rule) {
        ArrayNode rules = TestingYaml.parse("{}").withArrayProperty("r");
        rules.addObject().put("rule", rule);
        return rules;
    }

    private static StructuralSchema schema(ArrayNode rules) {
        ObjectNode spec = TestingYaml.parse(FIELDS);
        spec.set("x-kubernetes-validations", rules);
        ObjectNode schema = TestingYaml.parse("{type: object}");
        schema.putObject("properties").set("spec", spec);
        return StructuralSchema.of(schema, CelRules.factory());
    }

    private static List<String> errors(String rule, String object) {
        return errors(rules(rule), object);
    }

    private static List<String> errors(ArrayNode rules, String object) {
        return schema(rules).validate(TestingYaml.parse(object)).stream()
                .map(FieldError::toString)
                .toList();
    }
}
