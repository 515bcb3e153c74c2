package dev.archipelago.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.api.authn.UserInfo;
import dev.archipelago.api.cluster.ClusterApi;
import dev.archipelago.api.errors.ApiException;
import dev.archipelago.api.objects.AnyObject;
import dev.archipelago.api.objects.Key;
import dev.archipelago.api.objects.Kind;
import dev.archipelago.api.patch.PatchBody;
import dev.archipelago.apiserver.crd.TestingYaml;
import dev.archipelago.apiserver.testing.OwnServer;
import dev.archipelago.apiserver.testing.TestingApiServer;
import dev.archipelago.model.kinds.GroupVersionKind;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who may let policies read objects as parameters.
@ExtendWith(OwnServer.class)
@Timeout(60)
class ParamRightsIT {
    private static final String GROUP = "admissionregistration.k8s.io/v1";
    private static final String RBAC = "rbac.authorization.k8s.io/v1";
    private static final int TRIES_MAX = 200;
    private static final long PAUSE_NANOS = 50_000_000;

    private final ClusterApi admin;
    private final ClusterApi jane;

    ParamRightsIT(TestingApiServer server) {
        admin = server.server().local(UserInfo.of("root", UserInfo.MASTERS), "test");
        jane = server.server().local(UserInfo.of("jane", "system:authenticated"), "test");
    }

    private static Kind<AnyObject> kind(String apiVersion, String kind) {
        return AnyObject.kind(GroupVersionKind.of(apiVersion, kind), "", kind.startsWith("Role"));
    }

    private static String create(ClusterApi who, String apiVersion, String kind, String name, String more) {
        try {
            who.create(
                    kind(apiVersion, kind),
                    TestingYaml.parse("{apiVersion: %s, kind: %s, metadata: {name: %s}, %s}"
                            .formatted(apiVersion, kind, name, more)));
            return "";
        } catch (ApiException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String policy(ClusterApi who, String type, String name, String paramKind) {
        String acts = type.equals("Validating")
                ? "validations: [{expression: 'true'}]"
                : "reinvocationPolicy: Never, mutations: [{patchType: JSONPatch, jsonPatch: {expression:"
                        + " '[JSONPatch{op: \"test\", path: \"/data\", value: \"x\"}]'}}]";
        return create(who, GROUP, type + "AdmissionPolicy", name, """
            spec: {%s matchConstraints: {resourceRules: [
                {apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]}, %s}\
            """.formatted(paramKind, acts));
    }

    private static String binding(ClusterApi who, String type, String name, String policy, String ref) {
        String actions = type.equals("Validating") ? "validationActions: [Deny]," : "";
        return create(
                who,
                GROUP,
                type + "AdmissionPolicyBinding",
                name,
                "spec: {%s policyName: %s, paramRef: {parameterNotFoundAction: Deny, %s}}"
                        .formatted(actions, policy, ref));
    }

    private void grant(String verb, String resources, String kind) {
        String scope = kind.equals("ClusterRole") ? "" : "namespace: default,";
        admin.create(kind(RBAC, kind), TestingYaml.parse("""
                    {apiVersion: %s, kind: %s, metadata: {%s name: reader},
                     rules: [{apiGroups: [''], resources: [%s], verbs: [%s]}]}\
                    """.formatted(RBAC, kind, scope, resources, verb)));
        admin.create(kind(RBAC, kind + "Binding"), TestingYaml.parse("""
                    {apiVersion: %s, kind: %sBinding, metadata: {%s name: reader},
                     roleRef: {apiGroup: rbac.authorization.k8s.io, kind: %s, name: reader},
                     subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: jane}]}\
                    """.formatted(RBAC, kind, scope, kind)));
    }

    /// The server takes a moment to learn of a role.
    private static void awaitDone(Supplier<String> attempt) {
        String refusal = attempt.get();
        for (int tries = 0; !refusal.isEmpty(); tries++) {
            assertThat(tries).as(refusal).isLessThan(TRIES_MAX);
            LockSupport.parkNanos(PAUSE_NANOS);
            refusal = attempt.get();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Validating", "Mutating"})
    void aPolicyTakesOnlyWhatItsWriterMayRead(String type) {
        String secrets = "paramKind: {apiVersion: v1, kind: Secret},";

        assertThat(policy(jane, type, "p", secrets))
                .contains("admissionpolicies.admissionregistration.k8s.io \"p\" is forbidden: spec.paramKind: user"
                        + " \"jane\" cannot get what the policy would take as parameters: secrets in all namespaces");
        assertThat(policy(jane, type, "none", "")).isEmpty();
        assertThat(policy(admin, type, "theirs", secrets)).isEmpty();

        grant("get", "secrets", "ClusterRole");
        awaitDone(() -> policy(jane, type, "p", secrets));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Validating", "Mutating"})
    void aBindingGivesOnlyWhatItsWriterMayRead(String type) {
        String one = "name: s, namespace: default";
        assertThat(policy(admin, type, "p", "paramKind: {apiVersion: v1, kind: Secret},"))
                .isEmpty();

        assertThat(binding(jane, type, "b", "p", one))
                .contains("spec.paramRef: user \"jane\" cannot get what the policy would take as parameters: secrets"
                        + " \"s\" in namespace default");
        assertThat(binding(jane, type, "b", "p", "selector: {}, namespace: default"))
                .contains("cannot list");
        assertThat(binding(jane, type, "b", "unknown", one)).contains("parameters: *.* \"s\"");

        grant("get", "secrets", "Role");
        awaitDone(() -> binding(jane, type, "b", "p", one));
        assertThat(binding(jane, type, "b2", "p", "name: s"))
                .as("of whichever namespace a request is for")
                .contains("secrets \"s\" in all namespaces");
    }

    @Test
    void whatSomebodyElseWasLetWriteMayBeKept() {
        assertThat(policy(admin, "Validating", "p", "paramKind: {apiVersion: v1, kind: Secret},"))
                .isEmpty();
        Kind<AnyObject> kind = kind(GROUP, "ValidatingAdmissionPolicy");

        jane.patch(
                kind,
                Key.global("p"),
                "",
                new PatchBody.Merge(TestingYaml.parse("{metadata: {labels: {a: b}}, spec: {failurePolicy: Ignore}}")),
                false);

        assertThat(admin.get(kind, Key.global("p"))).isPresent();
    }
}
