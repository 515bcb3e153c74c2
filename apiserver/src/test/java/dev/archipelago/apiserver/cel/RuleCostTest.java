package dev.archipelago.apiserver.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.errors.FieldError;
import dev.archipelago.apiserver.crd.TestingYaml;
import dev.archipelago.apiserver.structural.StructuralSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/// What rules may cost at most, by what their schemas let in.
class RuleCostTest {
    private static List<String> check(String schema) {
        ObjectNode openApi = TestingYaml.parse(schema);
        StructuralSchema structural = StructuralSchema.of(openApi, CelRules.factory());
        assertThat(CelRules.check("s", structural.root())).isEmpty();
        return CelRules.checkCost("s", structural.root()).stream()
                .map(FieldError::toString)
                .toList();
    }

    private static List<String> check(String fields, String rule) {
        return check(
                "{type: object, properties: {spec: {type: object, properties: {%s}, x-kubernetes-validations: [{rule: \"%s\"}]}}}"
                        .formatted(fields, rule));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n: {type: integer} | self.n < 3",
                "s: {type: string, maxLength: 100} | self.s.matches('^[a-z]+$') && self.s.contains('ab')",
                "s: {type: string, enum: [a, bc]} | self.s.matches('^[a-z]+$')",
                "l: {type: array, maxItems: 100, items: {type: string, maxLength: 50}} | self.l.all(x, x.contains('a'))",
                "l: {type: array, maxItems: 30, items: {type: string, maxLength: 50}} | self.l.all(x, self.l.exists_one(y, x == y))",
                "l: {type: array, maxItems: 50, items: {type: string, maxLength: 50}} | self.l.filter(x, x.size() > 2).map(x, x + 'a').all(y, y.startsWith('b'))",
                "m: {type: object, maxProperties: 10, additionalProperties: {type: string, maxLength: 10}} | self.m.all(k, self.m[k].contains('x'))",
                "l: {type: array, items: {type: integer}} | self.l.all(x, x > 0)",
                "t: {type: string, format: date-time} | self.t > timestamp('2020-01-01T00:00:00Z')",
            })
    void boundedRulesAreAccepted(String fields, String rule) {
        assertThat(check(fields, rule)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s: {type: string} | self.s.matches('^[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+$')",
                "l: {type: array, items: {type: string}} | self.l.all(x, x.contains('some text'))",
                "l: {type: array, items: {type: integer}} | self.l.all(x, self.l.all(y, x <= y))",
                "l: {type: array, maxItems: 5000, items: {type: integer}} | self.l.all(x, self.l.exists_one(y, x == y))",
                "m: {type: object, additionalProperties: {type: string}} | self.m.all(k, self.m[k].contains('x'))",
            })
    void rulesThatNothingBoundsAreRefused(String fields, String rule) {
        assertThat(check(fields, rule))
                .first()
                .asString()
                .startsWith(
                        "s.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds"
                                + " budget by factor of ")
                .endsWith(
                        "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps,"
                                + " and strings are declared)");
    }

    /// A rule inside a list is evaluated for each item.
    @Test
    void costCountsForEachItem() {
        String schema = """
                {type: object, properties: {l: {type: array, %s items: {type: object, properties: {
                  s: {type: string, maxLength: 1000}},
                  x-kubernetes-validations: [{rule: "self.s.contains('abcdefghijklmnopqrst')"}]}}}}""";
        assertThat(check(schema.formatted("maxItems: 1000,"))).isEmpty();
        assertThat(check(schema.formatted("maxItems: 20000,")))
                .containsExactly(
                        "s.properties[l].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost"
                                + " exceeds budget by factor of 1.6x (try simplifying the rule, or adding maxItems,"
                                + " maxProperties, and maxLength where arrays, maps, and strings are declared)");
        assertThat(check(schema.formatted(""))).isNotEmpty();
    }

    @Test
    void costOfAllRulesIsLimited() {
        String rule = "{rule: \"self.l.all(x, self.l.all(y, x <= y))\"}";
        String schema = """
                {type: object, properties: {spec: {type: object, properties: {
                  l: {type: array, maxItems: 1250, items: {type: integer}}}, x-kubernetes-validations: [%s]}}}""";
        assertThat(check(schema.formatted(rule))).isEmpty();
        List<String> errors = check(schema.formatted(String.join(
                ", ", List.of(rule, rule, rule, rule, rule, rule, rule, rule, rule, rule, rule, rule, rule))));
        assertThat(errors).hasSize(5);
        assertThat(errors.getFirst())
                .isEqualTo(
                        "s.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule"
                                + " cost total exceeding cost limit for entire OpenAPIv3 schema");
        assertThat(errors.getLast())
                .startsWith(
                        "s: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema"
                                + " exceeds budget by factor of 1.");
    }
}
