package dev.archipelago.apiserver.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.objects.Json;
import dev.archipelago.apiserver.authz.Attributes;
import dev.archipelago.apiserver.authz.RbacIndex;
import dev.archipelago.apiserver.cel.PolicyExpression.Result;
import dev.archipelago.apiserver.crd.TestingYaml;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/// Expressions of admission policies: what they see, what they make, and where they end.
class PolicyRunTest {
    private static final UserInfo ANN = UserInfo.of("ann", "dev", UserInfo.MASTERS);

    private final List<Attributes> asked = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "object.spec.replicas == 3 && oldObject == null",
                "object.metadata.labels.exists(key, key == 'app') && object.metadata.labels['app'] == 'web'",
                "request.operation == 'CREATE' && request.userInfo.username == 'ann'",
                "request.userInfo.groups.exists(group, group == 'dev')",
                "namespaceObject.metadata.labels['env'] == 'prod'",
                "params.limit == 5 && object.spec.replicas <= params.limit",
                "!has(object.spec.missing) && object.spec.?missing.orValue(7) == 7",
                "authorizer.group('apps').resource('deployments').namespace('n').name('x').check('delete').allowed()",
                "!authorizer.serviceAccount('n', 'robot').group('').resource('pods').check('get').allowed()",
                "authorizer.requestResource.check('create').allowed()",
                "authorizer.path('/healthz').check('get').allowed()",
                "!authorizer.serviceAccount('n', 'robot').path('/secret').check('get').allowed()",
                "!authorizer.path('/').check('get').errored() && authorizer.path('/').check('get').error() == ''",
                "authorizer.path('/').check('get').reason() != 'x'",
                "semver('1.10.0').isGreaterThan(semver('1.9.3')) && !isSemver('1.2') && isSemver('v1.2', true)",
                "semver('1.0.0-rc.2').isLessThan(semver('1.0.0')) && semver('1.2.3').minor() == 2",
                "semver('1.0.0-2').compareTo(semver('1.0.0-10')) == -1",
                "quantity('1Gi').isGreaterThan(quantity('500Mi')) && ip('10.0.0.1').family() == 4",
                "cidr('10.0.0.0/8').containsIP('10.2.3.4') && url('https://a/b').getHost() == 'a'",
                "'abc'.find('b+') == 'b' && [1, 2, 3].sum() == 6 && 'n: %d'.format([3]) == 'n: 3'"
            })
    void seesTheRequestAndTheFunctionsOfKubernetes(String expression) throws ExpressionException {
        PolicyCompiler compiler = PolicyCompiler.validating(true);

        assertThat(run(compiler).holds(compiler.compile(expression, Result.CONDITION, true)))
                .isTrue();
    }

    @Test
    void anAuthorizerIsAskedForTheUserOfTheRequest() throws ExpressionException {
        PolicyCompiler compiler = PolicyCompiler.validating(false);
        String expression =
                "authorizer.group('apps').resource('deployments').subresource('scale').check('get')" + ".allowed()";

        boolean _ = run(compiler).holds(compiler.compile(expression, Result.CONDITION, true));

        assertThat(asked)
                .containsExactly(Attributes.ofResource(ANN, "get", "apps", "*", "deployments", "scale", "", ""));
    }

    @Test
    void variablesAreEvaluatedWhenTheyAreNamedAndOnce() throws ExpressionException {
        PolicyCompiler compiler = PolicyCompiler.validating(false);
        compiler.declare("allowed", "authorizer.group('').resource('pods').check('list').allowed()");
        compiler.declare("broken", "object.spec.missing");
        compiler.declare("twice", "variables.allowed && variables.allowed");
        PolicyRun run = run(compiler);

        assertThat(run.holds(compiler.compile("true", Result.CONDITION, true))).isTrue();
        assertThat(asked).isEmpty();
        run.holds(compiler.compile("variables.twice || variables.allowed", Result.CONDITION, true));
        assertThat(asked).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "object.spec.missing == 1 | no such key: missing",
                "variables.broken == 1 | composited variable \"broken\" fails to evaluate: no such key: missing",
                "variables.wrong == 1 | composited variable \"wrong\" fails to compile",
                "request.namespace == 'a' | no such key: namespace",
                "object.spec.replicas / 0 == 1 | division by zero",
                "authorizer.path('') .check('get').allowed() | path must not be empty"
            })
    void saysWhyThereIsNoAnswer(String expression, String error) throws ExpressionException {
        PolicyCompiler compiler = PolicyCompiler.validating(false);
        compiler.declare("broken", "object.spec.missing");
        assertThatThrownBy(() -> compiler.declare("wrong", "nothing")).isInstanceOf(ExpressionException.class);
        PolicyExpression compiled = compiler.compile(expression, Result.CONDITION, true);

        assertThatThrownBy(() -> run(compiler).holds(compiled))
                .hasMessageContaining("expression '" + expression + "' resulted in error: " + error);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CONDITION | object.spec.replicas | must evaluate to bool",
                "CONDITION | params.limit == 5 | undeclared reference to 'params'",
                "CONDITION | request.nothing == '' | undefined field 'nothing'",
                "CONDITION | variables.later == 1 | undefined field 'later'",
                "CONDITION | Object{} == null | undeclared reference",
                "TEXT | 1 | must evaluate to string",
                "TEXT_OR_NULL | 1 | must evaluate to one of [string null_type]",
                "TEXT | authorizer.path('/').check('get').reason() | undeclared reference to 'authorizer'"
            })
    void refusesWhatDoesNotCompile(Result result, String expression, String message) {
        PolicyCompiler compiler = PolicyCompiler.validating(false);

        assertThatThrownBy(() -> compiler.compile(expression, result, result == Result.CONDITION))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining(message);
    }

    @Test
    void anExpressionThatCostsTooMuchEnds() throws ExpressionException {
        PolicyCompiler compiler = PolicyCompiler.validating(false);
        PolicyExpression endless = compiler.compile(
                "object.many.all(a, object.many.all(b, object.many.all(c, a + b + c >= 0)))", Result.CONDITION, true);

        assertThatThrownBy(() -> run(compiler).holds(endless))
                .hasMessageContaining("operation cancelled: actual cost limit exceeded");
    }

    @Test
    void aPolicyThatCostsTooMuchEnds() throws ExpressionException {
        PolicyCompiler compiler = PolicyCompiler.validating(false);
        PolicyExpression asking =
                compiler.compile("authorizer.path('/').check('get').allowed()", Result.CONDITION, true);
        PolicyRun run = run(compiler);
        int answers = 0;
        while (!run.isOutOfBudget()) {
            try {
                boolean _ = run.holds(asking);
                answers++;
            } catch (ExpressionException e) {
                assertThat(e).hasMessageContaining("running out of cost budget");
            }
        }

        assertThat(answers).isEqualTo(28);
    }

    @Test
    void aConfigurationIsMadeOfNamedTypes() throws ExpressionException {
        PolicyCompiler compiler = PolicyCompiler.mutating(false);
        compiler.declare("side", "'side-' + object.metadata.name");
        PolicyExpression expression = compiler.compile("""
            Object{
              metadata: Object.metadata{labels: {'a/b': 'c'}},
              spec: Object.spec{
                replicas: object.spec.replicas + 1,
                containers: [Object.spec.containers{name: variables.side}]
              }
            }\
            """, Result.APPLY_CONFIGURATION, true);

        assertThat(run(compiler).applyConfiguration(expression)).isEqualTo(Json.MAPPER.readTree("""
            {"metadata":{"labels":{"a/b":"c"}},"spec":{"replicas":4,"containers":[{"name":"side-web"}]}}\
            """));
    }

    @Test
    void aConfigurationOfTheWrongTypeIsRefused() throws ExpressionException {
        PolicyCompiler compiler = PolicyCompiler.mutating(false);
        PolicyExpression wrong =
                compiler.compile("Object{spec: Object.status{replicas: 1}}", Result.APPLY_CONFIGURATION, true);

        assertThatThrownBy(() -> run(compiler).applyConfiguration(wrong))
                .hasMessageContaining("unexpected type name \"Object.status\", expected \"Object.spec\"");
        assertThatThrownBy(() -> compiler.compile("{'a': 1}", Result.APPLY_CONFIGURATION, true))
                .hasMessageContaining("must evaluate to Object");
    }

    @Test
    void aPatchIsAListOfOperations() throws ExpressionException {
        PolicyCompiler compiler = PolicyCompiler.mutating(false);
        PolicyExpression expression = compiler.compile("""
            object.spec.replicas < 5 ? [
              JSONPatch{op: 'test', path: '/spec/replicas', value: 3},
              JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('a/b~c'), value: 'x'},
              JSONPatch{op: 'copy', from: '/a', path: '/b'},
              JSONPatch{op: 'add', path: '/spec/template', value: Object.spec.template{spec: Object.spec.template.spec{}}}
            ] : []\
            """, Result.JSON_PATCH, true);

        assertThat(run(compiler).jsonPatch(expression)).isEqualTo(Json.MAPPER.readTree("""
            [{"op":"test","path":"/spec/replicas","value":3},\
            {"op":"add","path":"/metadata/labels/a~1b~0c","value":"x"},\
            {"op":"copy","from":"/a","path":"/b"},\
            {"op":"add","path":"/spec/template","value":{"spec":{}}}]\
            """));
        assertThatThrownBy(() -> compiler.compile("[JSONPatch{op: 1}]", Result.JSON_PATCH, true))
                .hasMessageContaining("expected type of field 'op' is 'string'");
    }

    private PolicyRun run(PolicyCompiler compiler) {
        StringBuilder many =
                new StringBuilder("{metadata: {name: web, labels: {app: web}}, spec: {replicas: 3}, many: [");
        for (int i = 0; i < 200; i++) {
            many.append(i).append(", ");
        }
        JsonNode object = TestingYaml.parse(many.append("0]}").toString());
        JsonNode request = TestingYaml.parse("""
            {operation: CREATE, resource: {group: apps, version: v1, resource: deployments},
             userInfo: {username: ann, groups: [dev]}}\
            """);
        JsonNode namespace = TestingYaml.parse("{metadata: {name: n, labels: {env: prod}}}");
        RbacIndex rbac = new RbacIndex();
        PolicyInput input = PolicyInput.of(object, NullNode.getInstance(), request, namespace, ANN, attributes -> {
            asked.add(attributes);
            return rbac.authorize(attributes);
        });
        return new PolicyRun(compiler.declared(), input, TestingYaml.parse("{limit: 5}"), PolicyRun.BUDGET);
    }
}
