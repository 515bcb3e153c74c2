package dev.archipelago.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Admission policies as people write them, and what kubectl shows of them.
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("dev.archipelago.apiserver.kubectl.KubectlBinaries#all")
@Timeout(120)
class KubectlPolicyIT extends KubectlScript {
    private static final String REPLICAS = """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: replicas.example.org}
        spec:
          failurePolicy: Fail
          paramKind: {apiVersion: v1, kind: ConfigMap}
          matchConstraints:
            resourceRules:
            - apiGroups: [apps]
              apiVersions: [v1]
              operations: [CREATE, UPDATE]
              resources: [deployments, deployments/scale]
          matchConditions:
          - name: not-the-system
            expression: "!request.userInfo.username.startsWith('system:')"
          variables:
          - name: most
            expression: int(params.data.maxReplicas)
          validations:
          - expression: object.spec.replicas <= variables.most
            messageExpression: "'replicas must be no greater than %d'.format([variables.most])"
            reason: Invalid
          auditAnnotations:
          - key: wanted
            valueExpression: "'%d replicas'.format([object.spec.replicas])"
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: replicas.example.org}
        spec:
          policyName: replicas.example.org
          validationActions: [Deny, Audit]
          paramRef: {name: limits, parameterNotFoundAction: Allow}
        """;

    private static final String LABELS = """
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: {name: labels.example.org}
        spec:
          reinvocationPolicy: IfNeeded
          matchConstraints:
            resourceRules:
            - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}
          mutations:
          - patchType: ApplyConfiguration
            applyConfiguration:
              expression: >-
                Object{spec: Object.spec{template: Object.spec.template{
                  metadata: Object.spec.template.metadata{labels: {"team": namespaceObject.metadata.name}}}}}
          - patchType: JSONPatch
            jsonPatch:
              expression: '[JSONPatch{op: "add", path: "/metadata/labels/seen", value: "yes"}]'
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicyBinding
        metadata: {name: labels.example.org}
        spec: {policyName: labels.example.org}
        """;

    @AfterEach
    void removePolicies() {
        kubectl.ok(
                "delete",
                "validatingadmissionpolicies,validatingadmissionpolicybindings,mutatingadmissionpolicies,"
                        + "mutatingadmissionpolicybindings",
                "--all");
    }

    @Test
    void aDeploymentOverTheLimitIsRefused() {
        kubectl.ok("create", "configmap", "limits", "--from-literal=maxReplicas=3");
        kubectl.ok(REPLICAS, APPLY);
        String many = WEB.replace("replicas: 2", "replicas: 9");
        while (kubectl.run("create", "deployment", "probe", "--image=i", "--replicas=9", "--dry-run=server")
                        .code()
                == 0) {
            Thread.onSpinWait();
        }

        assertThat(kubectl.refused(many, CREATE))
                .contains("The deployments \"web\" is invalid")
                .contains("ValidatingAdmissionPolicy 'replicas.example.org' with binding 'replicas.example.org' denied"
                        + " request: replicas must be no greater than 3");
        kubectl.ok(WEB, CREATE);
        assertThat(kubectl.refused("scale", "deployment/web", "--replicas=4"))
                .contains("replicas must be no greater than 3");
        kubectl.ok("scale", "deployment/web", "--replicas=3");
    }

    @Test
    void aDeploymentGetsWhatAPolicyPuts() {
        kubectl.ok(LABELS, APPLY);
        List<String> tried = List.of("create", "--dry-run=server", "-o", "yaml");
        while (!kubectl.ok(WEB, tried).contains("seen:")) {
            Thread.onSpinWait();
        }

        kubectl.ok(WEB, CREATE);

        assertThat(kubectl.ok("get", "deployment", "web", "-o", "jsonpath={.metadata.labels.seen}"))
                .isEqualTo("yes");
        assertThat(kubectl.ok("get", "deployment", "web", "-o", "jsonpath={.spec.template.metadata.labels.team}"))
                .isEqualTo(namespace);
    }

    @Test
    void aPolicyThatDoesNotCompileIsRefused() {
        assertThat(kubectl.refused(REPLICAS.replace("variables.most\n", "variables.least\n"), CREATE))
                .contains("The ValidatingAdmissionPolicy \"replicas.example.org\" is invalid:"
                        + " spec.validations[0].expression")
                .contains("undefined field 'least'");
    }
}
