package dev.archipelago.apiserver.admission;

import static dev.archipelago.apiserver.admission.PolicyServer.MAPS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.apiserver.crd.TestingYaml;
import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import dev.archipelago.model.kinds.GroupVersionKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Validating admission policies over HTTP, from the object that declares one to what it does to requests.
@ExtendWith(OwnServer.class)
@Timeout(120)
class ValidatingPoliciesIT {
    private static final String MAPS_RULE =
            "resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [configmaps]}]";
    private static final String DENY = "{policyName: p, validationActions: [Deny]}";

    private final TestingApiServer server;
    private final TestingClient client;
    private final PolicyServer policies;

    ValidatingPoliciesIT(TestingApiServer server) {
        this.server = server;
        client = server.admin();
        policies = new PolicyServer(client);
    }

    /// A policy about ConfigMaps that refuses `probe`.
    private static String spec(String validation, String more) {
        return """
            {matchConstraints: {%s}, %s
             validations: [{expression: "object == null || object.metadata.name != 'probe'"}, %s]}\
            """.formatted(MAPS_RULE, more, validation);
    }

    @Test
    void aRequestThatAPolicyIsAgainstIsRefusedWithItsMessage() {
        policies.validating("p", spec("""
            {expression: 'variables.size <= 1', message: too much, reason: Forbidden,
             messageExpression: "'has %d entries'.format([variables.size])"},
            {expression: "!('forbidden' in object.?data.orValue({}))"}\
            """, """
            variables: [{name: size, expression: 'size(object.?data.orValue({}))'}],\
            """), DENY);

        Answer refused = client.post(MAPS, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"x\":\"1\",\"y\":\"2\"}}");
        Answer plain = client.post(MAPS, "{\"metadata\":{\"name\":\"b\"},\"data\":{\"forbidden\":\"1\"}}");
        Answer fine = client.post(MAPS, "{\"metadata\":{\"name\":\"c\"},\"data\":{\"x\":\"1\"}}");

        assertThat(refused.code()).isEqualTo(403);
        assertThat(refused.at("message"))
                .isEqualTo("configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' denied"
                        + " request: has 2 entries");
        assertThat(refused.at("reason")).isEqualTo("Forbidden");
        assertThat(plain.code()).isEqualTo(422);
        assertThat(plain.at("details.causes.0.message"))
                .isEqualTo("ValidatingAdmissionPolicy 'p' with binding 'p' denied request: failed expression:"
                        + " !('forbidden' in object.?data.orValue({}))");
        assertThat(fine.code()).isEqualTo(201);
        assertThat(client.merge(MAPS + "/c", "{\"data\":{\"y\":\"2\"}}").code())
                .as("updates too")
                .isEqualTo(403);
    }

    @Test
    void aWarningLetsTheRequestPass() {
        policies.validating("p", spec("{expression: 'false', message: never}", ""), DENY);
        client.delete("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/p");
        policies.create("validatingadmissionpolicybindings", "w", "{policyName: p, validationActions: [Warn, Audit]}");
        Answer answer = PolicyServer.await(
                () -> policies.map("a", "?dryRun=All"),
                made -> !made.response().headers().allValues("Warning").isEmpty());

        assertThat(answer.code()).isEqualTo(201);
        assertThat(answer.response().headers().allValues("Warning"))
                .singleElement()
                .asString()
                .contains("Validation failed for ValidatingAdmissionPolicy 'p' with binding 'w': never");
    }

    @Test
    void deletesAndWritersInTheProcessAreHeldAgainstIt() {
        policies.validating(
                "p",
                spec("{expression: \"request.operation != 'DELETE' || !has(oldObject.metadata.labels)\"}", ""),
                DENY);
        client.post(MAPS, "{\"metadata\":{\"name\":\"kept\",\"labels\":{\"keep\":\"me\"}}}");
        client.post(MAPS, "{\"metadata\":{\"name\":\"free\"}}");

        assertThat(client.delete(MAPS + "/kept").code()).isEqualTo(422);
        assertThat(client.delete(MAPS + "/free").code()).isEqualTo(200);
        assertThatThrownBy(() -> server.server()
                        .local(UserInfo.of("system:masters-too", UserInfo.MASTERS), "test")
                        .create(
                                AnyObject.kind(GroupVersionKind.of("v1", "ConfigMap"), "configmaps", true),
                                TestingYaml.parse("{apiVersion: v1, kind: ConfigMap, metadata: {name: probe,"
                                        + " namespace: default}}")))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("ValidatingAdmissionPolicy 'p'");
    }

    @Test
    void requestsToConnectAndToEvictAreHeldAgainstIt() {
        policies.validating("p", """
            {matchConstraints: {resourceRules: [
               {apiGroups: [''], apiVersions: [v1], operations: [CONNECT], resources: [pods/exec]},
               {apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods/eviction, configmaps]}]},
             validations: [{expression: "request.resource.resource != 'configmaps'"},
                           {expression: "request.operation != 'CONNECT' || object.command[0] != 'sh'", message: no shells},
                           {expression: "request.kind.kind != 'Eviction'", message: no evictions}]}\
            """, DENY);
        client.post("/api/v1/namespaces/default/pods", """
            {"metadata":{"name":"a"},"spec":{"containers":[{"name":"c","image":"i"}]}}\
            """);
        String pod = "/api/v1/namespaces/default/pods/a";

        assertThat(client.post(pod + "/exec?command=sh&stdin=true", "").text()).contains("no shells");
        assertThat(client.post(pod + "/exec?command=ls", "").text()).doesNotContain("denied request");
        assertThat(client.post(pod + "/eviction", "{\"metadata\":{\"name\":\"a\"}}")
                        .text())
                .contains("no evictions");
        assertThat(client.get(pod).code()).isEqualTo(200);
    }

    @Test
    void parametersAreFoundByNameAndBySelector() {
        client.post(
                MAPS, "{\"metadata\":{\"name\":\"low\",\"labels\":{\"use\":\"limits\"}},\"data\":{\"most\":\"3\"}}");
        client.post(
                MAPS, "{\"metadata\":{\"name\":\"high\",\"labels\":{\"use\":\"limits\"}},\"data\":{\"most\":\"9\"}}");
        String pods = """
            {paramKind: {apiVersion: v1, kind: ConfigMap},
             matchConstraints: {resourceRules: [
               {apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [secrets, configmaps]}]},
             matchConditions: [{name: known, expression: "params == null || has(params.data)"}],
             validations: [{expression: "object.metadata.name != 'probe'"},
                           {expression: "size(object.?data.orValue({})) <= int(params.data.most)",
                            messageExpression: "'at most ' + params.data.most"}]}\
            """;
        policies.validating("p", pods, """
            {policyName: p, validationActions: [Deny],
             paramRef: {name: high, namespace: default, parameterNotFoundAction: Deny}}\
            """);

        assertThat(secret("a", 5).code()).isEqualTo(201);
        assertThat(secret("b", 10).text()).contains("at most 9");

        policies.create("validatingadmissionpolicybindings", "q", """
            {policyName: p, validationActions: [Deny],
             paramRef: {selector: {matchLabels: {use: limits}}, parameterNotFoundAction: Allow}}\
            """);
        PolicyServer.await(() -> secret("c", 5, "?dryRun=All"), answer -> answer.code() != 201);
        assertThat(secret("d", 5).text()).as("each of them is asked").contains("at most 3");
    }

    @Test
    void whatParametersThatAreNotThereMeanIsForTheBindingToSay() {
        String spec = """
            {paramKind: {apiVersion: v1, kind: ConfigMap},
             matchConstraints: {%s}, validations: [{expression: 'false'}]}\
            """.formatted(MAPS_RULE);
        policies.validating("p", spec, """
            {policyName: p, validationActions: [Deny], paramRef: {name: none, parameterNotFoundAction: Deny}}\
            """);

        assertThat(policies.map("a", "").at("message"))
                .endsWith("failed to configure binding: no params found for policy binding with `Deny`"
                        + " parameterNotFoundAction");
        client.merge("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/p", """
            {"spec":{"paramRef":{"parameterNotFoundAction":"Allow"}}}\
            """);
        PolicyServer.await(() -> policies.map("a", "?dryRun=All"), answer -> answer.code() == 201);
    }

    @Test
    void anExpressionWithoutAnAnswerRefusesUnlessFailuresAreIgnored() {
        policies.validating("p", spec("{expression: 'object.data.x == \"1\"'}", ""), DENY);

        assertThat(policies.map("a", "").at("message"))
                .endsWith("denied request: expression 'object.data.x == \"1\"' resulted in error: no such key: data");
        client.merge("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/p", """
            {"spec":{"failurePolicy":"Ignore"}}\
            """);
        PolicyServer.await(() -> policies.map("a", "?dryRun=All"), answer -> answer.code() == 201);
        assertThat(policies.map("probe", "").code())
                .as("what can be evaluated still holds")
                .isEqualTo(422);
    }

    @Test
    void constraintsSayWhichRequestsItIsAbout() {
        client.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"lax\",\"labels\":{\"policy\":\"lax\"}}}");
        policies.validating("p", """
            {matchConstraints: {
               resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}],
               excludeResourceRules: [{apiGroups: ['*'], apiVersions: ['*'], operations: ['*'],
                                       resources: ['*'], resourceNames: [spared]}],
               objectSelector: {matchExpressions: [{key: skip, operator: DoesNotExist}]},
               namespaceSelector: {matchExpressions: [{key: policy, operator: NotIn, values: [lax]}]}},
             matchConditions: [{name: others, expression: "!object.metadata.name.startsWith('own-')"}],
             validations: [{expression: 'false'}]}\
            """, DENY);

        assertThat(policies.map("a", "").code()).isEqualTo(422);
        assertThat(policies.map("spared", "").code()).isEqualTo(201);
        assertThat(policies.map("own-a", "").code()).isEqualTo(201);
        assertThat(client.post(MAPS, "{\"metadata\":{\"name\":\"b\",\"labels\":{\"skip\":\"\"}}}")
                        .code())
                .isEqualTo(201);
        assertThat(client.post("/api/v1/namespaces/lax/configmaps", "{\"metadata\":{\"name\":\"a\"}}")
                        .code())
                .isEqualTo(201);
        assertThat(secret("a", 1).code()).isEqualTo(201);
    }

    @Test
    void aRuleForOneVersionIsForAllOfThemUnlessItIsExact() {
        String spec = """
            {matchConstraints: {matchPolicy: %s, resourceRules: [
               {apiGroups: ['', apps], apiVersions: [v1], operations: [CREATE], resources: [configmaps, deployments]}]},
             validations: [{expression: "request.kind.kind == 'Deployment' && object.apiVersion != 'apps/v1'",
                            messageExpression: "request.requestKind.version + ' as ' + object.apiVersion"}]}\
            """;
        policies.validating("p", spec.formatted("Equivalent"), DENY);

        assertThat(deployment("v1beta1").at("message")).endsWith("denied request: v1beta1 as apps/v1");
        client.delete("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/p");
        PolicyServer.await(() -> policies.map("probe", "?dryRun=All"), answer -> answer.code() == 201);
        client.delete("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/p");
        policies.validating("p", spec.formatted("Exact"), DENY);
        assertThat(deployment("v1beta1").code()).isEqualTo(201);
    }

    @Test
    void policiesThatRefuseEverythingCanBeRemoved() {
        policies.validating("p", """
            {matchConstraints: {resourceRules: [
               {apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*']}]},
             validations: [{expression: 'false'}]}\
            """, DENY);

        assertThat(client.delete("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/p")
                        .code())
                .isEqualTo(200);
    }

    @Test
    void theTypeCheckIsInTheStatus() {
        policies.create("validatingadmissionpolicies", "p", spec("{expression: 'object.dta == null'}", ""));
        String path = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/p";
        Answer policy = PolicyServer.await(
                () -> client.get(path),
                answer -> answer.at("status.observedGeneration").equals("1"));

        assertThat(policy.at("status.typeChecking.expressionWarnings.0.fieldRef"))
                .isEqualTo("spec.validations[1].expression");
        assertThat(policy.at("status.typeChecking.expressionWarnings.0.warning"))
                .startsWith("/v1, Kind=ConfigMap: ERROR: <input>:1:7: undefined field 'dta'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{expression: 'object.'}| |spec.validations[1].expression|compilation failed: ERROR: <input>:1:8",
                "{expression: '1'}| |spec.validations[1].expression|must evaluate to bool",
                "{expression: 'true', messageExpression: '1'}| |spec.validations[1].messageExpression|must evaluate to"
                        + " string",
                "{expression: 'true', reason: Gone}| |spec.validations[1].reason|Unsupported value: \"Gone\"",
                "{expression: 'params.a'}| |spec.validations[1].expression|undeclared reference to 'params'",
                "{expression: 'true'}|variables: [{name: if, expression: '1'}],|spec.variables[0].name|not a valid CEL"
                        + " identifier",
                "{expression: 'true'}|variables: [{name: a, expression: b}],|spec.variables[0].expression|undeclared"
                        + " reference to 'b'",
                "{expression: 'true'}|matchConditions: [{name: a, expression:"
                        + " '1'}],|spec.matchConditions[0].expression|must evaluate to bool",
                "{expression: 'true'}|auditAnnotations: [{key: a, valueExpression:"
                        + " '1'}],|spec.auditAnnotations[0].valueExpression|must evaluate to one of",
                "{expression: 'true'}|failurePolicy: Perhaps,|spec.failurePolicy|supported values: \"Fail\","
                        + " \"Ignore\"",
                "{expression: 'true'}|paramKind: {apiVersion: v1},|spec.paramKind.kind|Required value"
            })
    void whatCouldNotBeEnforcedIsRefused(String validation, String more, String field, String message) {
        Answer answer = policies.create("validatingadmissionpolicies", "p", spec(validation, more == null ? "" : more));

        assertThat(answer.code()).as(answer.text()).isEqualTo(422);
        assertThat(answer.at("details.causes.0.field")).isEqualTo(field);
        assertThat(answer.at("details.causes.0.message")).contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{policyName: p}|spec.validationActions|at least one validation action is required",
                "{policyName: p, validationActions: [Deny, Warn]}|spec.validationActions|must not contain both",
                "{validationActions: [Deny]}|spec.policyName|Required value",
                "{policyName: p, validationActions: [Deny], paramRef: {name:"
                        + " a}}|spec.paramRef.parameterNotFoundAction|Required",
                "{policyName: p, validationActions: [Deny], paramRef: {parameterNotFoundAction:"
                        + " Deny}}|spec.paramRef|one of name"
            })
    void aBindingThatCouldNotHoldIsRefused(String spec, String field, String message) {
        Answer answer = policies.create("validatingadmissionpolicybindings", "p", spec);

        assertThat(answer.code()).as(answer.text()).isEqualTo(422);
        assertThat(answer.at("details.causes.0.field")).isEqualTo(field);
        assertThat(answer.at("details.causes.0.message")).contains(message);
    }

    private Answer secret(String name, int entries) {
        return secret(name, entries, "");
    }

    private Answer secret(String name, int entries, String query) {
        StringBuilder data = new StringBuilder();
        for (int i = 0; i < entries; i++) {
            data.append(i == 0 ? "" : ",").append("\"k").append(i).append("\":\"eA==\"");
        }
        return client.post(
                "/api/v1/namespaces/default/secrets" + query,
                "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{" + data + "}}");
    }

    private Answer deployment(String version) {
        return client.post("/apis/apps/" + version + "/namespaces/default/deployments", """
            {"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":\
            {"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}\
            """);
    }
}
