package dev.archipelago.apiserver.admission;

import static dev.archipelago.apiserver.admission.PolicyServer.MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.apiserver.testing.TestingClient;
import dev.archipelago.apiserver.testing.TestingClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Mutating admission policies over HTTP.
@ExtendWith(OwnServer.class)
@Timeout(120)
class MutatingPoliciesIT {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final TestingClient client;
    private final PolicyServer policies;

    MutatingPoliciesIT(TestingApiServer server) {
        client = server.admin();
        policies = new PolicyServer(client);
    }

    /// A policy about pods and ConfigMaps. It puts its name into the data of `probe`.
    private static String spec(String name, String reinvocation, String mutations) {
        return """
            {matchConstraints: {resourceRules: [
               {apiGroups: [''], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods, configmaps]}]},
             reinvocationPolicy: %1$s,
             mutations: [
               {patchType: ApplyConfiguration, applyConfiguration: {expression:
                 "object.metadata.name == 'probe' ? Object{data: {'%2$s': '%2$s'}} : Object{}"}},
               %3$s]}\
            """.formatted(reinvocation, name, mutations);
    }

    @Test
    void aConfigurationIsMergedAndDefaultsFollow() {
        policies.mutating("m", spec("m", "Never", """
            {patchType: ApplyConfiguration, applyConfiguration: {expression: "
               object.kind != 'Pod' ? Object{} : Object{
                 metadata: Object.metadata{labels: Object.metadata.labels{env: 'test'}},
                 spec: Object.spec{containers: [Object.spec.containers{name: 'side', image: 'car'}]}}"}}\
            """), "{policyName:" + " m}");

        Answer made = client.post(PODS, """
            {"metadata":{"name":"a","labels":{"own":"1"}},"spec":{"containers":[{"name":"main","image":"x"}]}}\
            """);

        assertThat(made.code()).as(made.text()).isEqualTo(201);
        assertThat(made.at("metadata.labels")).isEqualTo("{\"own\":\"1\",\"env\":\"test\"}");
        assertThat(made.at("spec.containers.0.name")).isEqualTo("main");
        assertThat(made.at("spec.containers.1.name")).isEqualTo("side");
        assertThat(made.at("spec.containers.1.imagePullPolicy")).isEqualTo("Always");
        assertThat(made.json().at("/metadata/managedFields").toString())
                .as("what a policy changes is nobody's field")
                .contains("f:own")
                .doesNotContain("f:env");
    }

    @Test
    void aPatchWhoseTestDoesNotHoldChangesNothing() {
        policies.mutating("m", spec("m", "Never", """
            {patchType: JSONPatch, jsonPatch: {expression: "[
               JSONPatch{op: 'test', path: '/metadata/name', value: 'a'},
               JSONPatch{op: 'add', path: '/metadata/annotations', value: {'x/y': 'z'}},
               JSONPatch{op: 'add', path: '/metadata/annotations/' + jsonpatch.escapeKey('a/b'), value: 'c'}]"}}\
            """), "{policyName:" + " m}");

        assertThat(policies.map("a", "").at("metadata.annotations")).isEqualTo("{\"x/y\":\"z\",\"a/b\":\"c\"}");
        Answer other = policies.map("b", "");
        assertThat(other.code()).as(other.text()).isEqualTo(201);
        assertThat(other.at("metadata.annotations")).isEmpty();
    }

    @Test
    void policiesComeByNameAndThoseThatAskForItAreAskedAgain() {
        String count = """
            {patchType: ApplyConfiguration, applyConfiguration: {expression: "
               object.metadata.name == 'probe' ? Object{} :
               Object{data: {'%1$s': object.?data[?'%1$s'].orValue('') + 'x', 'order': object.?data.order.orValue('') + '%1$s'}}"}}\
            """;
        policies.mutating("a", spec("a", "IfNeeded", count.formatted("a")), "{policyName: a}");
        policies.mutating("b", spec("b", "Never", count.formatted("b")), "{policyName: b}");

        Answer made = policies.map("counted", "");

        assertThat(made.code()).as(made.text()).isEqualTo(201);
        assertThat(made.at("data.order")).isEqualTo("aba");
        assertThat(made.at("data.a")).isEqualTo("xx");
        assertThat(made.at("data.b")).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Object{spec: Object.spec{nothing: 1}}|.spec.nothing: field not declared in schema",
                "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'main', args: ['a']}]}}|may not"
                        + " mutate atomic",
                "Object{spec: Object.status{}}|unexpected type name",
                "Object{spec: Object.spec{priority: int(object.metadata.nothing)}}|no such key: nothing"
            })
    void whatCannotBeMergedRefusesTheRequest(String expression, String message) {
        policies.mutating(
                "m",
                spec(
                        "m",
                        "Never",
                        "{patchType: ApplyConfiguration, applyConfiguration: {expression: \"object.kind != 'Pod' ?"
                                + " Object{} : "
                                + expression + "\"}}"),
                "{policyName: m}");

        Answer refused = client.post(PODS, """
            {"metadata":{"name":"a"},"spec":{"containers":[{"name":"main","image":"x"}]}}\
            """);

        assertThat(refused.code()).as(refused.text()).isEqualTo(422);
        assertThat(refused.at("message"))
                .startsWith("policy 'm' with binding 'm' denied request: ")
                .contains(message);
        client.merge("/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies/m", """
            {"spec":{"failurePolicy":"Ignore"}}\
            """);
        PolicyServer.await(() -> client.post(PODS + "?dryRun=All", """
            {"metadata":{"name":"a"},"spec":{"containers":[{"name":"main","image":"x"}]}}\
            """), answer -> answer.code() == 201);
    }

    @Test
    void parametersSayWhatToPut() {
        client.post(MAPS, "{\"metadata\":{\"name\":\"team\"},\"data\":{\"owner\":\"ann\"}}");
        policies.mutating(
                "m",
                """
                {paramKind: {apiVersion: v1, kind: ConfigMap},
                 matchConstraints: {resourceRules: [
                   {apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]},
                 reinvocationPolicy: Never,
                 variables: [{name: owner, expression: params.data.owner}],
                 mutations: [{patchType: ApplyConfiguration, applyConfiguration: {expression:
                   "Object{metadata: Object.metadata{labels: {'owner': variables.owner, 'p': 'm'}}}"}}]}\
                """,
                "{policyName:"
                        + " m, paramRef:"
                        + " {name:"
                        + " team,"
                        + " namespace:"
                        + " default,"
                        + " parameterNotFoundAction:"
                        + " Deny}}");

        assertThat(policies.map("a", "").at("metadata.labels.owner")).isEqualTo("ann");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "reinvocationPolicy: Never|spec.mutations|at least one item",
                "mutations: [{patchType: JSONPatch, jsonPatch: {expression: '[]'}}]|spec.reinvocationPolicy|Required",
                "reinvocationPolicy: Never, mutations: [{patchType: Merge}]|spec.mutations[0].patchType|Unsupported",
                "reinvocationPolicy: Never, mutations: [{patchType: JSONPatch}]|spec.mutations[0].jsonPatch|must be"
                        + " specified",
                "reinvocationPolicy: Never, mutations: [{patchType: ApplyConfiguration, applyConfiguration:"
                        + " {expression: '1'}}]|spec.mutations[0].applyConfiguration.expression|must evaluate to Object",
                "reinvocationPolicy: Never, mutations: [{patchType: JSONPatch, jsonPatch: {expression:"
                        + " '[1]'}}]|spec.mutations[0].jsonPatch.expression|must evaluate to list(JSONPatch)"
            })
    void whatCouldNotBeEnforcedIsRefused(String spec, String field, String message) {
        Answer answer = policies.create("mutatingadmissionpolicies", "m", """
            {matchConstraints: {resourceRules: [
               {apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}, %s}\
            """.formatted(spec));

        assertThat(answer.code()).as(answer.text()).isEqualTo(422);
        assertThat(answer.at("details.causes.0.field")).isEqualTo(field);
        assertThat(answer.at("details.causes.0.message")).contains(message);
    }
}
