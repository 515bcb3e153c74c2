package dev.archipelago.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.apiserver.kubectl.Kubectl;
import dev.archipelago.apiserver.kubectl.KubectlRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Immediate warnings for requests that will have no effect.
class WarningsIT {
    private static final List<String> APPLY = List.of("apply");

    private static final String OBJECTS = """
            apiVersion: v1
            kind: Pod
            metadata: {name: lonely}
            spec: {containers: [{name: main, image: nginx}]}
            ---
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: lonely}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: lonely}
            rules: [{apiGroups: [''], resources: [pods], verbs: [get]}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: lonely}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: lonely}
            subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: eve}]
            """;

    private static final String POLICY = """
            apiVersion: policy.karmada.io/v1alpha1
            kind: PropagationPolicy
            metadata: {name: all-of-it}
            spec:
              resourceSelectors:
              - {apiVersion: v1, kind: Pod}
              - {apiVersion: v1, kind: PersistentVolumeClaim}
              - {apiVersion: rbac.authorization.k8s.io/v1, kind: Role}
              - {apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding}
              placement: {clusterAffinity: {clusterNames: [c2]}}
            """;

    @TempDir
    private static Path home;

    private static TestingFederation federation;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws Exception {
        federation = TestingFederation.start(home, "--clusters", "c1,c2");
        kubectl = federation.kubectl();
    }

    @AfterAll
    static void stop() {
        federation.close();
    }

    @Test
    void objectsThatGoNowhereAreToldOfUntilAPolicyIsAboutThem() throws Exception {
        assertThat(warnings(OBJECTS))
                .contains("Warning: pods: the object is in no cluster: no policy is about it")
                .contains("Warning: persistentvolumeclaims: ")
                .contains("Warning: roles.rbac.authorization.k8s.io: ")
                .contains("Warning: rolebindings.rbac.authorization.k8s.io: ");
        assertThat(federation.ok("status"))
                .contains("nothing waits")
                .contains("IN NO CLUSTER")
                .contains("default pod/lonely")
                .contains("default persistentvolumeclaim/lonely")
                .contains("default role/lonely")
                .contains("default rolebinding/lonely")
                .doesNotContain("system:");
        assertThat(federation.ok("why", "pvc/lonely")).contains("is in no cluster: no policy is about it");

        kubectl.ok(POLICY, APPLY);
        Kubectl there = kubectl.with("--context=c2");
        TestingFederation.await(() -> assertThat(there.ok("get", "pod,pvc,role,rolebinding", "lonely", "-oname")
                        .lines())
                .hasSize(4));
        assertThat(federation.ok("status")).doesNotContain("IN NO CLUSTER");
        kubectl.ok("delete", "propagationpolicy", "all-of-it");
        kubectl.ok("delete", "pod,pvc,role,rolebinding", "lonely");
    }

    @Test
    void whatNothingActsOnIsToldOf() {
        assertThat(kubectl.run("create", "cronjob", "nightly", "--image=nginx", "--schedule=0 0 * * *")
                        .err())
                .contains("cronjobs.batch: embedded clusters have no controller that acts on the object");
        String policy = warnings("""
                apiVersion: policy.karmada.io/v1alpha1
                kind: PropagationPolicy
                metadata: {name: moving}
                spec:
                  propagateDeps: true
                  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: nobody}]
                  failover: {application: {decisionConditions: {tolerationSeconds: 60}}}
                """);
        assertThat(policy).contains("spec.failover: not acted on in this version");
        kubectl.ok("delete", "propagationpolicy", "moving");
    }

    @Test
    void whoLooksForPodsAtTheFederationIsToldWhereTheyAre() {
        String where = "run in the member clusters; ask one of them";
        assertThat(kubectl.run("get", "pods", "-n", "kube-public").err()).contains(where);
        assertThat(kubectl.refused("logs", "web-c1-0"))
                .contains("\"web-c1-0\" not found")
                .contains(where);
        assertThat(kubectl.refused("exec", "web-c1-0", "--", "true")).contains(where);
        kubectl.ok("create", "deployment", "front", "--image=nginx");
        // It waits for a pod to appear, after the warning.
        assertThat(kubectl.run("exec", "--pod-running-timeout=1s", "deployment/front", "--", "true")
                        .err())
                .contains(where);
    }

    /// The warnings that kubectl prints when a manifest is applied.
    private static String warnings(String manifest) {
        KubectlRun.Output output = kubectl.run(manifest, APPLY);
        assertThat(output.code()).as(output.err()).isZero();
        return output.err();
    }
}
