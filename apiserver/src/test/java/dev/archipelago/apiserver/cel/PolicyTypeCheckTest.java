package dev.archipelago.apiserver.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.crd.TestingYaml;
import dev.archipelago.model.kinds.BuiltinKinds;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PolicyTypeCheckTest {
    private static final PolicyTypeCheck.Kind DEPLOYMENT = new PolicyTypeCheck.Kind(
            "apps/v1, Kind=Deployment", BuiltinKinds.type("apps.v1.Deployment"), Optional.empty());
    private static final PolicyTypeCheck.Kind WIDGET = new PolicyTypeCheck.Kind(
            "example.org/v1, Kind=Widget", BuiltinKinds.type("core.v1.ConfigMap"), Optional.of(TestingYaml.parse("""
                {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}\
                """)));

    @Test
    void aFieldThatAKindDoesNotHaveIsToldWithItsPlace() {
        assertThat(check("""
            {validations: [{expression: 'object.spec.replicas > 1'},
                           {expression: 'object.spec.replica > 1', messageExpression: "'x' + object.spec.wrong"}]}\
            """, DEPLOYMENT))
                .satisfiesExactly(
                        first -> {
                            assertThat(first.field()).isEqualTo("spec.validations[1].expression");
                            assertThat(first.text())
                                    .startsWith(
                                            "apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'replica'");
                        },
                        second -> assertThat(second.field()).isEqualTo("spec.validations[1].messageExpression"));
    }

    @Test
    void typesGoThroughVariablesListsAndMaps() {
        assertThat(check("""
            {variables: [{name: containers, expression: object.spec.template.spec.containers}],
             validations: [{expression: "variables.containers.all(c, c.image.startsWith('a'))"},
                           {expression: "object.metadata.labels['a'] == 'b'"},
                           {expression: "object.metadata.creationTimestamp > timestamp('2020-01-01T00:00:00Z')"},
                           {expression: "variables.containers.all(c, c.images == 'a')"}]}\
            """, DEPLOYMENT))
                .singleElement()
                .satisfies(warning -> assertThat(warning.field()).isEqualTo("spec.validations[3].expression"));
    }

    @Test
    void customKindsAndParametersAreChecked() {
        JsonNode spec = TestingYaml.parse("""
            {paramKind: {apiVersion: example.org/v1, kind: Widget},
             validations: [{expression: 'object.spec.size < params.spec.size'},
                           {expression: 'object.spec.size < params.spec.sise'}]}\
            """);

        assertThat(PolicyTypeCheck.check(spec, List.of(WIDGET), WIDGET))
                .singleElement()
                .satisfies(warning -> assertThat(warning.text()).contains("undefined field 'sise'"));
    }

    private static List<PolicyTypeCheck.Warning> check(String spec, PolicyTypeCheck.Kind... kinds) {
        return PolicyTypeCheck.check(TestingYaml.parse(spec), List.of(kinds), null);
    }
}
